package testbed.codings;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import com.aayushatharva.brotli4j.encoder.Encoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import testbed.contract.Coding;
import testbed.environment.Libraries;

/** By brotli4j, which is the C library. */
final class Br implements Coder {
    private static final String LIBRARY = "brotli4j";
    private static final int QUALITY = 5;
    private static final int WINDOW = 22;

    @Override
    public Coding coding() {
        return Coding.BR;
    }

    @Override
    public String library() {
        return LIBRARY;
    }

    @Override
    public String version() {
        return Libraries.version(Brotli4jLoader.class, "com.aayushatharva.brotli4j", LIBRARY);
    }

    @Override
    public byte[] encode(byte[] body) {
        load();
        try {
            return Encoder.compress(
                    body, new Encoder.Parameters().setQuality(QUALITY).setWindow(WINDOW));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public BodyDecoder decoder(int mostBytes) {
        load();
        return new Stream(mostBytes);
    }

    private static void load() {
        MachineCode.use(LIBRARY, () -> {
            Brotli4jLoader.ensureAvailability();
            return null;
        });
    }

    /** Decodes bodies of exactly one stream. The library cannot begin a context anew, so that each body has its own. */
    private static final class Stream extends BodyDecoder {
        Stream(int mostBytes) {
            super(mostBytes);
        }

        @Override
        int fill(byte[] body) {
            if (body.length == 0) {
                throw CodingException.broken("it is cut");
            }
            DecoderJNI.Wrapper stream = opened(body.length);
            try {
                stream.getInputBuffer().put(body);
                stream.push(body.length);
                return pulled(stream);
            } finally {
                stream.destroy();
            }
        }

        private static DecoderJNI.Wrapper opened(int length) {
            try {
                return new DecoderJNI.Wrapper(length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private int pulled(DecoderJNI.Wrapper stream) {
            int length = 0;
            while (stream.getStatus() != DecoderJNI.Status.DONE) {
                if (stream.getStatus() == DecoderJNI.Status.ERROR) {
                    throw CodingException.broken("its data are wrong, or more bytes follow its end");
                }
                if (stream.getStatus() == DecoderJNI.Status.NEEDS_MORE_OUTPUT) {
                    ByteBuffer piece = stream.pull();
                    if (piece.remaining() >= buffer.length - length) {
                        return buffer.length;
                    }
                    int more = piece.remaining();
                    piece.get(buffer, length, more);
                    length += more;
                    continue;
                }
                // Something of what was pushed may be left.
                stream.push(0);
                if (stream.getStatus() == DecoderJNI.Status.NEEDS_MORE_INPUT) {
                    throw CodingException.broken("it is cut");
                }
            }
            return length;
        }
    }
}
