package testbed.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class BetweenRunsTest {
    private final Queue<Runnable> thread = new ArrayDeque<>();
    private final BetweenRuns between = new BetweenRuns(thread::add);
    private final List<String> done = new ArrayList<>();
    private final Runnable first = () -> done.add("first");
    private final Runnable second = () -> done.add("second");

    @Test
    void a_run_that_comes_meanwhile_waits_for_one_piece_and_not_for_all() {
        between.add(List.of(first, second));
        thread.add(() -> done.add("run"));
        workOff();
        assertThat(done).containsExactly("first", "run", "second");
    }

    @Test
    void a_piece_that_comes_again_while_it_waits_is_done_once() {
        between.add(List.of(first, second));
        between.add(List.of(second, first));
        workOff();
        between.add(List.of(second));
        workOff();
        assertThat(done).containsExactly("first", "second", "second");
    }

    @Test
    void a_piece_that_fails_keeps_no_other_from_being_done() {
        between.add(List.of(
                () -> {
                    throw new IllegalStateException("as asked");
                },
                second));
        assertThatThrownBy(() -> thread.remove().run()).hasMessage("as asked");
        workOff();
        assertThat(done).containsExactly("second");
    }

    @Test
    void nothing_fails_where_the_thread_takes_no_more_work() {
        BetweenRuns refused = new BetweenRuns(work -> {
            throw new RejectedExecutionException();
        });
        refused.add(List.of(first));
        refused.add(List.of(second));
        assertThat(done).isEmpty();
    }

    private void workOff() {
        while (!thread.isEmpty()) {
            thread.remove().run();
        }
    }
}
