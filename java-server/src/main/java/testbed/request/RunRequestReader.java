package testbed.request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Coding;
import testbed.contract.Format;
import testbed.contract.Operand;
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

/** Reads what is asked of a run, of a send and of an ingest as strictly as the contract says, and checks it against the limits. */
public final class RunRequestReader {
    private static final List<String> RUN = List.of(
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
            "threads",
            "coding");
    private static final List<String> SEND = List.of(
            "amount",
            "receiver_url",
            "object_format",
            "server_type",
            "object_type",
            "size",
            "engine",
            "receiver_engine",
            "warmup",
            "checkpoints",
            "variants",
            "transfer",
            "connections");
    private static final List<String> INGEST = List.of(
            "amount",
            "object_format",
            "server_type",
            "object_type",
            "size",
            "engine",
            "warmup",
            "variants",
            "connections");
    /** The most connections of a send or an ingest, whatever the server's limit. */
    private static final int MOST_CONNECTIONS = 64;

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
     * The run that the body of {@code POST /triggerReqs} asks for.
     *
     * @throws ProblemException {@code invalid_request} naming the field, or {@code provider_not_allowed}
     */
    public RunRequest read(byte[] body) {
        RequestFields fields = RequestFields.parse(body, RUN);
        RunRequest.Builder run = new RunRequest.Builder();
        run.amount = fields.integer("amount", 1, config.maxAmount());
        run.operation = fields.choice("operation", Operation.DECODE, Operation.words(), Operation::of);
        Optional<Provided> provided = provided(fields, run.operation);
        run.format = format(fields);
        readObjects(fields, run);
        run.checkpoints = checkpoints(fields, run.amount);
        readVariants(fields, run);
        Optional<Supply> supply = provided.map(by -> supply(fields, by));
        supply.ifPresent(from -> {
            Threads.check(from, run.checkpoints, Machine.cpus());
            boolean allowed = config.providerAllowlist().contains(from.provider());
            checkAllowed(from.provider(), allowed, Code.PROVIDER_NOT_ALLOWED, "PROVIDER_ALLOWLIST");
        });
        run.way = supply.<Way>map(Function.identity()).orElse(new Written());
        return run.build();
    }

    /**
     * The send that the body of {@code POST /triggerSends} asks for.
     *
     * @throws ProblemException {@code invalid_request} naming the field, or {@code receiver_not_allowed}
     */
    public RunRequest readSend(byte[] body) {
        RequestFields fields = RequestFields.parse(body, SEND);
        RunRequest.Builder run = new RunRequest.Builder();
        run.amount = fields.integer("amount", 1, config.maxAmount());
        run.operation = Operation.ENCODE;
        Origin receiver = origin(fields, "receiver_url");
        run.format = format(fields);
        String serverType = serverType(fields);
        readObjects(fields, run);
        Optional<String> engine = fields.word("receiver_engine");
        run.checkpoints = checkpoints(fields, run.amount);
        readVariants(fields, run);
        Transfer transfer = fields.choice("transfer", Transfer.FRAMED, Transfer.words(), Transfer::of);
        run.way = new Delivery(receiver, serverType, engine, transfer, connections(fields));
        boolean allowed = config.receiverAllowlist().stream().anyMatch(known -> known.allows(receiver));
        checkAllowed(receiver, allowed, Code.RECEIVER_NOT_ALLOWED, "RECEIVER_ALLOWLIST");
        return run.build();
    }

    /**
     * The ingest that the body of {@code POST /ingests} asks for.
     *
     * @throws ProblemException {@code invalid_request} naming the field
     */
    public RunRequest readIngest(byte[] body) {
        RequestFields fields = RequestFields.parse(body, INGEST);
        RunRequest.Builder run = new RunRequest.Builder();
        run.amount = fields.integer("amount", 1, config.maxAmount());
        run.operation = Operation.DECODE;
        run.format = format(fields);
        String serverType = serverType(fields);
        readObjects(fields, run);
        run.checkpoints = List.of();
        readVariants(fields, run);
        run.way = new Pushed(serverType, connections(fields));
        return run.build();
    }

    private static Format format(RequestFields fields) {
        return fields.choice(
                "object_format", Format.words(), word -> Format.find(word).orElseThrow());
    }

    /** What the server at the other end is. */
    private static String serverType(RequestFields fields) {
        return fields.choice("server_type", List.of("rust", "java"), Function.identity());
    }

