package testbed.run;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import testbed.answer.Event;
import testbed.answer.Event.RunEngine;
import testbed.answer.RunResult;
import testbed.bodies.Bodies;
import testbed.bodies.BodyException;
import testbed.bodies.Connection;
import testbed.bodies.Lookup;
import testbed.bodies.Target;
import testbed.bodies.Watchdog;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.PhaseName;
import testbed.contract.Place;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.engines.Codec;
import testbed.engines.WritingCodec;
import testbed.guard.Guard;
import testbed.measure.Payload;
import testbed.objects.Size;
import testbed.request.RunRequest;
import testbed.request.Supply;

/** One run, from its first connection to its figures or its problem. It executes on one thread, and a crew of its own; others can only stop it. */
public final class Run {
    private static final Logger LOG = LoggerFactory.getLogger(Run.class);

    private final RunRequest request;
    private final Config config;
    private final Shared shared;
    private final Consumer<Event> events;
    private final Loop warmup;
    private final Loop measured;
    private Loop current;
    private volatile Stop stop;
    private volatile Lookup lookup;
    private volatile Bodies bodies;

    Run(RunRequest request, Shared shared, Consumer<Event> events) {
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

    void stop(Stop reason) {
        if (stop == null) {
            stop = reason;
        }
        Lookup waiting = lookup;
        if (waiting != null) {
            waiting.abort();
        }
        Bodies open = bodies;
        if (open != null) {
            open.abort();
        }
    }

    /** Does the whole run on the calling thread; its last event is the answer, and is not told otherwise. */
    Event execute() {
        try {
            return run();
        } catch (Stopped e) {
            return ended(stop.problem(), current.tally().verified());
        } catch (BodyException e) {
            if (e.problem().code() == Code.DESERIALIZE_FAILED) {
                shared.kept().drop(request);
            }
            return ended(e.problem(), e.request());
        } catch (ProblemException e) {
            return ended(e.problem(), 0);
        } catch (Throwable e) { // Whatever it is, somebody waits for the last event.
            log(e);
            return ended(
                    Problem.of(Code.INTERNAL, "the run failed inside the server; its log says why"),
                    current.tally().verified());
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
        return request.supply().isPresent()
                ? new Phase(name, count, request, config.maxBlockBytes(), shared.timerOverheadNs())
                : new Writing(name, count, request, shared.timerOverheadNs());
    }

    private Event.Done run() {
        events.accept(new Event.Started(
                request.amount(),
                request.warmup(),
                RunEngine.of(request.engine().engine())));
        return request.supply().isPresent() ? parse() : write();
    }

    private Event.Done parse() {
        List<Connection> connections = connections();
        try (Bodies opened = Bodies.open(request, connections, shared.kept());
                Watchdog watchdog = watch(connections)) {
            bodies = opened;
            checkStopped();
            Tools tools = tools();
            opened.prepare();
            each(Phase.class, phase -> phase.run(tools));
            return result(
                            tools.firsts(),
                            tools.codec().allocatedBytes(tools.firsts().byVariant()))
                    .told();
        }
    }

    private Event.Done write() {
        try (Watchdog watchdog = watch(List.of())) {
            WritingCodec codec =
                    new WritingCodec(request.engine().engine(), request.type(), request.size(), request.variants());
            Payload.Firsts firsts = new Payload.Firsts(request.variants());
            each(Writing.class, writing -> writing.run(codec, firsts, this::checkStopped, events));
            return result(firsts, codec.allocatedBytes()).told();
        }
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
                Math.min(supply.concurrency(), most), Target.of(request, lookup(), config.maxObjectBytes()), config);
    }

    private Tools tools() {
        Supplier<Codec> codecs =
                () -> new Codec(request.engine().engine(), request.type(), request.size(), request.variants());
        return new Tools(
                bodies,
                Guard.of(request.format(), request.type()),
                codecs.get(),
                codecs,
                new Payload.Firsts(request.variants()),
                this::checkStopped,
                events);
    }

    private List<InetSocketAddress> lookup() {
        lookup = new Lookup(request.bodies().provider());
        checkStopped();
        return lookup.addresses(config.connectTimeoutMs());
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

    private Watchdog watch(List<Connection> connections) {
        long shortest = Math.min(config.readTimeoutMs(), config.connectTimeoutMs()) * 1_000_000L;
        return new Watchdog(connections, shortest, config.runTimeoutNs(objects()), () -> stop(Stop.TIMEOUT));
    }

    /** How many objects the run's time is for: one of a size of more than 16 KiB counts as so many of 16 KiB as it is large. */
    private long objects() {
        int each = request.size()
                .map(size -> Math.max(1, size.bytes() / Size.KIB_16.bytes()))
                .orElse(1);
        return each * ((long) request.warmup() + request.amount());
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
        Problem cause = stop == null ? problem : stop.problem();
        return new Event.Failed(cause.at(new Place(measured.tally().verified(), at, current.name())));
    }

    /** Leaves the loop of a run that is to end. */
    private static final class Stopped extends RuntimeException {
        Stopped() {
            super(null, null, false, false);
        }
    }
}
