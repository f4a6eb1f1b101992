package testbed.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.Wire;

/** Renders as problems what Tomcat refuses before Spring sees it: a malformed request line, headers over their limit, TRACE. */
public final class ProblemValve extends ErrorReportValve {
    /** What Tomcat makes of a read that takes too long; to this server's clients it is a request that is not whole. */
    private static final int REQUEST_TIMEOUT = 408;

    private static final String SAID = ProblemValve.class.getName();

    /** What a handler says of a request; Tomcat lets nobody write it any more where a read took too long. */
    static void say(HttpServletRequest request, Problem problem) {
        request.setAttribute(SAID, problem);
    }

    @Override
    protected void report(Request request, Response response, Throwable throwable) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        Problem problem = request.getAttribute(SAID) instanceof Problem said ? said : problem(status);
        byte[] body = Wire.bytes(problem);
        try {
            if (status == REQUEST_TIMEOUT) {
                response.setStatus(problem.status());
                response.setHeader("Connection", "close");
            }
            response.setContentType(Problem.MEDIA_TYPE);
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
            response.finishResponse();
        } catch (IOException e) {
            // The client went away: nobody is there to read an answer.
        }
    }

    private static Problem problem(int status) {
        return switch (status) {
            case 404 -> Problem.of(Code.NOT_FOUND, "no such path; docs/contract/openapi.yaml lists them");
            case 405 ->
                Problem.of(
                        Code.METHOD_NOT_ALLOWED,
                        "the path does not answer this method; the Allow header lists those it does");
            case REQUEST_TIMEOUT -> Problem.of(Code.INVALID_REQUEST, Problem.NOT_WHOLE);
            case 500 -> Problem.internal("the request failed inside the server; its log says why");
            default ->
                Problem.of(
                        Code.INVALID_REQUEST,
                        "the request is not HTTP that this server reads: status " + status
                                + "; look at its request line and headers");
        };
    }
}
