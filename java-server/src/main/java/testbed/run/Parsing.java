package testbed.run;

import java.net.InetSocketAddress;
import java.util.List;
import testbed.bodies.Bodies;
import testbed.bodies.Bodies.Body;
import testbed.bodies.Connection;
import testbed.bodies.Ingest;
import testbed.bodies.Link;
import testbed.bodies.PushedBodies;
import testbed.bodies.Remote;
import testbed.bodies.Target;
import testbed.codings.BodyDecoder;
import testbed.codings.Codings;
import testbed.config.Config;
import testbed.engines.Codec;
import testbed.engines.KnownBodies;
import testbed.guard.Guard;
import testbed.measure.Cores;
import testbed.request.RunRequest;
import testbed.request.Supply;

/** The loop of a run that parses: where its bodies come from, and how its parts are made. */
final class Parsing implements Loop {
    private final Context run;
    private final RunRequest request;
    /** How many bytes the bodies of a block may be together. */
    private final int maxBlockBytes;

    private final Bodies bodies;
    private final List<Connection> connections;
    /** For the run's thread. */
    private Codec codec;

    /** Null where bodies come in no coding. */
    private BodyDecoder decoder;

    private Guard guard;

    private Parsing(Context run, int maxBlockBytes, Bodies bodies, List<Connection> connections) {
        this.run = run;
        this.request = run.request();
        this.maxBlockBytes = maxBlockBytes;
        this.bodies = bodies;
        this.connections = connections;
    }

    /** Fetches bodies, of which a replay may find its own kept. Looks the provider up. */
    static Parsing of(Context run, Supply supply) {
        Config config = run.shared().config();
        List<Connection> connections = connections(run, supply, config);
        Bodies bodies = Bodies.open(run.request(), connections, run.shared().kept());
        return new Parsing(run, config.maxBlockBytes(), bodies, connections);
    }

    /**
     * Takes what a sender pushes. No body waits for another, and the ingest bounds the size of
     * each.
     */
    static Parsing of(Context run, Ingest ingest) {
        Bodies bodies = new PushedBodies(ingest, run.shared().config().readTimeoutMs());
        return new Parsing(run, ingest.maxBytes(), bodies, List.of());
    }

    /**
     * As many as there can be requests in flight, none of them open yet; none at all where the run
     * needs no provider.
     */
    private static List<Connection> connections(Context run, Supply supply, Config config) {
        RunRequest request = run.request();
        if (run.shared().kept().has(request)) {
            return List.of();
        }
        int together =
                switch (supply.source()) {
                    case REPLAY -> request.variants();
                    case HTTP -> Math.max(request.warmup(), request.amount());
                };
        int most = supply.block() > 1 ? Math.min(supply.block(), together) : together;
        List<InetSocketAddress> addresses = run.lookup(supply.provider(), Remote.PROVIDER);
        return Connection.several(
                Math.min(supply.concurrency(), most), Target.of(request, addresses, config.maxObjectBytes()), config);
    }

    @Override
    public List<? extends Link> links() {
        return connections;
    }

    @Override
    public void abort() {
        bodies.abort();
    }

    @Override
    public void open() {
        codec = codec();
        guard = guard();
        decoder = request.coding()
                .map(coding -> Codings.of(coding)
                        .decoder(request.maxBodyBytes(run.shared().config().maxObjectBytes())))
                .orElse(null);
        bodies.prepare();
    }

    @Override
    public void part(Figures part) {
        if (request.threads() > 0) {
            together(part);
        } else {
            new Phase(run, bodies, decoder, guard, codec, maxBlockBytes, part).run();
        }
        part.connections = bodies.connections();
    }

    @Override
    public Double allocatedBytes() {
        return codec.allocatedBytes(run.firsts().byVariant());
    }

    @Override
    public void close() {
        bodies.close();
        if (decoder != null) {
            decoder.close();
        }
    }

    /** For one thread. */
    private Codec codec() {
        return new Codec(
                request.engine().engine(), request.type(), request.size(), request.variants(), run::checkStopped);
    }

    private Guard guard() {
        return KnownBodies.due(
                request.engine().engine(), request.type(), request.size(), request.variants(), run::checkStopped);
    }

    /** By several threads at once. All bodies are there, and guarded, before the threads begin. */
    private void together(Figures part) {
        List<Share> shares = Share.of(part.count, request.threads(), request.variants());
        Crew crew = new Crew(request, shares, guarded(shares, part), this::codec, run::checkStopped);
        try (crew) {
            crew.ready();
            part.surroundings.before();
            part.startedNs = System.nanoTime();
            crew.parse();
            part.surroundings.after(crew.cpus(), crew.reclaims());
            part.endedNs = crew.endedNs();
            part.cores = Cores.of(crew.tallies(), crew.reclaims());
        } finally {
            crew.tallies().forEach(part.tally::add);
        }
    }

    /** The body of each variant. Those that a share uses are guarded and kept for the digest. */
    private byte[][] guarded(List<Share> shares, Figures part) {
        int variants = request.variants();
        byte[][] byVariant = new byte[variants][];
        bodies.begin();
        bodies.ask(variants);
        for (int i = 0; i < variants; i++) {
            Body body = bodies.next();
            int variant = body.request();
            byVariant[variant] = body.bytes();
            if (shares.stream().anyMatch(share -> share.uses(variant, variants))) {
                long began = System.nanoTime();
                Refusals.guard(guard, body, request);
                part.tally.addGuard(System.nanoTime() - began);
                run.firsts().see(variant, body.bytes());
            }
        }
        return byVariant;
    }
}
