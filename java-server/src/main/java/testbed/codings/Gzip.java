package testbed.codings;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import testbed.contract.Coding;
import testbed.environment.Libraries;

/** By the JDK's deflate; a member's header and trailer are written and read here, so that every server accepts the same. */
final class Gzip implements Coder {
    private static final int LEVEL = 6;
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final int TRAILER = 8;

    @Override
    public Coding coding() {
        return Coding.GZIP;
    }

    @Override
    public String library() {
        return "java.util.zip";
    }

    @Override
    public String version() {
        return Libraries.jdk();
    }

    @Override
    public byte[] encode(byte[] body) {
        // More than deflate makes of what it cannot shorten.
        ByteBuffer member = ByteBuffer.allocate(HEADER.length + body.length + body.length / 8 + 64 + TRAILER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(HEADER);
        Deflater deflater = new Deflater(LEVEL, true);
        try {
            deflater.setInput(body);
            deflater.finish();
            while (!deflater.finished()) {
                deflater.deflate(member);
            }
        } finally {
            deflater.end();
        }
        CRC32 checksum = new CRC32();
        checksum.update(body);
        member.putInt((int) checksum.getValue()).putInt(body.length).flip();
        byte[] coded = new byte[member.remaining()];
        member.get(coded);
        return coded;
    }

    @Override
    public BodyDecoder decoder(int mostBytes) {
        return new Member(mostBytes);
    }

    /** Decodes bodies of exactly one member. */
    private static final class Member extends BodyDecoder {
        private final Inflater inflater = new Inflater(true);
        private final CRC32 checksum = new CRC32();

        Member(int mostBytes) {
            super(mostBytes);
        }

        @Override
        int fill(byte[] body) {
            inflater.reset();
            checksum.reset();
            checkHeader(body);
            // The trailer, too: what is left over says where the data ends.
            inflater.setInput(body, HEADER.length, body.length - HEADER.length);
            int length = inflate();
            if (length < buffer.length) {
                checkTrailer(ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN), length);
            }
            return length;
        }

        private static void checkHeader(byte[] body) {
            if (body.length < HEADER.length || body[0] != HEADER[0] || body[1] != HEADER[1]) {
                throw CodingException.broken("it does not begin with a header");
            }
            if (body[2] != HEADER[2]) {
                throw CodingException.broken("its method at byte 2 is not deflate");
            }
            if (body[3] != HEADER[3]) {
                throw CodingException.broken("its flags at byte 3 are not 0");
            }
        }

        private int inflate() {
            int length = 0;
            try {
                while (!inflater.finished() && length < buffer.length) {
                    int more = inflater.inflate(buffer, length, buffer.length - length);
                    if (more == 0 && !inflater.finished()) {
                        throw CodingException.broken("it is cut in its data");
                    }
                    length += more;
                }
            } catch (DataFormatException e) {
                throw CodingException.broken("its data are not what deflate writes");
            }
            return length;
        }

        private void checkTrailer(ByteBuffer body, int length) {
            int at = body.limit() - inflater.getRemaining();
            if (inflater.getRemaining() < TRAILER) {
                throw CodingException.broken("it is cut in its trailer");
            }
            checksum.update(buffer, 0, length);
            if (body.getInt(at) != (int) checksum.getValue()) {
                throw CodingException.broken("its checksum at byte " + at + " is wrong");
            }
            if (body.getInt(at + 4) != length) {
                throw CodingException.broken("its length at byte " + (at + 4) + " is wrong");
            }
            if (inflater.getRemaining() > TRAILER) {
                throw CodingException.broken("more bytes follow its end at byte " + (at + TRAILER));
            }
        }

        @Override
        public void close() {
            inflater.end();
        }
    }
}
