package testbed.codings;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import testbed.contract.Coding;
import testbed.environment.Libraries;

/** By zstd-jni, which is the C library; a frame's header is read here, so that every server accepts the same. */
final class Zstd implements Coder {
    private static final String LIBRARY = "zstd-jni";
    private static final int LEVEL = 3;
    private static final int MAGIC = 0xfd2fb528;
    /** The largest that HTTP allows (RFC 9659), bytes. */
    private static final long MOST_WINDOW = 8 << 20;

    private static final int DICTIONARY = 0b0000_0011;
    private static final int RESERVED = 0b0000_1000;
    private static final int SINGLE_SEGMENT = 0b0010_0000;

    @Override
    public Coding coding() {
        return Coding.ZSTD;
    }

    @Override
    public String library() {
        return LIBRARY;
    }

    @Override
    public String version() {
        return Libraries.version(ZstdException.class);
    }

    @Override
    public byte[] encode(byte[] body) {
        try (ZstdCompressCtx context = MachineCode.use(LIBRARY, ZstdCompressCtx::new)) {
            return context.setLevel(LEVEL)
                    .setContentSize(true)
                    .setChecksum(false)
                    .compress(body);
        }
    }

    @Override
    public BodyDecoder decoder(int mostBytes) {
        return new Frame(mostBytes);
    }

    /** Decodes bodies of exactly one frame. */
    private static final class Frame extends BodyDecoder {
        private final ZstdDecompressCtx context = MachineCode.use(LIBRARY, ZstdDecompressCtx::new);

        Frame(int mostBytes) {
            super(mostBytes);
        }

        @Override
        int fill(byte[] body) {
            ByteBuffer header = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
            if (!fits(header)) {
                return buffer.length;
            }
            try {
                checkEnd(body);
                // Begins the context anew.
                return context.decompressByteArray(buffer, 0, buffer.length, body, 0, body.length);
            } catch (ZstdException e) {
                if (e.getErrorCode() == com.github.luben.zstd.Zstd.errDstSizeTooSmall()) {
                    return buffer.length;
                }
                throw CodingException.broken("its library refuses it (" + e.getMessage() + ")");
            }
        }

        /** Checks what the frame's header asks for, before any memory depends on it; whether the length that it states fits. */
        private boolean fits(ByteBuffer header) {
            if (header.remaining() < 6 || header.getInt() != MAGIC) {
                throw CodingException.broken("it does not begin with a frame's header");
            }
            int descriptor = header.get() & 0xff;
            if ((descriptor & RESERVED) != 0) {
                throw CodingException.broken("a reserved bit at byte 4 is set");
            }
            if ((descriptor & DICTIONARY) != 0) {
                throw CodingException.broken("it needs a dictionary, by byte 4");
            }
            boolean isSingle = (descriptor & SINGLE_SEGMENT) != 0;
            long window = isSingle ? 0 : window(header.get() & 0xff);
            long stated = stated(header, descriptor >> 6, isSingle);
            if (Long.compareUnsigned(stated, buffer.length) >= 0) {
                return false;
            }
            if (Math.max(window, isSingle ? stated : 0) > MOST_WINDOW) {
                throw CodingException.broken("its window is larger than " + MOST_WINDOW + " bytes");
            }
            return true;
        }

        /** The length that a header states; 0 where it states none. */
        private static long stated(ByteBuffer header, int width, boolean isSingle) {
            try {
                return switch (width) {
                    case 0 -> isSingle ? header.get() & 0xff : 0;
                    case 1 -> 256 + (header.getShort() & 0xffff);
                    case 2 -> header.getInt() & 0xffffffffL;
                    default -> header.getLong();
                };
            } catch (BufferUnderflowException e) {
                throw CodingException.broken("it is cut in its header");
            }
        }

        private static long window(int descriptor) {
            long power = 1L << (10 + (descriptor >> 3));
            return power + (power >> 3) * (descriptor & 7);
        }

        private static void checkEnd(byte[] body) {
            long end;
            try {
                end = com.github.luben.zstd.Zstd.findFrameCompressedSize(body);
            } catch (ZstdException e) {
                throw CodingException.broken("it is cut, or its blocks are wrong (" + e.getMessage() + ")");
            }
            if (end != body.length) {
                throw CodingException.broken("more bytes follow its end at byte " + end);
            }
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
