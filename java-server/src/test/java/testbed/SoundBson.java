package testbed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Whether BSON is one that bson4jackson may be asked about without a guard: it believes every length, and compiles every pattern. */
final class SoundBson {
    private static final int MOST_LEVELS = 64;

    private final ByteBuffer body;

    private SoundBson(byte[] body) {
        this.body = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Whether all lengths fit, and all types are those that objects have. */
    static boolean is(byte[] body) {
        try {
            return new SoundBson(body).isDocument(1);
        } catch (IllegalArgumentException | java.nio.BufferUnderflowException e) {
            return false;
        }
    }

    private boolean isDocument(int level) {
        int end = body.position() + body.getInt();
        if (level > MOST_LEVELS) {
            return false;
        }
        for (int type = body.get(); type != 0; type = body.get()) {
            skipName();
            if (!isValue(type, level)) {
                return false;
            }
        }
        return body.position() == end;
    }

    private void skipName() {
        while (body.get() != 0) {
            // Its characters mean nothing here.
        }
    }

    private boolean isValue(int type, int level) {
        switch (type) {
            case 0x02 -> skip(body.getInt());
            case 0x03, 0x04 -> {
                return isDocument(level + 1);
            }
            case 0x08 -> skip(1);
            case 0x0A -> skip(0);
            case 0x10 -> skip(4);
            case 0x01, 0x12 -> skip(8);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void skip(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException();
        }
        body.position(body.position() + bytes);
    }
}
