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
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/** The limit: the engines of the server on the golden bytes, in a tight loop, with nothing else in the process. */
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

    private Decoder decoder;
    private byte[] body;

    /** Finds engine and type, and checks that what is measured is right. */
    @Setup
    public void prepare() {
        Engine found = EngineRegistry.ENGINES.stream()
                .filter(known -> known.name().equals(engine))
                .findFirst()
                .orElseThrow();
        ObjectType type = new ObjectTypes().named(objectType).orElseThrow();
        decoder = found.decoder(type.type());
        body = type.golden(found.format().lowerCase());
        if (!type.canonical().equals(decoder.decode(body))) {
            throw new IllegalStateException(engine + " decodes the golden to another object");
        }
    }

    /** Bytes in, an object out, which JMH consumes. */
    @Benchmark
    public Object parse() {
        return decoder.decode(body);
    }
}
