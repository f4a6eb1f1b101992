package testbed.engines.mongodbbsonreader;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonType;

/** The fields of a document that came so far, a bit each, and what stands in one. */
final class Fields {
    private final BsonReader reader;
    private final int all;
    private int seen;

    /** Of a document with so many fields, 31 at most. */
    Fields(BsonReader reader, int count) {
        this.reader = reader;
        this.all = (1 << count) - 1;
    }

    /** Says that a field came, by its place in the schema. */
    void comes(int place) {
        int bit = 1 << place;
        if ((seen & bit) != 0) {
            throw new BsonInvalidOperationException("field " + reader.getCurrentName() + " comes twice");
        }
        seen |= bit;
    }

    /** Refuses a field that the schema has not. */
    BsonInvalidOperationException unknown() {
        return new BsonInvalidOperationException("field " + reader.getCurrentName() + " is unknown");
    }

    /** Says that the document ends. */
    void end() {
        if (seen != all) {
            throw new BsonInvalidOperationException("fields are missing: bits " + Integer.toBinaryString(all & ~seen));
        }
    }

    /** An int32, or an int64 that fits one. */
    int int32() {
        return Numbers.int32(reader);
    }

    /** An int64 or int32. */
    long int64() {
        return Numbers.int64(reader);
    }

    /** A double, or a whole number. */
    double real() {
        return Numbers.real(reader);
    }

    /** A list of items that are read so. */
    <T> List<T> list(Function<BsonReader, T> item) {
        List<T> items = new ArrayList<>();
        reader.readStartArray();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            items.add(item.apply(reader));
        }
        reader.readEndArray();
        return items;
    }
}
