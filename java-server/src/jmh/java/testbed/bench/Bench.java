package testbed.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import testbed.contract.Operation;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/**
 * Benchmarks every engine that makes whole objects with every object type: three forks each, with the heap and collector of the server's own process, and with
 * what is allocated. JMH's options on the command line win, such as {@code -f 1} or {@code -rf json -rff jmh.json}.
 */
public final class Bench {
    private static final String[] SERVERS_FLAGS = {"-XX:+UseG1GC", "-Xms1024m", "-Xmx1024m", "-XX:+AlwaysPreTouch"};
    private static final TimeValue SECOND = TimeValue.seconds(1);

    private Bench() {}

    /** Runs them. */
    public static void main(String[] arguments) throws Exception {
        CommandLineOptions given = new CommandLineOptions(arguments);
        OptionsBuilder options = new OptionsBuilder();
        options.parent(given);
        options.include(
                given.getIncludes().isEmpty()
                        ? Parse.class.getName()
                        : given.getIncludes().get(0));
        options.forks(given.getForkCount().orElse(3));
        options.warmupIterations(given.getWarmupIterations().orElse(5));
        options.warmupTime(given.getWarmupTime().orElse(SECOND));
        options.measurementIterations(given.getMeasurementIterations().orElse(4));
        options.measurementTime(given.getMeasurementTime().orElse(SECOND));
        options.timeUnit(given.getTimeUnit().orElse(TimeUnit.NANOSECONDS));
        options.addProfiler(GCProfiler.class);
        options.shouldFailOnError(true);
        if (!given.getJvmArgsPrepend().hasValue()) {
            options.jvmArgsPrepend(SERVERS_FLAGS);
        }
        if (!given.getParameter("engine").hasValue()) {
            options.param("engine", engines());
        }
        if (!given.getParameter("objectType").hasValue()) {
            options.param("objectType", types());
        }
        new Runner(options.build()).run();
    }

    private static String[] engines() {
        return EngineRegistry.ENGINES.stream()
                .filter(engine -> engine.operation() == Operation.DECODE)
                .map(Engine::name)
                .toArray(String[]::new);
    }

    private static String[] types() {
        return new ObjectTypes().all().stream().map(ObjectType::name).toArray(String[]::new);
    }
}
