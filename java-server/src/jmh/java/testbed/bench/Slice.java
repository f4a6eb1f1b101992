package testbed.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import testbed.measure.Scan;
import testbed.measure.Series;
import testbed.measure.Times;
import testbed.measure.Window;

/** The tight loop in slices, each of which waits at the {@link Gate}: an iteration is a batch of objects, each timed by the window that runs use. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Slice {
    /** Where the environment sets it, each body is guarded before its window and its object compared after it, as in a run. */
    private static final boolean CHECKED = System.getenv("BENCH_CHECKED") != null;

    /** An engine's name. */
    @Param({})
    private String engine;

    /** An object type's name. */
    @Param({})
    private String objectType;

    private final Window bare = new Window();
    private Subject subject;
    private Gate gate;
    private Times times;
    private Series series;

    /** Goes to the gate, with the scan compiled. */
    @Setup
    public void prepare() throws IOException {
        Scan.warmUp();
        subject = new Subject(engine, objectType);
        gate = new Gate();
    }

    /** Waits until the iteration may begin, unless it is one of the warm-up; nothing of this is timed. */
    @Setup(Level.Iteration)
    public void begin(IterationParams iteration) throws IOException {
        times = new Times();
        series = Series.looking(gate.objects());
        if (iteration.getType() == IterationType.MEASUREMENT) {
            gate.await();
            for (int i = 0; i < gate.lead(); i++) {
                window();
            }
        }
        series.look();
    }

    /** Bytes in, an object out, which JMH consumes. */
    @Benchmark
    public Object parse() {
        Window window = window();
        times.record(window.ns());
        series.record(window.ns());
        series.look();
        return window.object();
    }

    /** The next body's. */
    private Window window() {
        if (CHECKED) {
            return subject.checked();
        }
        bare.parse(subject.decoder(), subject.next());
        return bare;
    }

    /** Tells what the iteration took. */
    @TearDown(Level.Iteration)
    public void end(IterationParams iteration) {
        if (iteration.getType() == IterationType.MEASUREMENT) {
            gate.tell(times.parse(0), series.blocks(), subject.allocatedBytes());
        }
    }

    /** Leaves the gate. */
    @TearDown
    public void leave() throws IOException {
        gate.close();
    }
}
