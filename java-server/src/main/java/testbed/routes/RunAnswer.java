package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import testbed.answer.Event;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Format;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.contract.Shown;
import testbed.contract.Wire;
import testbed.http.ClientWatch;
import testbed.http.RequestBody;
import testbed.http.Respond;
import testbed.http.Wanted;
import testbed.run.Run;

/** Takes what a run is asked by, and tells of it. The request's thread only waits and tells; the run has its own. */
final class RunAnswer {
    private static final String NDJSON = "application/x-ndjson";
    private static final String TEXT = "text/plain;charset=utf-8";
    /** How soon a client that went away is noticed. */
    private static final long LOOK_AT_CLIENT_MS = 100;

    private RunAnswer() {}

    /**
     * The body of a request for a run.
     *
     * @throws ProblemException where it is no JSON, is coded, too large or not whole
     */
    static byte[] body(HttpServletRequest request, HttpServletResponse response, Config config) {
        checkType(request.getContentType());
        RequestBody.checkPlain(request, response);
        return RequestBody.read(request, config.maxRequestBytes(), "MAX_REQUEST_BYTES", config);
    }

    /** Starts a run, and tells of it in the form that the client accepts; as JSON where there is no table. */
    static void asWanted(Function<Consumer<Event>, Run> start, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Wanted wanted = Wanted.of(Collections.list(request.getHeaders("Accept")));
        if (wanted == Wanted.STREAM) {
            stream(start, request, response);
            return;
        }
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        Run run = start.apply(events::add);
        try {
            answer(last(run, events, request), wanted, response);
        } finally {
            run.clientGone();
        }
    }

    /** Starts a run, and tells each event as it comes, a line each. */
    static void stream(Function<Consumer<Event>, Run> start, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        Run run = start.apply(events::add);
        try {
            response.setContentType(NDJSON);
            Event event;
            do {
                event = next(run, events, request);
                response.getOutputStream().write(Wire.line(event.event(), event.message()));
                response.flushBuffer();
            } while (!event.ends());
        } finally {
            run.clientGone();
        }
    }

    private static void checkType(String type) {
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase(Format.JSON.mediaType())) {
            throw new ProblemException(Problem.of(
                    Code.UNSUPPORTED_MEDIA_TYPE,
                    "the Content-Type is " + Shown.of(String.valueOf(type), 60) + "; send application/json"));
        }
    }

    private static Event last(Run run, BlockingQueue<Event> events, HttpServletRequest request) throws IOException {
        Event event;
        do {
            event = next(run, events, request);
        } while (!event.ends());
        return event;
    }

    private static void answer(Event last, Wanted wanted, HttpServletResponse response) throws IOException {
        if (last instanceof Event.Failed failed) {
            Respond.with(response, failed.problem());
        } else if (last instanceof Event.Done done
                && wanted == Wanted.TABLE
                && done.table().isPresent()) {
            Respond.with(response, TEXT, done.table().get().getBytes(StandardCharsets.UTF_8));
        } else {
            Respond.with(response, Format.JSON.mediaType(), Wire.bytes(last.message()));
        }
    }

    /**
     * The next event.
     *
     * @throws IOException where nobody is left to tell: the run then ends soon, and the connection is closed
     */
    private static Event next(Run run, BlockingQueue<Event> events, HttpServletRequest request) throws IOException {
        try {
            Event event;
            do {
                event = events.poll(LOOK_AT_CLIENT_MS, TimeUnit.MILLISECONDS);
                // Also where events come so fast that nobody ever waits for one.
                if (ClientWatch.isGone(request)) {
                    run.clientGone();
                    ClientWatch.close(request);
                    throw new IOException("the client is gone");
                }
            } while (event == null);
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("nothing interrupts a request's thread", e);
        }
    }
}
