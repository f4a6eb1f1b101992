package testbed.http;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import testbed.contract.Code;
import testbed.contract.Problem;

/**
 * Bounds what slow clients can hold. Tomcat gives a request a thread until its whole body has come, whether a handler reads it or not, so
 * that some hundred clients which announce a body and send none would stop a server. Here they hold three threads of four at the most,
 * and none for long, but those that push to an ingest, which has a limit of its own.
 */
public final class Patience extends ValveBase {
    /** How many requests are answered at a time. */
    public static final int THREADS = 200;

    private static final int MOST_WAITING = THREADS * 3 / 4;
    /** How much of a body that no handler wanted is read, so that its client, still sending, comes to read the answer. */
    private static final int MOST_DRAINED = 2 << 20;

    private static final long DRAIN_NS = 1_000_000_000;
    /** How long a body may take that no thread may wait for. */
    private static final long MOMENT_NS = 100_000_000;

    private final Semaphore waiting = new Semaphore(MOST_WAITING);

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        boolean whole = isWhole(request.getCoyoteRequest());
        if (isUnwanted(request)) {
            response.setHeader("Connection", "close");
        }
        if (whole || !waiting.tryAcquire()) {
            if (whole || comesSoon(request.getCoyoteRequest())) {
                getNext().invoke(request, response);
            } else {
                refuse(request, response);
            }
            return;
        }
        try {
            getNext().invoke(request, response);
            drain(request, response);
        } finally {
            waiting.release();
        }
    }

    private static void refuse(Request request, Response response) throws IOException {
        response.setHeader("Connection", "close");
        Respond.with(
                response,
                Problem.of(
                        Code.BUSY,
                        "too many clients have announced a body and not sent it yet; try again, or send the body along with its head"));
        abandon(request);
    }

    /**
     * Refuses a request for another reason, its body unread. A client that still sends it comes to read the answer as long as there are
     * threads for those.
     */
    void refuse(Request request, Response response, Problem problem) throws IOException {
        boolean whole = isWhole(request.getCoyoteRequest());
        if (isLast(request.getCoyoteRequest()) || !request.getInputStream().isFinished()) {
            response.setHeader("Connection", "close");
        }
        Respond.with(response, problem);
        if (whole) {
            return;
        }
        if (!waiting.tryAcquire()) {
            abandon(request);
            return;
        }
        try {
            drain(request, response);
        } finally {
            waiting.release();
        }
    }

    /** Whether there is a body that no handler reads: none does with these methods. */
    private static boolean isUnwanted(Request request) throws IOException {
        boolean reads =
                !request.getMethod().equals("GET") && !request.getMethod().equals("HEAD");
        return !reads && !request.getInputStream().isFinished();
    }

    /** Whether the body arrives within a moment, as that of an honest client does that sends head and body one after the other. */
    private static boolean comesSoon(org.apache.coyote.Request request) {
        long end = System.nanoTime() + MOMENT_NS;
        while (!isWhole(request)) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(MOMENT_NS / 50);
        }
        return true;
    }

    /** Whether Tomcat itself has refused the request, and closes the connection. */
    static boolean isRefused(org.apache.coyote.Request request) {
        return request.getResponse().getStatus() >= 400;
    }

    /** Whether Tomcat closes the connection behind the answer, of which it says nothing. */
    private static boolean isLast(org.apache.coyote.Request request) {
        AtomicBoolean failed = new AtomicBoolean();
        request.action(ActionCode.IS_ERROR, failed);
        return failed.get();
    }

    /** Whether the request's body is there, as far as a look tells that does not wait. */
    private static boolean isWhole(org.apache.coyote.Request request) {
        if (isRefused(request)) {
            return true;
        }
        long length = request.getContentLengthLong();
        boolean chunked = length < 0 && request.getHeader("Transfer-Encoding") != null;
        if (chunked || length <= 0) {
            return !chunked;
        }
        request.action(ActionCode.AVAILABLE, true);
        return request.getAvailable() >= length;
    }

    /**
     * Ends the connection after the answer where no handler read the whole body; reads of it what comes soon. The answer is on its way
     * by then: {@link ProblemHandler} has announced the end in it.
     */
    private static void drain(Request request, Response response) throws IOException {
        ServletInputStream in = request.getInputStream();
        if (in.isFinished()) {
            return;
        }
        response.finishResponse();
        long end = System.nanoTime() + DRAIN_NS;
        byte[] discarded = new byte[8192];
        try {
            int read = 0;
            for (int drained = 0; read >= 0 && drained < MOST_DRAINED && System.nanoTime() - end < 0; drained += read) {
                read = in.read(discarded);
            }
        } catch (IOException e) {
            // The client sent nothing more, or went away.
        }
        abandon(request);
    }

    /** Has Tomcat close the connection, and not wait for the rest of the body. */
    private static void abandon(Request request) {
        request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
}
