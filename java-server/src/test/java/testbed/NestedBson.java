package testbed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** BSON that is nothing but documents in documents. */
public final class NestedBson {
    private NestedBson() {}

    /** This many documents, the outermost included, each but the innermost with one element named {@code a}. */
    public static byte[] of(int documents) {
        int length = 5 + 8 * (documents - 1);
        ByteBuffer body = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        for (int left = length; left > 5; left -= 8) {
            body.putInt(left).put((byte) 3).put((byte) 'a').put((byte) 0);
        }
        body.putInt(5); // what follows are the documents' last bytes, all zero
        return body.array();
    }
}
