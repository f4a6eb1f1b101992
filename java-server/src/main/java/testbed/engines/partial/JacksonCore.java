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
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.PackageVersion;

/**
 * JSON by the parser of jackson-core, pulled by hand: one pass over names and values. It decodes each name, and no text that is skipped; it
 * takes the last of a repeated field.
 */
final class JacksonCore extends PartialEngine<Function<JsonParser, Record>> {
    private static final JsonFactory FACTORY = new JsonFactory();

    JacksonCore(Engine usual) {
        super(
                "jackson-core",
                "jackson-core",
                Kind.PULL,
                List.of(),
                "the syntax, and that texts are UTF-8; a number may be of any size",
                usual,
                Map.of(NumericObject.class, JacksonCore::numeric, DummyObject.class, JacksonCore::dummy));
    }

    @Override
    public String version() {
        return PackageVersion.VERSION.toString();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Function<JsonParser, Record> read = reader(type);
        return body -> {
            try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), body)) {
                expect(parser, JsonToken.START_OBJECT);
                Record excerpt = read.apply(parser);
                expect(parser, null);
                return excerpt;
            }
        };
    }

    private static NumericExcerpt numeric(JsonParser parser) {
        String id = null;
        Integer numbr = null;
        Double latitude = null;
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            switch (name) {
                case "id" -> id = text(parser);
                case "numbr" -> numbr = int32(parser);
                case "coordinates" -> latitude = fifthLatitude(parser);
                default -> skip(parser);
            }
        }
        return new NumericExcerpt(there(id, "id"), there(numbr, "numbr"), latitude);
    }

    private static DummyExcerpt dummy(JsonParser parser) {
        String id = null;
        Integer age = null;
        String favoriteFruit = null;
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            switch (name) {
                case "_id" -> id = text(parser);
                case "age" -> age = int32(parser);
                case "favoriteFruit" -> favoriteFruit = text(parser);
                default -> skip(parser);
            }
        }
        return new DummyExcerpt(there(id, "_id"), there(age, "age"), there(favoriteFruit, "favoriteFruit"));
    }

    private static Double fifthLatitude(JsonParser parser) {
        Double latitude = null;
        expect(parser, JsonToken.START_ARRAY);
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (i == 4) {
                latitude = latitude(parser);
            } else {
                parser.skipChildren();
            }
        }
        return latitude;
    }

    private static Double latitude(JsonParser parser) {
        Double latitude = null;
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            if (name.equals("latitude")) {
                parser.nextToken();
                latitude = parser.getDoubleValue();
            } else {
                skip(parser);
            }
        }
        return there(latitude, "latitude");
    }

    private static String text(JsonParser parser) {
        expect(parser, JsonToken.VALUE_STRING);
        return parser.getString();
    }

    private static int int32(JsonParser parser) {
        expect(parser, JsonToken.VALUE_NUMBER_INT);
        return parser.getIntValue();
    }

    private static void skip(JsonParser parser) {
        parser.nextToken();
        parser.skipChildren();
    }

    private static void expect(JsonParser parser, JsonToken expected) {
        JsonToken token = parser.nextToken();
        if (token != expected) {
            throw new StreamReadException(parser, token + " where " + expected + " belongs");
        }
    }
}
