package testbed.send;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import testbed.bodies.Link;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.contract.Wire;
import testbed.objects.Size;
import testbed.request.Delivery;
import testbed.request.RunRequest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The connection that an ingest lives by: opens it, and hears how it ended. For the run's thread. */
final class Control {
    private static final String STREAM = "application/x-ndjson";
    private static final String TOKEN = "[0-9a-f]{32}";
    /** The longest line of an ingest: a result with its histograms has some hundred KiB. */
    private static final int MOST_LINE = 4 << 20;

    private final RunRequest send;
    private final Delivery delivery;
    private final Requests requests;
    private final Link link;
    private final Faults faults;
    private InputStream lines = InputStream.nullInputStream();

    Control(RunRequest send, Delivery delivery, Requests requests, Link link, Faults faults) {
        this.send = send;
        this.delivery = delivery;
        this.requests = requests;
        this.link = link;
        this.faults = faults;
    }

    /**
     * Opens the ingest.
     *
     * @return its token
     * @throws ProblemException {@code busy}, or one of the {@code receiver_…} codes
     */
    String open() {
        try {
            link.open();
            link.await();
            ClassicHttpResponse answer =
                    new HttpRequestExecutor().execute(request(), link.http(), HttpCoreContext.create());
            if (answer.getFirstHeader("Content-Encoding") != null || answer.getEntity() == null) {
                throw faults.foreign();
            }
            lines = answer.getEntity().getContent();
            if (answer.getCode() != 200) {
                throw refusal(answer);
            }
            if (!isOf(answer, STREAM)) {
                throw faults.foreign();
            }
            return text(event("opened"), "token")
                    .filter(token -> token.matches(TOKEN))
                    .orElseThrow(faults::foreign);
        } catch (IOException | HttpException e) {
            throw new ProblemException(faults.failed(link, e));
        } finally {
            link.idle();
        }
    }

    private ClassicHttpRequest request() {
        byte[] body = Wire.bytes(asked());
        ClassicHttpRequest request = requests.post("/ingests", ContentType.APPLICATION_JSON, body.length);
        request.addHeader("Accept", STREAM);
        request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        return request;
    }

    private ObjectNode asked() {
        ObjectNode asked = Wire.MAPPER
                .createObjectNode()
                .put("amount", send.amount())
                .put("object_format", send.format().word())
                .put("server_type", "java")
                .put("object_type", send.type().name());
        send.size().map(Size::word).ifPresent(size -> asked.put("size", size));
        delivery.engine().ifPresent(engine -> asked.put("engine", engine));
        return asked.put("warmup", send.warmup())
                .put("variants", send.variants())
                .put("connections", delivery.connections());
    }

    /** What an answer that opens nothing says: a redirect is nobody's problem. */
    private ProblemException refusal(ClassicHttpResponse answer) throws IOException {
        if (answer.getCode() < 400 || !isOf(answer, Problem.MEDIA_TYPE)) {
            return faults.foreign();
        }
        byte[] problem = lines.readNBytes(MOST_LINE);
        return faults.refused(code(parsed(problem)));
    }

    private static boolean isOf(ClassicHttpResponse answer, String mediaType) {
        Header type = answer.getFirstHeader("Content-Type");
        return type != null && type.getValue().split(";", 2)[0].strip().equalsIgnoreCase(mediaType);
    }

    /**
     * The receiver's result, once everything was pushed.
     *
     * @throws ProblemException what it says instead
     */
    ObjectNode result() {
        link.await();
        try {
            ObjectNode result = event("result", "started");
            result.remove("event");
            return result;
        } catch (IOException e) {
            throw new ProblemException(faults.failed(link, e));
        } finally {
            link.idle();
        }
    }

    /** Why a push failed: what the receiver says, where it says anything. */
    ProblemException why(Problem failed) {
        link.await();
        try {
            event("result", "started");
        } catch (ProblemException e) {
            if (e.problem().code() != Code.RECEIVER_UNREACHABLE) {
                return e;
            }
        } catch (IOException e) {
            // It says nothing.
        }
        return new ProblemException(failed);
    }

    /** The next event of this name; those that may come before it are passed over. */
    private ObjectNode event(String name, String... before) throws IOException {
        while (true) {
            ObjectNode line = parsed(line());
            String event = text(line, "event").orElseThrow(faults::foreign);
            if (event.equals(name)) {
                return line;
            }
            if (event.equals("problem")) {
                throw faults.refused(code(line));
            }
            if (!List.of(before).contains(event)) {
                throw faults.foreign();
            }
        }
    }

    private byte[] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = lines.read(); b != '\n'; b = lines.read()) {
            if (b < 0) {
                throw new EOFException("the ingest ended without a word");
            }
            if (line.size() == MOST_LINE) {
                throw faults.foreign();
            }
            line.write(b);
        }
        return line.toByteArray();
    }

    private ObjectNode parsed(byte[] message) {
        return Messages.object(message).orElseThrow(faults::foreign);
    }

    private static Optional<Code> code(JsonNode problem) {
        return text(problem, "code").flatMap(Code::find);
    }

    private static Optional<String> text(JsonNode message, String name) {
        JsonNode member = message.get(name);
        return member != null && member.isString() ? Optional.of(member.stringValue()) : Optional.empty();
    }
}
