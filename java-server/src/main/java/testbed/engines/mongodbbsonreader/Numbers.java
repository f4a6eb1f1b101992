package testbed.engines.mongodbbsonreader;

import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonType;

/** The numbers that a document may hold for a number of the schema, where the library takes one type alone. */
public final class Numbers {
    private Numbers() {}

    /** An int32, or an int64 that fits one. */
    public static int int32(BsonReader reader) {
        if (reader.getCurrentBsonType() != BsonType.INT64) {
            return reader.readInt32();
        }
        long value = reader.readInt64();
        if (value != (int) value) {
            throw new BsonInvalidOperationException("int64 value does not fit an int32 field");
        }
        return (int) value;
    }

    /** An int64 or int32. */
    static long int64(BsonReader reader) {
        return reader.getCurrentBsonType() == BsonType.INT32 ? reader.readInt32() : reader.readInt64();
    }

    /** A double, or a whole number. */
    public static double real(BsonReader reader) {
        return switch (reader.getCurrentBsonType()) {
            case INT32 -> reader.readInt32();
            case INT64 -> reader.readInt64();
            default -> reader.readDouble();
        };
    }
}
