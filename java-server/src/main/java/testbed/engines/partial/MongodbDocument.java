package testbed.engines.partial;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import testbed.contract.Kind;
import testbed.engines.Engine;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.excerpts.DummyExcerpt;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/**
 * BSON by the documents of MongoDB's driver: the whole body as values in maps and lists, which are asked for each field. An int64 that no int32
 * holds is cut. A text of one ASCII character is one that the library keeps.
 */
final class MongodbDocument extends PartialEngine<Function<BsonDocument, Record>> {
    private static final DecoderContext CONTEXT = DecoderContext.builder().build();
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    MongodbDocument(Engine usual) {
        super(
                "mongodb-document",
                "bson",
                Kind.TREE,
                List.of(),
                "everything: types, lengths, and that texts end; not that they are UTF-8",
                usual,
                Map.of(NumericObject.class, MongodbDocument::numeric, DummyObject.class, MongodbDocument::dummy));
    }

    @Override
    public String version() {
        return Libraries.version(BsonDocument.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Function<BsonDocument, Record> read = reader(type);
        return body -> {
            try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(body))) {
                return read.apply(CODEC.decode(reader, CONTEXT));
            }
        };
    }

    private static NumericExcerpt numeric(BsonDocument object) {
        BsonArray list = object.getArray("coordinates");
        return new NumericExcerpt(
                object.getString("id").getValue(),
                object.getNumber("numbr").intValue(),
                list.size() > 4 ? latitude(list.get(4).asDocument()) : null);
    }

    private static Double latitude(BsonDocument point) {
        return point.getNumber("latitude").doubleValue();
    }

    private static DummyExcerpt dummy(BsonDocument object) {
        return new DummyExcerpt(
                object.getString("_id").getValue(),
                object.getNumber("age").intValue(),
                object.getString("favoriteFruit").getValue());
    }
}
