package testbed.engines;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.bson.BsonBinaryReader;

/** Gives the fields of a record the names of its components; those of a map stay as they are. */
final class RenamingBsonReader extends BsonBinaryReader {
    /** Of each open document; null where names stay. */
    @SuppressWarnings("unchecked")
    private Map<String, String>[] names = new Map[8];

    private int open = -1;
    private Map<String, String> next;

    RenamingBsonReader(byte[] body) {
        super(ByteBuffer.wrap(body));
    }

    /** Renames the fields of the document that is opened next, and of none in it. */
    void rename(Map<String, String> fields) {
        next = fields;
    }

    @Override
    public void readStartDocument() {
        super.readStartDocument();
        if (++open == names.length) {
            names = Arrays.copyOf(names, open * 2);
        }
        names[open] = next;
        next = null;
    }

    @Override
    public void readEndDocument() {
        super.readEndDocument();
        open--;
    }

    @Override
    public String readName() {
        String name = super.readName();
        Map<String, String> renamed = names[open];
        return renamed == null ? name : renamed.getOrDefault(name, name);
    }
}
