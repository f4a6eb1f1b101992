package testbed.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.Wire;

/** Writes whole responses: the exact Content-Type, the Content-Length, the bytes. Nothing is negotiated. */
public final class Respond {
    private Respond() {}

    /** A 200 with these bytes. */
    public static void with(HttpServletResponse response, String mediaType, byte[] body) throws IOException {
        with(response, mediaType, body, body.length);
    }

    /** A 200 with the first so many of these bytes. */
    public static void with(HttpServletResponse response, String mediaType, byte[] body, int length)
            throws IOException {
        response.setContentType(mediaType);
        response.setContentLength(length);
        response.getOutputStream().write(body, 0, length);
    }

    /** A problem with its status; {@code busy} says when to come back, {@code unauthorized} how a token is sent. */
    public static void with(HttpServletResponse response, Problem problem) throws IOException {
        response.setStatus(problem.status());
        if (problem.code() == Code.BUSY) {
            response.setHeader("Retry-After", "1");
        }
        if (problem.code() == Code.UNAUTHORIZED) {
            response.setHeader("WWW-Authenticate", "Bearer");
        }
        with(response, Problem.MEDIA_TYPE, Wire.bytes(problem));
    }
}
