package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import testbed.bodies.Frames;
import testbed.bodies.Frames.Frame;
import testbed.bodies.Ingest;
import testbed.bodies.Senders;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.http.RequestBody;
import testbed.request.Pushed;
import testbed.request.RunRequest;
import testbed.request.RunRequestReader;
import testbed.run.Runs;

/** {@code POST /ingests}: a run whose bodies are pushed; and the requests that push them. */
@Controller
public final class IngestsRoute {
    /** Below the largest {@code amount} that any server can be set to. */
    private static final String NUMBER = "[0-9]{1,9}";

    private final Config config;
    private final Senders senders;
    private final RunRequestReader reader;
    private final Runs runs;

    IngestsRoute(Config config, RunRequestReader reader, Runs runs) {
        this.config = config;
        this.senders = new Senders(config.senderAllowlist());
        this.reader = reader;
        this.runs = runs;
    }

    @PostMapping("/ingests")
    void open(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] body = RunAnswer.body(request, response, config);
        InetAddress peer = Senders.address(request.getRemoteAddr());
        senders.check(peer, config.connectTimeoutMs());
        RunRequest asked = reader.readIngest(body);
        Ingest ingest = new Ingest(asked, (Pushed) asked.way(), peer, asked.maxBodyBytes(config.maxObjectBytes()));
        RunAnswer.stream(events -> runs.start(asked, ingest, events), request, response);
    }

    @PostMapping("/ingests/{token}/frames")
    void pushFrames(@PathVariable("token") String token, HttpServletRequest request, HttpServletResponse response) {
        take(token, request, response, ingest -> {
            Frames frames = new Frames(new PushedStream(request, ingest), ingest.maxBytes());
            Optional<Frame> last = Optional.empty();
            for (Optional<Frame> next = frames.next(); next.isPresent(); next = frames.next()) {
                last.ifPresent(ingest::push);
                last = next;
            }
            last.ifPresent(ingest::pushLast);
        });
    }

    @PostMapping("/ingests/{token}/objects/{number}")
    void pushObject(
            @PathVariable("token") String token,
            @PathVariable("number") String number,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (!number.matches(NUMBER)) {
            throw Ingest.over();
        }
        take(token, request, response, ingest -> {
            byte[] body = RequestBody.read(request, ingest.maxBytes(), "MAX_OBJECT_BYTES", config);
            Frames.checkLength(body.length, ingest.maxBytes());
            ingest.pushLast(new Frame(Long.parseLong(number), body));
        });
    }

    /** What a request pushes to its ingest. */
    @FunctionalInterface
    private interface Pushing {
        void to(Ingest ingest) throws IOException;
    }

    /** Answers a request once all that it pushes was found right; whatever breaks the rules ends the ingest. */
    private void take(String token, HttpServletRequest request, HttpServletResponse response, Pushing pushing) {
        RequestBody.checkPlain(request, response);
        Ingest ingest =
                runs.ingest(token, Senders.address(request.getRemoteAddr())).orElseThrow(Ingest::over);
        // A port would not do: Linux gives one of loopback again after a second.
        Ingest.Push push = ingest.begin(request.getServletConnection().getConnectionId());
        try (push) {
            pushing.to(ingest);
        } catch (ProblemException e) {
            ingest.breaks(e.problem().detail());
            throw e;
        } catch (IOException e) { // A read's own timeout, or a client that is gone and reads no answer.
            ingest.checkGoesOn();
            ingest.breaks("a request's body did not come whole");
            throw new ProblemException(Problem.of(Code.INVALID_REQUEST, Problem.NOT_WHOLE));
        }
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
