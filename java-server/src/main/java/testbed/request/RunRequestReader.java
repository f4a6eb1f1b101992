package testbed.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.contract.Origin;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.engines.CheckedEngine;
import testbed.engines.EngineRegistry;
import testbed.environment.Machine;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import tools.jackson.databind.JsonNode;

/** Reads the body of {@code POST /triggerReqs} as strictly as the contract says, and checks it against the limits. */
public final class RunRequestReader {
    private static final List<String> ALLOWED = List.of(
            "amount",
            "provider_url",
            "object_format",
            "server_type",
            "object_type",
            "size",
            "operation",
            "engine",
            "warmup",
            "checkpoints",
            "concurrency",
            "variants",
            "source",
            "block",
            "threads");

    private final Config config;
    private final EngineRegistry engines;
    private final ObjectTypes types;

    /** A reader with these limits, engines and types to resolve against. */
    public RunRequestReader(Config config, EngineRegistry engines, ObjectTypes types) {
        this.config = config;
        this.engines = engines;
        this.types = types;
    }

    /**
     * The run that a body asks for.
     *
     * @throws ProblemException {@code invalid_request} naming the field, or {@code provider_not_allowed}
     */
    public RunRequest read(byte[] body) {
        RequestFields fields = RequestFields.parse(body, ALLOWED);
        RunRequest.Builder run = new RunRequest.Builder();
        run.amount = fields.integer("amount", 1, config.maxAmount());
        run.operation = fields.choice("operation", Operation.DECODE, Operation.words(), Operation::of);
        Optional<Provided> provided = provided(fields, run.operation);
        run.format = fields.choice("object_format", names(Format.values()), Format::valueOf);
        run.type = fields.choice(
                "object_type", types.all().stream().map(ObjectType::name).toList(), name -> types.named(name)
                        .orElseThrow());
        run.size = size(fields, run.type);
        checkCarried(run.format, run.type);
        checkExcerpted(run.operation, run.type);
        run.engine = engine(fields, run.format, run.operation, run.type);
        run.warmup = fields.integer("warmup", 0, 0, config.maxAmount());
        run.checkpoints = checkpoints(fields, run.amount);
        run.variants =
                fields.integer("variants", 1, 1, run.type.variants(run.size).count());
        run.supply = provided.map(by -> supply(fields, by));
        run.supply.ifPresent(supply -> {
            Threads.check(supply, run.checkpoints, Machine.cpus());
            checkAllowed(supply.provider());
        });
        return run.build();
    }

    /** The provider, and what it is. */
    private record Provided(Origin provider, String serverType) {}

    /** The provider; absent beside an operation that needs none, which refuses whatever says where bodies come from. */
    private static Optional<Provided> provided(RequestFields fields, Operation operation) {
        if (operation != Operation.ENCODE) {
            Origin provider = origin(fields);
            return Optional.of(
                    new Provided(provider, fields.choice("server_type", List.of("rust", "java"), Function.identity())));
        }
        Supply.FIELDS.stream().filter(fields.byName()::containsKey).findFirst().ifPresent(name -> {
            throw new ProblemException(Problem.invalid(
                    name,
                    name + " goes with operation decode or partial only, since encode needs no bodies; leave it out"));
        });
        return Optional.empty();
    }

    private Supply supply(RequestFields fields, Provided by) {
        Source source = fields.choice("source", Source.HTTP, Source.words(), Source::of);
        int concurrency = fields.integer("concurrency", 1, 1, config.maxConcurrency());
        int block = fields.integer("block", 1, 1, config.maxBlock());
        checkBlock(block, source);
        int threads = fields.integer("threads", 0, 1, Threads.MOST);
        return new Supply(by.provider(), by.serverType(), source, concurrency, block, threads);
    }

    private Optional<Size> size(RequestFields fields, ObjectType type) {
        Optional<Size> size = fields.choice("size", Optional.empty(), Size.words(), Size::find);
        size.flatMap(asked -> types.unscaled(type)).ifPresent(why -> {
            throw new ProblemException(Problem.invalid("size", why));
        });
        return size;
    }

    private void checkExcerpted(Operation operation, ObjectType type) {
        if (operation == Operation.PARTIAL) {
            types.unexcerpted(type).ifPresent(why -> {
                throw new ProblemException(Problem.invalid("operation", why));
            });
        }
    }

    private static void checkCarried(Format format, ObjectType type) {
        EngineRegistry.uncarried(format, type).ifPresent(why -> {
            throw new ProblemException(Problem.invalid("object_format", why));
        });
    }

    private static Origin origin(RequestFields fields) {
        String text = fields.text("provider_url");
        return Origin.parse(text)
                .orElseThrow(() -> RequestFields.invalid(
                        "provider_url",
                        text,
                        "an origin such as http://127.0.0.1:8082: http, a host, a port, and nothing more"));
    }

    private static void checkBlock(int block, Source source) {
        if (block > 1 && source != Source.HTTP) {
            throw new ProblemException(
                    Problem.invalid("block", "block goes with source http only; leave one of them out"));
        }
    }

    private void checkAllowed(Origin provider) {
        if (!config.providerAllowlist().contains(provider)) {
            throw new ProblemException(
                    Problem.of(
                            Code.PROVIDER_NOT_ALLOWED,
                            provider
                                    + " is not on this server's allow-list, so no connection was made; add it to PROVIDER_ALLOWLIST and start the server again"));
        }
    }

    private CheckedEngine engine(RequestFields fields, Format format, Operation operation, ObjectType type) {
        CheckedEngine engine = fields.choice(
                "engine",
                engines.defaultOf(format, operation),
                engines.namesOf(format, operation),
                name -> engines.find(format, operation, name).orElseThrow());
        engine.reading(type);
        return engine;
    }

    private List<Integer> checkpoints(RequestFields fields, int amount) {
        JsonNode array = fields.get("checkpoints");
        if (array == null) {
            return List.of();
        }
        String allowed = "an array of at most " + config.maxCheckpoints()
                + " strictly ascending integers from 1 to amount, which is " + amount;
        if (!array.isArray() || array.size() > config.maxCheckpoints()) {
            throw RequestFields.invalid(
                    "checkpoints", array.isArray() ? array.size() + " items long" : array.toString(), allowed);
        }
        List<Integer> checkpoints = new ArrayList<>();
        int last = 0;
        for (JsonNode item : array) {
            if (!item.isIntegralNumber()
                    || !item.canConvertToInt()
                    || item.intValue() <= last
                    || item.intValue() > amount) {
                throw RequestFields.invalid("checkpoints", "not ascending or out of range at " + item, allowed);
            }
            last = item.intValue();
            checkpoints.add(last);
        }
        return List.copyOf(checkpoints);
    }

    private static List<String> names(Enum<?>[] values) {
        return java.util.Arrays.stream(values).map(Enum::name).toList();
    }
}
