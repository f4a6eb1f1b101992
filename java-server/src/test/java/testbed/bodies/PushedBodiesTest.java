package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import testbed.bodies.Frames.Frame;
import testbed.contract.Code;
import testbed.contract.ProblemException;
import testbed.request.Pushed;
import testbed.request.Sample;

/** Both sides of an ingest. */
class PushedBodiesTest {
    private static final int TIMEOUT_MS = 200;
    private static final int OBJECTS = 40;

    private final Ingest ingest = new Ingest(
            Sample.with(Map.of("amount", OBJECTS)), new Pushed("java", 2), Senders.address("127.0.0.1"), 100);
    private final PushedBodies bodies = new PushedBodies(ingest, TIMEOUT_MS);

    private static Frame frame(long number) {
        return new Frame(number, new byte[] {1});
    }

    private static Code code(Runnable pushing) {
        return catchThrowableOfType(ProblemException.class, pushing::run)
                .problem()
                .code();
    }

    private CompletableFuture<Void> pushesAll() {
        return CompletableFuture.runAsync(() -> {
            for (int i = 0; i < OBJECTS - 1; i++) {
                ingest.push(frame(i));
            }
            ingest.pushLast(frame(OBJECTS - 1));
        });
    }

    @Test
    void a_request_is_answered_when_the_run_asks_on_or_the_part_ends() throws Exception {
        CompletableFuture<Void> push = pushesAll();
        bodies.begin();
        for (int i = 0; i < OBJECTS; i++) {
            assertThat(bodies.next().request()).isEqualTo(i);
        }
        Thread.sleep(50);
        assertThat(push).as("the last may yet be refused").isNotDone();
        bodies.end();
        push.get(10, TimeUnit.SECONDS);
        bodies.close();
        assertThat(code(() -> ingest.push(frame(0)))).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void who_waits_as_it_ends_is_told() {
        CompletableFuture<Void> full = pushesAll();
        CompletableFuture<Void> last = CompletableFuture.runAsync(() -> ingest.pushLast(frame(0)));
        bodies.next();
        bodies.close();
        for (CompletableFuture<Void> push : List.of(full, last)) {
            CompletionException thrown = catchThrowableOfType(CompletionException.class, push::join);
            assertThat(((ProblemException) thrown.getCause()).problem().code()).isEqualTo(Code.NOT_FOUND);
        }
    }

    @Test
    void what_came_before_the_rules_were_broken_counts() {
        ingest.push(frame(7));
        assertThat(code(() -> ingest.push(frame(OBJECTS)))).isEqualTo(Code.INVALID_REQUEST);
        assertThat(code(() -> ingest.push(frame(8)))).isEqualTo(Code.NOT_FOUND);
        bodies.begin();
        assertThat(bodies.next().request()).isEqualTo(7);
        BodyException broken = catchThrowableOfType(BodyException.class, bodies::next);
        assertThat(broken.problem().code()).isEqualTo(Code.SENDER_BROKEN);
        assertThat(broken.request()).isEqualTo(1);
    }

    @Test
    void nothing_is_waited_for_too_long() {
        BodyException stalled = catchThrowableOfType(BodyException.class, bodies::next);
        assertThat(stalled.problem().code()).isEqualTo(Code.SENDER_TIMEOUT);
        assertThat(stalled.problem().detail()).contains("READ_TIMEOUT_MS");
    }

    @Test
    void as_many_push_at_a_time_as_it_was_opened_for_and_their_connections_are_counted() {
        Ingest.Push first = ingest.begin("1");
        ingest.begin("2");
        assertThat(code(() -> ingest.begin("3"))).isEqualTo(Code.BUSY);
        first.close();
        ingest.begin("1");
        assertThat(bodies.connections()).isEqualTo(2);
    }

    @Test
    void it_is_known_by_its_token_and_its_peer() {
        assertThat(ingest.token()).matches("[0-9a-f]{32}");
        assertThat(ingest.is(ingest.token(), Senders.address("::ffff:127.0.0.1")))
                .isTrue();
        assertThat(ingest.is(ingest.token(), Senders.address("127.0.0.2"))).isFalse();
        assertThat(ingest.is("0".repeat(32), Senders.address("127.0.0.1"))).isFalse();
    }
}
