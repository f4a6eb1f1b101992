package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import testbed.Problem;
import testbed.Problem.Code;
import testbed.ProblemException;

/** Reads a request's whole body, and no more than its cap. */
final class RequestBody {
    private RequestBody() {}

    /**
     * The body.
     *
     * @param setting the variable that names the cap
     * @throws ProblemException {@code too_large}, as soon as the length is known or one byte too many has come
     */
    static byte[] read(HttpServletRequest request, int cap, String setting) throws IOException {
        byte[] body = request.getContentLengthLong() > cap
                ? null
                : request.getInputStream().readNBytes(cap + 1);
        if (body == null || body.length > cap) {
            throw new ProblemException(
                    Problem.of(Code.TOO_LARGE, "the body is over " + cap + " bytes; send less, or raise " + setting));
        }
        return body;
    }
}
