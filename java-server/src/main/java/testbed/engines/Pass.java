package testbed.engines;

import java.util.zip.CRC32C;
import testbed.guard.Utf8;
import testbed.measure.Decoder;
import testbed.objects.Once;

/** Reads each byte of a body once, and gives a kept object. */
final class Pass extends Unparsed {
    private final boolean isText;

    /** The pass over the format that this engine is the default of. */
    Pass(Engine usual) {
        super(
                "pass",
                usual,
                usual.format().isText()
                        ? "checks that the bytes are UTF-8, and gives a kept object"
                        : "takes the bytes' CRC-32C, and gives a kept object");
        isText = usual.format().isText();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return isText ? new OverText(usual(type)) : new OverBytes(usual(type));
    }

    /** What a pass has in common, whatever it reads by. */
    private abstract static class Reader implements Decoder {
        private final Once<Decoder> usual;
        private Object kept;

        Reader(Once<Decoder> usual) {
            this.usual = usual;
        }

        abstract void read(byte[] body);

        @Override
        public final void expect(Object object) {
            kept = object;
        }

        @Override
        public final Object decode(byte[] body) {
            if (kept == null) {
                return usual.get().decode(body);
            }
            read(body);
            return kept;
        }
    }

    private static final class OverText extends Reader {
        OverText(Once<Decoder> usual) {
            super(usual);
        }

        @Override
        void read(byte[] body) {
            Utf8.check(body, 0, body.length, "the body is not UTF-8");
        }
    }

    /** Any bytes are a CRC's, and HotSpot takes it faster than it adds bytes up. */
    private static final class OverBytes extends Reader {
        /** Keeps what it took, so that no compiler leaves the pass out. */
        private final CRC32C taken = new CRC32C();

        OverBytes(Once<Decoder> usual) {
            super(usual);
        }

        @Override
        void read(byte[] body) {
            taken.update(body, 0, body.length);
        }
    }
}
