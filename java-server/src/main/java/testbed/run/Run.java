package testbed.run;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import testbed.answer.Event;
import testbed.answer.Event.RunEngine;
import testbed.answer.RunResult;
import testbed.answer.SendResult;
import testbed.bodies.Bodies;
import testbed.bodies.BodyException;
import testbed.bodies.Connection;
import testbed.bodies.Ingest;
import testbed.bodies.Link;
import testbed.bodies.Lookup;
import testbed.bodies.PushedBodies;
import testbed.bodies.Remote;
import testbed.bodies.Target;
import testbed.bodies.Watchdog;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Origin;
import testbed.contract.PhaseName;
import testbed.contract.Place;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.engines.Codec;
import testbed.engines.WritingCodec;
import testbed.guard.Guard;
import testbed.measure.Payload;
import testbed.request.Delivery;
import testbed.request.RunRequest;
import testbed.request.Supply;
import testbed.request.Way;
import testbed.request.Written;
import testbed.send.Pushes;
import tools.jackson.databind.node.ObjectNode;

/** One run, from its first connection to its figures or its problem. It executes on one thread, and a crew of its own; others can only stop it. */
public final class Run {
    private static final Logger LOG = LoggerFactory.getLogger(Run.class);

    private final RunRequest request;
    private final Optional<Ingest> ingest;
    private final Config config;
    private final Shared shared;
    private final Consumer<Event> events;
    private final Loop warmup;
    private final Loop measured;
    private Loop current;
    private volatile Stop stop;
    /** Makes what the run's thread waits for fail soon. */
    private volatile Runnable abort = () -> {};

    /**
     * A run that has not begun.
     *
     * @param ingest where its bodies are pushed to; only of one whose bodies are
     */
    Run(RunRequest request, Optional<Ingest> ingest, Shared shared, Consumer<Event> events) {
        this.ingest = ingest;
        this.request = request;
        this.config = shared.config();
        this.shared = shared;
        this.events = events;
        this.measured = loop(PhaseName.MEASURED, request.amount());
        this.warmup = request.warmup() == 0 ? null : loop(PhaseName.WARMUP, request.warmup());
        this.current = warmup == null ? measured : warmup;
    }

    /** Ends the run soon, because nobody waits for it any more. */
    public void clientGone() {
        stop(Stop.CLIENT_GONE);
    }

    /** What was asked for. */
    RunRequest request() {
        return request;
    }

    /** What happens to its objects. */
    Way way() {
        return request.way();
    }

    /** Where its bodies are pushed to, if they are. */
    Optional<Ingest> ingest() {
        return ingest;
    }

    void stop(Stop reason) {
        if (stop == null) {
            stop = reason;
        }
        abort.run();
    }

    /** Does the whole run on the calling thread; its last event is the answer, and is not told otherwise. */
    Event execute() {
        try {
            return run();
        } catch (Stopped e) {
            return ended(stop.problem(request.way()), current.tally().verified());
        } catch (BodyException e) {
            if (e.problem().code() == Code.DESERIALIZE_FAILED) {
                shared.kept().drop(request);
            }
            return ended(e.problem(), e.request());
        } catch (ProblemException e) {
            return ended(e.problem(), current.tally().verified());
        } catch (Throwable e) { // Whatever it is, somebody waits for the last event.
            log(e);
            return ended(
                    Problem.of(Code.INTERNAL, "the run failed inside the server; its log says why"),
                    current.tally().verified());
        } finally {
            ingest.ifPresent(Ingest::close);
        }
    }

    /** What a run breaks on that is ended from outside is no fault of the server's. */
    private void log(Throwable e) {
        if (stop == Stop.CLIENT_GONE) {
            LOG.warn("A run broke as its client left", e);
        } else {
            LOG.error("A run failed inside the server", e);
        }
    }

    private Loop loop(PhaseName name, int count) {
        long overheadNs = shared.timerOverheadNs();
        if (request.way() instanceof Delivery) {
            return new Sending(name, count, request, overheadNs);
        }
        if (request.way() instanceof Written) {
            return new Writing(name, count, request, overheadNs);
        }
        // What is pushed comes in no blocks: its ingest bounds it.
        int maxBlockBytes = ingest.map(Ingest::maxBytes).orElse(config.maxBlockBytes());
        return new Phase(name, count, request, maxBlockBytes, overheadNs);
    }

    private Event.Done run() {
        ingest.ifPresent(open -> events.accept(new Event.Opened(open.token())));
        events.accept(new Event.Started(
                request.amount(),
                request.warmup(),
                RunEngine.of(request.engine().engine())));
        if (request.way() instanceof Delivery delivery) {
            return send(delivery);
        }
        if (request.way() instanceof Written) {
            return write();
        }
        return ingest.isPresent() ? parse(new PushedBodies(ingest.get(), config.readTimeoutMs()), List.of()) : fetch();
    }

