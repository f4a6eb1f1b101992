package testbed.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.NoHandlerFoundException;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/** Renders whatever a handler throws as a problem, whatever the client accepts. What does not reach Spring is {@link ProblemValve}'s. */
@ControllerAdvice
public final class ProblemHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);

    @ExceptionHandler
    void render(ProblemException e, HttpServletRequest request, HttpServletResponse response) throws IOException {
        ProblemValve.say(request, e.problem());
        refuse(request, response, e.problem());
    }

    @ExceptionHandler
    void render(NoHandlerFoundException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        refuse(request, response, Problem.of(Code.NOT_FOUND, "no such path; docs/contract/openapi.yaml lists them"));
    }

    @ExceptionHandler
    void render(HttpRequestMethodNotSupportedException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Set<HttpMethod> supported = e.getSupportedHttpMethods();
        // Spring answers HEAD wherever it answers GET, and does not count it.
        String allowed = supported == null
                ? ""
                : String.join(", ", supported.stream().map(HttpMethod::name).toList())
                        .replace("GET", "GET, HEAD");
        response.setHeader("Allow", allowed);
        refuse(
                request,
                response,
                Problem.of(Code.METHOD_NOT_ALLOWED, "the path does not answer this method; allowed are " + allowed));
    }

    /** The client went away, or broke off its own request: nobody is there to read an answer. */
    @ExceptionHandler
    void render(IOException e) {}

    @ExceptionHandler
    void render(Throwable e, HttpServletResponse response) throws IOException {
        LOG.error("A request failed inside the server", e);
        if (!response.isCommitted()) {
            response.reset();
            Respond.with(response, Problem.internal("the request failed inside the server; its log says why"));
        }
    }

    /** Says that the connection ends where the request's body was not read: {@link Patience} ends it. */
    private static void refuse(HttpServletRequest request, HttpServletResponse response, Problem problem)
            throws IOException {
        if (!request.getInputStream().isFinished()) {
            response.setHeader("Connection", "close");
        }
        Respond.with(response, problem);
    }
}
