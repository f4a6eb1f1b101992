package testbed.run;

import java.util.List;
import testbed.answer.Event;
import testbed.answer.RunResult;
import testbed.answer.SendResult;
import testbed.answer.Sent;
import testbed.bodies.Link;
import testbed.bodies.Remote;
import testbed.request.Delivery;
import testbed.send.Pushes;

/**
 * The loop of a send: objects are written in windows, their bytes compared, and pushed to a
 * receiver.
 */
final class Sending implements Loop {
    private final Delivery delivery;
    private final Writing writing;
    private final Pushes pushes;
    /** Of the last part. */
    private Sent sent;

    /** Looks the receiver up. */
    Sending(Context run, Delivery delivery) {
        this.delivery = delivery;
        this.writing = new Writing(run);
        this.pushes = new Pushes(
                run.request(),
                delivery,
                run.lookup(delivery.receiver(), Remote.RECEIVER),
                run.shared().config());
    }

    @Override
    public List<? extends Link> links() {
        return pushes.links();
    }

    @Override
    public void abort() {
        pushes.abort();
    }

    @Override
    public void open() {
        writing.open();
        pushes.open();
    }

    /**
     * Writes and pushes every object, and waits for what the receiver says; its time runs from the
     * first window to the last answer.
     */
    @Override
    public void part(Figures part) {
        part.surroundings.before();
        part.tally.look();
        sent = pushes.push(part.count, i -> writing.expected(i).length, i -> {
            if (i == 0) {
                part.startedNs = System.nanoTime();
            }
            return writing.write(i, part);
        });
        part.endedNs = System.nanoTime();
        part.surroundings.after();
    }

    @Override
    public Double allocatedBytes() {
        return writing.allocatedBytes();
    }

    /** Adds what went to the receiver, and what the receiver has to tell of the same objects. */
    @Override
    public Event.Done end(RunResult sender) {
        SendResult result = new SendResult(sent, sender, pushes.result());
        result.check(delivery.engine());
        return result.told();
    }

    @Override
    public void close() {
        pushes.close();
    }
}
