package testbed.engines.partial;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonBinaryReader;
import org.bson.BsonReader;
import org.bson.BsonType;
import testbed.contract.Kind;
import testbed.engines.Engine;
import testbed.engines.mongodbbsonreader.Numbers;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.excerpts.DummyExcerpt;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/**
 * BSON by hand, over the pulling reader of MongoDB's driver: one pass over the elements of the document, which skips texts, documents and lists
 * by their lengths. It takes the last of a repeated field. A text of one ASCII character is one that the library keeps.
 */
final class MongodbBsonReaderPull extends PartialEngine<Function<BsonReader, Record>> {
    MongodbBsonReaderPull(Engine usual) {
        super(
                "mongodb-bson-reader-pull",
                "bson",
                Kind.PULL,
                List.of(),
                "types and lengths; nothing inside of texts, documents and lists",
                usual,
                Map.of(
                        NumericObject.class,
                        MongodbBsonReaderPull::numeric,
                        DummyObject.class,
                        MongodbBsonReaderPull::dummy));
    }

    @Override
    public String version() {
        return Libraries.version(BsonBinaryReader.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Function<BsonReader, Record> read = reader(type);
        return body -> {
            try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(body))) {
                return read.apply(reader);
            }
        };
    }

    private static NumericExcerpt numeric(BsonReader reader) {
        String id = null;
        Integer numbr = null;
        Double latitude = null;
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "id" -> id = reader.readString();
                case "numbr" -> numbr = Numbers.int32(reader);
                case "coordinates" -> latitude = fifthLatitude(reader);
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        return new NumericExcerpt(there(id, "id"), there(numbr, "numbr"), latitude);
    }

    private static DummyExcerpt dummy(BsonReader reader) {
        String id = null;
        Integer age = null;
        String favoriteFruit = null;
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "_id" -> id = reader.readString();
                case "age" -> age = Numbers.int32(reader);
                case "favoriteFruit" -> favoriteFruit = reader.readString();
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        return new DummyExcerpt(there(id, "_id"), there(age, "age"), there(favoriteFruit, "favoriteFruit"));
    }

    private static Double fifthLatitude(BsonReader reader) {
        Double latitude = null;
        reader.readStartArray();
        for (int i = 0; reader.readBsonType() != BsonType.END_OF_DOCUMENT; i++) {
            if (i == 4) {
                latitude = latitude(reader);
            } else {
                reader.skipValue();
            }
        }
        reader.readEndArray();
        return latitude;
    }

    private static Double latitude(BsonReader reader) {
        Double latitude = null;
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            if (reader.readName().equals("latitude")) {
                latitude = Numbers.real(reader);
            } else {
                reader.skipValue();
            }
        }
        reader.readEndDocument();
        return there(latitude, "latitude");
    }
}