    /** Reads which objects these are, who reads or writes them, and how many come before the measured ones. */
    private void readObjects(RequestFields fields, RunRequest.Builder run) {
        run.type = fields.choice(
                "object_type", types.all().stream().map(ObjectType::name).toList(), name -> types.named(name)
                        .orElseThrow());
        run.size = size(fields, run.type);
        checkCarried(run.format, run.type);
        checkExcerpted(run.operation, run.type);
        run.engine = engine(fields, run.format, run.operation);
        run.warmup = fields.integer("warmup", 0, 0, config.maxAmount());
    }

    private static void readVariants(RequestFields fields, RunRequest.Builder run) {
        run.variants =
                fields.integer("variants", 1, 1, run.type.variants(run.size).count());
    }

    private int connections(RequestFields fields) {
        return fields.integer("connections", 1, 1, Math.min(MOST_CONNECTIONS, config.maxConcurrency()));
    }

    /** The provider, and what it is. */
    private record Provided(Origin provider, String serverType) {}

    /** The provider; absent beside an operation that needs none, which refuses whatever says where bodies come from. */
    private static Optional<Provided> provided(RequestFields fields, Operation operation) {
        if (operation.needsBodies()) {
            return Optional.of(new Provided(origin(fields, "provider_url"), serverType(fields)));
        }
        Supply.FIELDS.stream().filter(fields.byName()::containsKey).findFirst().ifPresent(name -> {
            String others = Arrays.stream(Operation.values())
                    .filter(Operation::needsBodies)
                    .map(Operation::word)
                    .collect(Collectors.joining(" or "));
            throw new ProblemException(Problem.invalid(
                    name,
                    name + " goes with operation " + others + " only, since " + operation.word()
                            + " needs no bodies; leave it out"));
        });
        return Optional.empty();
    }

    private Supply supply(RequestFields fields, Provided by) {
        Source source = fields.choice("source", Source.HTTP, Source.words(), Source::of);
        int concurrency = fields.integer("concurrency", 1, 1, config.maxConcurrency());
        int block = fields.integer("block", 1, 1, config.maxBlock());
        checkBlock(block, source);
        int threads = fields.integer("threads", 0, 1, Threads.MOST);
        Optional<Coding> coding = fields.choice("coding", Optional.empty(), Coding.words(), Coding::find);
        return new Supply(by.provider(), by.serverType(), source, concurrency, block, threads, coding);
    }

    private Optional<Size> size(RequestFields fields, ObjectType type) {
        Optional<Size> size = fields.choice("size", Optional.empty(), Size.words(), Size::find);
        size.flatMap(asked -> types.unscaled(type)).ifPresent(why -> {
            throw new ProblemException(Problem.invalid("size", why));
        });
        return size;
    }

    private void checkExcerpted(Operation operation, ObjectType type) {
        if (operation.makes() == Operand.EXCERPT) {
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

    private static Origin origin(RequestFields fields, String name) {
        String text = fields.text(name);
        return Origin.parse(text)
                .orElseThrow(() -> RequestFields.invalid(
                        name, text, "an origin such as http://127.0.0.1:8082: http, a host, a port, and nothing more"));
    }

    private static void checkBlock(int block, Source source) {
        if (block > 1 && source != Source.HTTP) {
            throw new ProblemException(
                    Problem.invalid("block", "block goes with source http only; leave one of them out"));
        }
    }

    private static void checkAllowed(Origin origin, boolean allowed, Code code, String setting) {
        if (!allowed) {
            throw new ProblemException(Problem.of(
                    code,
                    origin + " is not on this server's allow-list, so no connection was made; add it to " + setting
                            + " and start the server again"));
        }
    }

    private CheckedEngine engine(RequestFields fields, Format format, Operation operation) {
        CheckedEngine usual = engines.findDefault(format, operation)
                .orElseThrow(() -> new ProblemException(Problem.invalid(
                        "object_format",
                        format + " has no engine of operation " + operation.word() + "; choose a format that has one: "
                                + engines.formatsOf(operation).stream()
                                        .map(Format::word)
                                        .collect(Collectors.joining(", ")))));
        return fields.choice(
                "engine", usual, engines.namesOf(format, operation), name -> engines.find(format, operation, name)
                        .orElseThrow());
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
}
