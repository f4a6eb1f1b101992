package testbed.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The limit: the engines of the server on one body of each variant in turn, in a tight loop, with nothing else in the process. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Parse {
    /** An engine's name; {@link Bench} gives those of the registry. */
    @Param({})
    private String engine;

    /** An object type's name; likewise. */
    @Param({})
    private String objectType;

    private Subject subject;

    /** Finds engine and type, and checks that what is measured is right. */
    @Setup
    public void prepare() {
        subject = new Subject(engine, objectType);
    }

    /** Bytes in, an object out, which JMH consumes. */
    @Benchmark
    public Object parse() {
        return subject.decoder().decode(subject.next());
    }
}
