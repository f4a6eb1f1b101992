package testbed.engines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.engines.partial.PartialEngines;
import testbed.engines.writing.Writer;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/**
 * The registry of engines, each checked against a type's golden before it reads or writes one. Add an engine here, and its class beside this
 * file; those of operation partial are in {@link PartialEngines}.
 */
public final class EngineRegistry {
    /** Those by Jackson. */
    private static final Stream<Engine> JACKSON = Stream.<Function<Form, Engine>>of(
                    JacksonDatabind::new, Bson4Jackson::new, JacksonDataformatXml::new)
            .flatMap(engine -> Arrays.stream(Form.values()).map(engine));

    /** Those whose own library writes the canonical bytes; the first of a format is its default. */
    private static final List<Engine> WRITING = Stream.concat(
                    JACKSON,
                    Stream.of(
                            new ProtobufJava(),
                            new JacksonDataformatMsgpack(),
                            new JacksonDataformatCbor(),
                            new Avro()))
            .toList();

    /** Every engine that parses whole objects. */
    private static final List<Engine> PARSING = Stream.concat(
                    WRITING.stream(),
                    Stream.of(
                            new Jackson2Databind(usual(Format.JSON)),
                            new Fastjson2(usual(Format.JSON)),
                            new Gson(usual(Format.JSON)),
                            new MongodbRecordCodec(usual(Format.BSON)),
                            new MongodbBsonReader(usual(Format.BSON)),
                            new JacksonDataformatXmlAalto(Form.PLAIN),
                            new JacksonDataformatXmlAalto(Form.EQUAL),
                            new WoodstoxByHand(usual(Format.XML)),
                            new Jaxb(usual(Format.XML)),
                            new JacksonDataformatProtobuf(usual(Format.PROTOBUF))))
            .toList();

    /** Those that parse nothing. */
    private static final List<Engine> UNPARSED = Stream.<Function<Engine, Engine>>of(Floor::new, Pass::new)
            .flatMap(unparsed ->
                    Arrays.stream(Format.values()).map(EngineRegistry::usual).map(unparsed))
            .toList();

    /** Every engine; the first of a format and an operation is its default. */
    public static final List<Engine> ENGINES = Stream.of(
                    PARSING, UNPARSED, PartialEngines.beside(EngineRegistry::usual), Writer.of(PARSING))
            .flatMap(List::stream)
            .toList();

    private final List<CheckedEngine> all;

    /** Every engine, to be checked against the goldens of every object type. */
    public EngineRegistry(ObjectTypes types) {
        this(ENGINES, types);
    }

    /** These engines likewise. */
    public EngineRegistry(List<Engine> engines, ObjectTypes types) {
        List<CheckedEngine> checked = new ArrayList<>();
        for (Engine engine : engines) {
            boolean first = checked.stream()
                    .map(CheckedEngine::engine)
                    .noneMatch(other -> other.format() == engine.format() && other.operation() == engine.operation());
            checked.add(new CheckedEngine(engine, types.all(), first));
        }
        all = List.copyOf(checked);
    }

    /** Every engine, the default of each format and operation before its others. */
    public List<CheckedEngine> all() {
        return all;
    }

    /** The engine used for a format where a request names none; it writes the format's objects, too. */
    public CheckedEngine defaultOf(Format format) {
        return findDefault(format, Operation.DECODE)
                .orElseThrow(() ->
                        new IllegalStateException("no engine for " + format + ": add one to EngineRegistry.ENGINES"));
    }

    /** The engine used for a format and an operation where a request names none; none where no engine has that operation. */
    public Optional<CheckedEngine> findDefault(Format format, Operation operation) {
        return of(format, operation).filter(CheckedEngine::isDefault).findFirst();
    }

    /** The engine of this name for a format and an operation, where there is one. */
    public Optional<CheckedEngine> find(Format format, Operation operation, String name) {
        return of(format, operation)
                .filter(checked -> checked.engine().name().equals(name))
                .findFirst();
    }

    /** The first engine of this name that has to do with this format, where there is one. */
    public Optional<CheckedEngine> find(Format format, String name) {
        return of(format)
                .filter(checked -> checked.engine().name().equals(name))
                .findFirst();
    }

    /** The names of the engines of a format. */
    public List<String> namesOf(Format format) {
        return of(format).map(checked -> checked.engine().name()).toList();
    }

    /** The names of the engines of a format and an operation. */
    public List<String> namesOf(Format format, Operation operation) {
        return of(format, operation).map(checked -> checked.engine().name()).toList();
    }

    /** The formats that an engine of this operation is for. */
    public List<Format> formatsOf(Operation operation) {
        return Arrays.stream(Format.values())
                .filter(format -> findDefault(format, operation).isPresent())
                .toList();
    }

    /** What to tell whoever asks for objects in a format that cannot carry them; empty where it can. */
    public static Optional<String> uncarried(Format format, ObjectType type) {
        return type.uncarriedBy(format)
                .map(why -> format + " cannot carry " + type.name() + ": " + why + "; ask for another format");
    }

    /** The versions of the engines' libraries, by artifact; floors have none. */
    public Map<String, String> libraries() {
        Map<String, String> versions = new HashMap<>();
        all.stream()
                .map(CheckedEngine::engine)
                .filter(engine -> !engine.library().equals(Unparsed.LIBRARY))
                .forEach(engine -> versions.put(engine.library(), engine.version()));
        return versions;
    }

    private static Engine usual(Format format) {
        return WRITING.stream()
                .filter(engine -> engine.format() == format)
                .findFirst()
                .orElseThrow();
    }

    /** The engines of a format that are in a series; its default first. */
    public List<CheckedEngine> of(Format format, Checks checks) {
        return of(format)
                .filter(checked -> checked.engine().checks().contains(checks))
                .toList();
    }

    private Stream<CheckedEngine> of(Format format, Operation operation) {
        return of(format).filter(checked -> checked.engine().operation() == operation);
    }

    private Stream<CheckedEngine> of(Format format) {
        return all.stream().filter(checked -> checked.engine().format() == format);
    }
}
