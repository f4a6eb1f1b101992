package testbed.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import testbed.contract.Operation;
import testbed.contract.Wire;
import testbed.engines.CheckedEngine;
import testbed.engines.EngineRegistry;
import testbed.measure.Times;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/**
 * From the tight loop to the service, a rung at a time: what happens between two parses, and what the next parse then takes. Prints a
 * line of JSON for each engine and rung; only the decoding is timed, in the window that runs use. Each engine has a JVM of its own, with
 * this one's flags.
 *
 * <p>Options: {@code --objects 20000} a rung (a tenth of it on {@code slept-1ms}), {@code --warmup 200000} before an engine's rungs,
 * {@code --rounds 3}, {@code --rungs tight,checked,…}, {@code --awake} lets no core idle meanwhile, {@code --engine NAME} for one alone.
 */
public final class Between {
    private static final String OBJECT_TYPE = "DummyObject";

    private final ObjectTypes types = new ObjectTypes();
    private final ObjectType type = types.named(OBJECT_TYPE).orElseThrow();
    private final BetweenOptions options;

    private Between(BetweenOptions options) {
        this.options = options;
    }

    /** Climbs. */
    public static void main(String[] arguments) throws Exception {
        try {
            Between between = new Between(BetweenOptions.read(arguments));
            if (between.options.engine() == null) {
                between.eachInItsOwnProcess(arguments);
            } else {
                between.climbAll();
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private void eachInItsOwnProcess(String[] arguments) throws IOException, InterruptedException {
        for (CheckedEngine checked : new EngineRegistry(types).all()) {
            if (checked.engine().operation() != Operation.DECODE) {
                continue;
            }
            List<String> command = new ArrayList<>();
            command.add(ProcessHandle.current().info().command().orElseThrow());
            command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Between.class.getName()));
            command.addAll(List.of(arguments));
            command.addAll(List.of("--engine", checked.engine().name()));
            int code = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (code != 0) {
                System.exit(code);
            }
        }
    }

    private void climbAll() throws IOException {
        CheckedEngine engine = find();
        Map<Rung, List<Times.Parse>> found = new EnumMap<>(Rung.class);
        try (Awake awake = options.awake() ? Awake.start() : null) {
            Climber climber = new Climber(engine, type);
            climber.warmUp(options.warmup());
            for (int round = 0; round < options.rounds(); round++) {
                for (Rung rung : options.rungs()) {
                    found.computeIfAbsent(rung, none -> new ArrayList<>())
                            .add(climber.climb(rung, rung.objects(options.objects())));
                }
            }
        }
        found.forEach((rung, rounds) -> print(engine, rung, rounds));
    }

    private CheckedEngine find() {
        EngineRegistry engines = new EngineRegistry(types);
        Optional<CheckedEngine> found = engines.all().stream()
                .filter(checked -> checked.engine().name().equals(options.engine()))
                .findFirst();
        return found.orElseThrow(() -> new IllegalArgumentException("--engine is " + options.engine() + "; allowed are "
                + engines.all().stream().map(checked -> checked.engine().name()).toList()));
    }

    /** The round in the middle, whole: its mean goes with its median. */
    private void print(CheckedEngine engine, Rung rung, List<Times.Parse> rounds) {
        rounds.sort(Comparator.comparingLong(Times.Parse::p50Ns));
        Times.Parse times = rounds.get(rounds.size() / 2);
        System.out.println(Wire.MAPPER
                .createObjectNode()
                .put("runtime", "java")
                .put("engine", engine.engine().name())
                .put("object_type", type.name())
                .put("format", engine.engine().format().word())
                .put("rung", rung.label())
                .put("p50_ns", times.p50Ns())
                .put("mean_ns", times.meanNs())
                .put("objects", rung.objects(options.objects())));
    }
}