    private Event.Done fetch() {
        List<Connection> connections = connections();
        return parse(Bodies.open(request, connections, shared.kept()), connections);
    }

    private Event.Done parse(Bodies from, List<Connection> connections) {
        try (Bodies bodies = from;
                Watchdog watchdog = watch(connections)) {
            aborting(bodies::abort);
            Tools tools = tools(bodies);
            bodies.prepare();
            each(Phase.class, phase -> phase.run(tools));
            return result(
                            tools.firsts(),
                            tools.codec().allocatedBytes(tools.firsts().byVariant()))
                    .told();
        }
    }

    private Event.Done write() {
        try (Watchdog watchdog = watch(List.of())) {
            WritingTools tools = writingTools();
            each(Writing.class, writing -> writing.run(tools));
            return written(tools).told();
        }
    }

    private Event.Done send(Delivery delivery) {
        List<InetSocketAddress> addresses = lookup(delivery.receiver(), Remote.RECEIVER);
        try (Pushes pushes = new Pushes(request, delivery, addresses, config);
                Watchdog watchdog = watch(pushes.links())) {
            aborting(pushes::abort);
            WritingTools tools = writingTools();
            pushes.open();
            each(Sending.class, sending -> sending.run(tools, pushes));
            ObjectNode receiver = pushes.result();
            RunResult sender = written(tools);
            SendResult sent = new SendResult(((Sending) measured).sent(), sender, receiver);
            sent.check(delivery.engine());
            return sent.told();
        }
    }

    private WritingTools writingTools() {
        return new WritingTools(
                new WritingCodec(
                        request.engine().engine(),
                        request.type(),
                        request.size(),
                        request.variants(),
                        this::checkStopped),
                new Payload.Firsts(request.variants()),
                this::checkStopped,
                events);
    }

    private RunResult written(WritingTools tools) {
        return result(tools.firsts(), tools.codec().allocatedBytes());
    }

    /** Says how to end what the run's thread begins to wait for. */
    private void aborting(Runnable how) {
        abort = how;
        checkStopped();
    }

    /** The warm-up, where there is one, and the measured part, each as what they are in this run. */
    private <L extends Loop> void each(Class<L> kind, Consumer<L> run) {
        for (Loop part : warmup == null ? List.of(measured) : List.of(warmup, measured)) {
            current = part;
            run.accept(kind.cast(part));
        }
    }

    /** As many as there can be requests in flight, none of them open yet; none at all where the run needs no provider. */
    private List<Connection> connections() {
        if (shared.kept().has(request)) {
            return List.of();
        }
        Supply supply = request.bodies();
        int together =
                switch (supply.source()) {
                    case REPLAY -> request.variants();
                    case HTTP -> Math.max(request.warmup(), request.amount());
                };
        int most = supply.block() > 1 ? Math.min(supply.block(), together) : together;
        return Connection.several(
                Math.min(supply.concurrency(), most),
                Target.of(request, lookup(supply.provider(), Remote.PROVIDER), config.maxObjectBytes()),
                config);
    }

    private Tools tools(Bodies bodies) {
        Supplier<Codec> codecs = () -> new Codec(
                request.engine().engine(), request.type(), request.size(), request.variants(), this::checkStopped);
        return new Tools(
                bodies,
                Guard.of(request.format(), request.type()),
                codecs.get(),
                codecs,
                new Payload.Firsts(request.variants()),
                this::checkStopped,
                events);
    }

    private List<InetSocketAddress> lookup(Origin origin, Remote whose) {
        Lookup lookup = new Lookup(origin);
        aborting(lookup::abort);
        return lookup.addresses(config.connectTimeoutMs(), whose);
    }

    private RunResult result(Payload.Firsts firsts, Double allocated) {
        return new RunResult(
                request,
                config.maxAmount(),
                warmup == null ? null : warmup.part(),
                measured.part().allocating(allocated),
                measured.tally().payload(firsts.sha256()),
                measured.checkpoints(),
                RunEngine.of(request.engine().engine()),
                shared.environment());
    }

    private Watchdog watch(List<? extends Link> links) {
        long shortest = Math.min(config.readTimeoutMs(), config.connectTimeoutMs()) * 1_000_000L;
        return new Watchdog(links, shortest, config.runTimeoutNs(request.timedObjects()), () -> stop(Stop.TIMEOUT));
    }

    private void checkStopped() {
        if (stop != null) {
            throw new Stopped();
        }
    }

    /** A fetch that fails because the run was stopped has the stop's problem, not its own. */
    private Event ended(Problem problem, int at) {
        if (stop == Stop.CLIENT_GONE) {
            return new Event.ClientGone();
        }
        Problem cause = stop == null ? problem : stop.problem(request.way());
        return new Event.Failed(cause.at(new Place(measured.tally().verified(), at, current.name())));
    }

    /** Leaves the loop of a run that is to end. */
    private static final class Stopped extends RuntimeException {
        Stopped() {
            super(null, null, false, false);
        }
    }
}
