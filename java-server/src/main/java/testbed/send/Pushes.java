package testbed.send;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import testbed.answer.Sent;
import testbed.bodies.Frames;
import testbed.bodies.Link;
import testbed.config.Config;
import testbed.contract.ProblemException;
import testbed.measure.Times;
import testbed.request.Delivery;
import testbed.request.RunRequest;
import testbed.request.Transfer;
import tools.jackson.databind.node.ObjectNode;

/**
 * A send's way to its receiver: the ingest, and the connections that objects go over. All on the run's thread, but for {@link #abort}:
 * whoever writes an object sends it.
 */
public final class Pushes implements AutoCloseable {
    private static final ContentType OBJECTS = ContentType.APPLICATION_OCTET_STREAM;

    private final Delivery delivery;
    private final Requests requests;
    private final Link link;
    private final Control control;
    private final List<PushConnection> connections;
    private final Faults faults;
    private String path;

    /** To a receiver at these addresses; nothing is open yet. */
    public Pushes(RunRequest send, Delivery delivery, List<InetSocketAddress> addresses, Config limits) {
        this.delivery = delivery;
        this.faults = new Faults(delivery.receiver(), limits);
        this.requests = new Requests(delivery.receiver(), limits.originTokens().of(delivery.receiver()));
        this.link = new Link(addresses, limits);
        this.control = new Control(send, delivery, requests, link, faults);
        this.connections = Stream.generate(() -> new PushConnection(addresses, limits))
                .limit(Math.min(delivery.connections(), Math.max(send.warmup(), send.amount())))
                .toList();
    }

    /** All of its connections, whose deadlines somebody must watch. */
    public List<Link> links() {
        List<Link> links = new ArrayList<>(connections);
        links.add(link);
        return links;
    }

    /**
     * Opens the ingest, and every connection.
     *
     * @throws ProblemException {@code busy}, or one of the {@code receiver_…} codes
     */
    public void open() {
        path = "/ingests/" + control.open();
        for (PushConnection connection : connections) {
            try {
                connection.open();
            } catch (IOException e) {
                throw new ProblemException(faults.failed(connection, e));
            }
        }
    }

    /**
     * Pushes a part, and waits until the receiver found all of it right.
     *
     * @param count objects
     * @param lengths how many bytes each has, by its number
     * @param objects writes each, by its number; called in order
     * @throws ProblemException {@code busy}, or one of the {@code receiver_…} codes
     */
    public Sent push(int count, IntToLongFunction lengths, IntFunction<byte[]> objects) {
        List<PushConnection> used = connections.subList(0, Math.min(connections.size(), count));
        Times answers = new Times();
        long sent = used.stream().mapToLong(Link::sentBytes).sum();
        long received = used.stream().mapToLong(Link::receivedBytes).sum();
        switch (delivery.transfer()) {
            case FRAMED -> framed(used, count, lengths, objects, answers);
            case REQUEST, CONNECTION -> byRequest(used, count, objects, answers);
        }
        return new Sent(
                delivery.transfer(),
                used.size(),
                delivery.transfer() == Transfer.FRAMED ? used.size() : count,
                used.stream().mapToLong(Link::sentBytes).sum() - sent,
                used.stream().mapToLong(Link::receivedBytes).sum() - received,
                answers.fetch());
    }

    /** The bodies of all requests are written at once, object by object, so each is begun inside the one before. */
    private void framed(
            List<PushConnection> used,
            int count,
            IntToLongFunction lengths,
            IntFunction<byte[]> objects,
            Times answers) {
        long[] bytes = new long[used.size()];
        for (int i = 0; i < count; i++) {
            bytes[i % bytes.length] += Frames.HEAD + lengths.applyAsLong(i);
        }
        OutputStream[] bodies = new OutputStream[used.size()];
        begin(0, used, bytes, bodies, () -> {
            for (int i = 0; i < count; i++) {
                byte[] object = objects.apply(i);
                int at = i % bodies.length;
                used.get(at).part(bodies[at], Frames.head(object.length, i), object);
            }
        });
        for (PushConnection connection : used) {
            answers.record(answer(connection));
        }
    }

    /** Writes object by object, to as many requests as were begun. */
    @FunctionalInterface
    private interface Writing {
        void all() throws IOException;
    }

    private void begin(int next, List<PushConnection> used, long[] bytes, OutputStream[] bodies, Writing writing) {
        PushConnection connection = used.get(next);
        ClassicHttpRequest request = requests.post(path + "/frames", OBJECTS, bytes[next]);
        request.setEntity(new EntityTemplate(bytes[next], OBJECTS, null, body -> {
            bodies[next] = body;
            connection.idle();
            if (next + 1 < used.size()) {
                begin(next + 1, used, bytes, bodies, writing);
            } else {
                writing.all();
            }
        }));
        send(connection, request);
    }

    private void byRequest(List<PushConnection> used, int count, IntFunction<byte[]> objects, Times answers) {
        for (int i = 0; i < count; i++) {
            PushConnection connection = used.get(i % used.size());
            if (connection.isAsked()) {
                answers.record(answer(connection));
            }
            byte[] object = objects.apply(i);
            ClassicHttpRequest request = requests.post(path + "/objects/" + i, OBJECTS, object.length);
            if (delivery.transfer() == Transfer.CONNECTION) {
                request.addHeader("Connection", "close");
            }
            request.setEntity(new ByteArrayEntity(object, OBJECTS));
            send(connection, request);
        }
        for (int i = count; i < count + used.size(); i++) {
            answers.record(answer(used.get(i % used.size())));
        }
    }

    /** The frames of all connections are written at once, so what one fails by comes out of another's request. */
    private ProblemException failed(PushConnection connection, Exception e) {
        PushConnection overdue =
                connections.stream().filter(Link::isExpired).findFirst().orElse(connection);
        return control.why(faults.failed(overdue, e));
    }

    private void send(PushConnection connection, ClassicHttpRequest request) {
        try {
            connection.send(request);
        } catch (IOException | HttpException e) {
            throw failed(connection, e);
        }
    }

    /** The answer to one object must come in time; to many, for as long as the receiver parses them. */
    private long answer(PushConnection connection) {
        try {
            if (delivery.transfer() != Transfer.FRAMED) {
                connection.await();
            }
            return connection.answer();
        } catch (IOException | HttpException e) {
            throw failed(connection, e);
        } finally {
            connection.idle();
        }
    }

    /**
     * The receiver's figures, once everything was pushed.
     *
     * @throws ProblemException what it says instead
     */
    public ObjectNode result() {
        return control.result();
    }

    /** Makes whatever waits, and everything later, fail soon; for any thread. */
    public void abort() {
        links().forEach(Link::abort);
    }

    @Override
    public void close() {
        abort();
    }
}
