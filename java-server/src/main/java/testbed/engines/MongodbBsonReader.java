package testbed.engines;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonBinaryReader;
import org.bson.BsonReader;
import testbed.contract.Checks;
import testbed.engines.mongodbbsonreader.DummyObjectReader;
import testbed.engines.mongodbbsonreader.NumericObjectReader;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/**
 * BSON by hand, over the pulling reader of MongoDB's driver: what that costs without a codec. It reads
 * two object types, whose readers are made from their schemas, as a person would write them, and lie in
 * the folder that bears the engine's name. They look for what equal checks look for. The library checks
 * the length of each document, but not that nothing follows the last. It takes each byte but 1 for
 * {@code false}. A text of one ASCII character is one that it keeps.
 */
final class MongodbBsonReader extends ByHand<Function<BsonReader, ?>> {
    MongodbBsonReader(Engine usual) {
        super(
                "mongodb-bson-reader",
                "bson",
                List.of(Checks.USUAL, Checks.EQUAL),
                List.of("a reader by hand for each object type: each field is known, there, and there once"),
                usual,
                Map.of(NumericObject.class, NumericObjectReader::read, DummyObject.class, DummyObjectReader::read));
    }

    @Override
    public String version() {
        return Libraries.version(BsonBinaryReader.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Function<BsonReader, ?> read = reader(type);
        return body -> {
            try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(body))) {
                return read.apply(reader);
            }
        };
    }
}
