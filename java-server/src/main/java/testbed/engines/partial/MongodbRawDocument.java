package testbed.engines.partial;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.RawBsonDocument;
import testbed.contract.Kind;
import testbed.engines.Engine;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.excerpts.DummyExcerpt;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/**
 * BSON by the raw documents of MongoDB's driver, asked for each field by name: a view over the bytes, without an index. Each question makes a
 * reader, which looks for the field from the first element on and skips texts, documents and lists by their lengths; what comes behind it
 * is never looked at. An int64 that no int32 holds is cut. A text of one ASCII character is one that the library keeps.
 */
final class MongodbRawDocument extends PartialEngine<Function<RawBsonDocument, Record>> {
    MongodbRawDocument(Engine usual) {
        super(
                "mongodb-raw-document",
                "bson",
                Kind.LAZY,
                List.of(),
                "types and lengths, of what comes before a field that is asked for; nothing inside of texts, documents and lists",
                usual,
                Map.of(
                        NumericObject.class, MongodbRawDocument::numeric,
                        DummyObject.class, MongodbRawDocument::dummy));
    }

    @Override
    public String version() {
        return Libraries.version(RawBsonDocument.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Function<RawBsonDocument, Record> read = reader(type);
        return body -> read.apply(new RawBsonDocument(body));
    }

    private static NumericExcerpt numeric(RawBsonDocument object) {
        return new NumericExcerpt(
                text(object, "id"),
                number(object, "numbr").intValue(),
                fifthLatitude(there(object.get("coordinates"), "coordinates").asArray()));
    }

    private static DummyExcerpt dummy(RawBsonDocument object) {
        return new DummyExcerpt(text(object, "_id"), number(object, "age").intValue(), text(object, "favoriteFruit"));
    }

    /** Null where the list is too short: to ask how long it is would walk the whole of it. */
    private static Double fifthLatitude(BsonArray list) {
        BsonDocument point;
        try {
            point = list.get(4).asDocument();
        } catch (IndexOutOfBoundsException e) {
            return null;
        }
        return number(point, "latitude").doubleValue();
    }

    private static String text(BsonDocument object, String field) {
        return there(object.get(field), field).asString().getValue();
    }

    private static BsonNumber number(BsonDocument object, String field) {
        return there(object.get(field), field).asNumber();
    }
}
