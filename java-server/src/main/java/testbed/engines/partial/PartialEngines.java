package testbed.engines.partial;

import java.util.List;
import java.util.function.Function;
import testbed.contract.Format;
import testbed.engines.Engine;

/** The registry of engines of operation partial: a new one is its class beside this file, and its line here. */
public final class PartialEngines {
    private PartialEngines() {}

    /** Every engine, beside its format's default engine; the first of a format is its default for operation partial. */
    public static List<Engine> beside(Function<Format, Engine> usual) {
        Engine json = usual.apply(Format.JSON);
        Engine bson = usual.apply(Format.BSON);
        Engine xml = usual.apply(Format.XML);
        return List.of(
                new JacksonDatabindPartial(json),
                new JacksonCore(json),
                new Fastjson2Jsonpath(json),
                new JacksonDatabindTree(json),
                new Bson4JacksonPartial(bson),
                new MongodbRecordCodecPartial(bson),
                new MongodbBsonReaderPull(bson),
                new MongodbRawDocument(bson),
                new MongodbDocument(bson),
                new JacksonDataformatXmlPartial(xml),
                new WoodstoxPull(xml),
                new JdkDom(xml));
    }
}
