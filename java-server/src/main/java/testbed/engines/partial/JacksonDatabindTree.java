package testbed.engines.partial;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import testbed.contract.Kind;
import testbed.engines.Engine;
import testbed.measure.Decoder;
import testbed.objects.excerpts.DummyExcerpt;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON by the tree of jackson-databind: the whole body as nodes, which are asked for each field. It takes the last of a repeated field. */
final class JacksonDatabindTree extends PartialEngine<Function<JsonNode, Record>> {
    JacksonDatabindTree(Engine usual) {
        super(
                "jackson-databind-tree",
                usual.library(),
                Kind.TREE,
                List.of(),
                "everything: the syntax, and that texts are UTF-8; a number may be of any size",
                usual,
                Map.of(
                        NumericObject.class,
                        JacksonDatabindTree::numeric,
                        DummyObject.class,
                        JacksonDatabindTree::dummy));
    }

    @Override
    public String version() {
        return usual().version();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Function<JsonNode, Record> read = reader(type);
        JsonMapper mapper = JsonMapper.shared();
        return body -> read.apply(mapper.readTree(body));
    }

    private static NumericExcerpt numeric(JsonNode object) {
        JsonNode fifth = object.required("coordinates").get(4);
        return new NumericExcerpt(
                object.required("id").stringValue(),
                object.required("numbr").intValue(),
                fifth == null ? null : (Double) fifth.required("latitude").doubleValue());
    }

    private static DummyExcerpt dummy(JsonNode object) {
        return new DummyExcerpt(
                object.required("_id").stringValue(),
                object.required("age").intValue(),
                object.required("favoriteFruit").stringValue());
    }
}
