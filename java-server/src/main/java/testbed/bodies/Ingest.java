package testbed.bodies;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import testbed.bodies.Bodies.Body;
import testbed.bodies.Frames.Frame;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.request.Pushed;
import testbed.request.RunRequest;

/**
 * What lies between the requests that push objects, on the server's threads, and the run's thread, which parses them. It is over when the
 * run is.
 */
public final class Ingest implements AutoCloseable {
    /** How many objects lie ready for the run's thread; what is pushed beyond that waits in its connection. */
    private static final int READY = 16;

    private static final int TOKEN_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String token;
    private final InetAddress peer;
    private final Semaphore pushes;
    private final int maxBytes;
    private final int objects;
    private final Set<String> connections = new HashSet<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition change = lock.newCondition();
    private final Queue<Arrival> arrivals = new ArrayDeque<>(READY);
    /** Why nothing more is taken, once somebody broke the rules. */
    private Problem broken;

    private boolean over;

    /** An object, and what is told once it was found right: only of the last one of a request. */
    record Arrival(Body body, Optional<CompletableFuture<Boolean>> right) {
        void found(boolean isRight) {
            right.ifPresent(told -> told.complete(isRight));
        }
    }

    /** A request's right to push, until it is closed. */
    public interface Push extends AutoCloseable {
        @Override
        void close();
    }

    /** One that this peer opens, for objects of so many bytes at the most. */
    public Ingest(RunRequest request, Pushed pushed, InetAddress peer, int maxBytes) {
        byte[] random = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(random);
        this.token = HexFormat.of().formatHex(random);
        this.peer = peer;
        this.pushes = new Semaphore(pushed.connections());
        this.maxBytes = maxBytes;
        this.objects = Math.max(request.warmup(), request.amount());
    }

    /** What requests name it by: 32 hex digits. */
    public String token() {
        return token;
    }

    /** The largest object, bytes. */
    public int maxBytes() {
        return maxBytes;
    }

    /** Whether a request of this peer may push to it, by its token. */
    public boolean is(String named, InetAddress from) {
        return token.equals(named) && peer.equals(from);
    }

    /**
     * Lets a request push that comes over this connection.
     *
     * @throws ProblemException {@code busy} where as many push as may; {@code not_found} where the ingest is over
     */
    public Push begin(String connection) {
        checkGoesOn();
        if (!pushes.tryAcquire()) {
            throw new ProblemException(Problem.of(
                    Code.BUSY,
                    "as many requests push to this ingest as it was opened for (connections); wait for their answers"));
        }
        lock.lock();
        try {
            connections.add(connection);
        } finally {
            lock.unlock();
        }
        return pushes::release;
    }

    /**
     * Hands an object to the run as soon as there is room.
     *
     * @throws ProblemException {@code invalid_request} for a number that no object has; {@code not_found} where the ingest is over
     */
    public void push(Frame frame) {
        hand(frame, Optional.empty());
    }

    /** The same of a request's last object; waits until it was found right, and so were all before it. */
    public void pushLast(Frame frame) {
        CompletableFuture<Boolean> right = new CompletableFuture<>();
        hand(frame, Optional.of(right));
        // It is told either way: the run has limits.
        if (!right.join()) {
            throw over();
        }
    }

    private void hand(Frame frame, Optional<CompletableFuture<Boolean>> right) {
        if (frame.number() >= objects) {
            String why = "an object's number is " + frame.number() + ", and no part has as many";
            breaks(why);
            throw new ProblemException(Problem.of(Code.INVALID_REQUEST, why));
        }
        lock.lock();
        try {
            while (goesOn() && arrivals.size() == READY) {
                room.awaitUninterruptibly();
            }
            checkGoesOn();
            arrivals.add(new Arrival(new Body((int) frame.number(), frame.bytes()), right));
            change.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the ingest, after the objects that were pushed before. */
    public void breaks(String why) {
        lock.lock();
        try {
            if (goesOn()) {
                broken = Problem.of(
                        Code.SENDER_BROKEN, "the sender broke the rules of a push: " + why + "; look at the sender");
                room.signalAll();
                change.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Checks that it takes objects still.
     *
     * @throws ProblemException {@code not_found}
     */
    public void checkGoesOn() {
        lock.lock();
        try {
            if (!goesOn()) {
                throw over();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean goesOn() {
        return !over && broken == null;
    }

    /** What is answered to whoever pushes to no ingest that is. */
    public static ProblemException over() {
        return new ProblemException(Problem.of(
                Code.NOT_FOUND,
                "there is no such ingest, or it is another's, or it has ended; the answer to POST /ingests says how"));
    }

    /**
     * The next object in order of arrival; for the run's thread.
     *
     * @throws ProblemException {@code sender_broken}, also where it is over; {@code sender_timeout} where none comes in time
     */
    Arrival take(int timeoutMs) {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            while (arrivals.isEmpty() || over) {
                if (!goesOn()) {
                    throw new ProblemException(
                            over ? Problem.of(Code.SENDER_BROKEN, "the ingest was ended from outside") : broken);
                }
                if (left <= 0) {
                    throw new ProblemException(Problem.of(
                            Code.SENDER_TIMEOUT,
                            "no object came within " + timeoutMs
                                    + " ms; look at the sender's load, or raise READ_TIMEOUT_MS"));
                }
                left = change.awaitNanos(left);
            }
            room.signal();
            return arrivals.remove();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts the run's thread", e);
        } finally {
            lock.unlock();
        }
    }

    /** Over how many connections objects came. */
    int connections() {
        lock.lock();
        try {
            return connections.size();
        } finally {
            lock.unlock();
        }
    }

    /** Ends it; whoever waits is told so. */
    @Override
    public void close() {
        lock.lock();
        try {
            over = true;
            arrivals.forEach(arrival -> arrival.found(false));
            room.signalAll();
            change.signal();
        } finally {
            lock.unlock();
        }
    }
}
