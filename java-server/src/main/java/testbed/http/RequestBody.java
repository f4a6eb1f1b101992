package testbed.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/** Reads a request's whole body, no more than its cap, and not forever. */
public final class RequestBody {
    private static final int PIECE = 8192;

    private RequestBody() {}

    /**
     * Refuses a body in a content coding, whatever it is called: nothing here decodes one.
     *
     * @throws ProblemException {@code unsupported_media_type}
     */
    public static void checkPlain(HttpServletRequest request, HttpServletResponse response) {
        if (request.getHeader("Content-Encoding") != null) {
            response.setHeader("Accept-Encoding", "identity");
            throw new ProblemException(
                    Problem.of(Code.UNSUPPORTED_MEDIA_TYPE, "the body has a Content-Encoding; send it as it is"));
        }
    }

    /**
     * The body.
     *
     * @param cap how large it may be, bytes
     * @param setting the variable that names the cap
     * @throws ProblemException {@code too_large}, as soon as the length is known or one byte too many has come; {@code invalid_request}
     *     where the body does not come whole, or not within {@code CLIENT_TIMEOUT_MS}
     */
    public static byte[] read(HttpServletRequest request, int cap, String setting, Config config) {
        if (request.getContentLengthLong() > cap) {
            throw tooLarge(cap, setting);
        }
        long end = System.nanoTime() + config.clientTimeoutMs() * 1_000_000L;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] piece = new byte[PIECE];
        try {
            InputStream in = request.getInputStream();
            // No read takes longer than CLIENT_TIMEOUT_MS either: Tomcat's timeout between two of them is the same.
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                if (body.size() + read > cap) {
                    throw tooLarge(cap, setting);
                }
                body.write(piece, 0, read);
                if (System.nanoTime() - end > 0) {
                    throw notWhole();
                }
            }
        } catch (IOException e) { // A read's own timeout, or a client that is gone and reads no answer.
            throw notWhole();
        }
        return body.toByteArray();
    }

    private static ProblemException tooLarge(int cap, String setting) {
        return new ProblemException(
                Problem.of(Code.TOO_LARGE, "the body is over " + cap + " bytes; send less, or raise " + setting));
    }

    private static ProblemException notWhole() {
        return new ProblemException(Problem.of(Code.INVALID_REQUEST, Problem.NOT_WHOLE));
    }
}
