package testbed.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.environment.Machine;

class ThreadsTest {
    @Test
    void as_many_as_there_are_cpus_may_parse_at_once() {
        RunRequest.Builder run = replay();
        run.threads = 2;
        assertThatCode(() -> Threads.check(run, 2)).doesNotThrowAnyException();
        Problem problem = refusal(run, 1);
        assertThat(problem.field()).isEqualTo("threads");
        assertThat(problem.detail())
                .isEqualTo("threads is 2; allowed are as many as this server may use CPUs, which is 1");
    }

    @Test
    void they_go_with_bodies_in_memory_and_nothing_else() {
        Map<String, Consumer<RunRequest.Builder>> refused = Map.of(
                "source replay", run -> run.source = Source.HTTP,
                "concurrency 1", run -> run.concurrency = 2,
                "empty checkpoints", run -> run.checkpoints = List.of(5));
        refused.forEach((only, change) -> {
            RunRequest.Builder run = replay();
            change.accept(run);
            assertThatCode(() -> Threads.check(run, 4))
                    .as("nobody asked for threads")
                    .doesNotThrowAnyException();
            run.threads = 2;
            assertThat(refusal(run, 4).detail())
                    .isEqualTo("threads goes with " + only + " only; ask for that, or leave threads out");
        });
    }

    @Test
    void a_request_is_checked_against_the_cpus_of_this_process() {
        assertThat(asked(1).threads()).isEqualTo(1);
        ProblemException refused = catchThrowableOfType(ProblemException.class, () -> asked(Machine.cpus() + 1));
        assertThat(refused.problem().field()).isEqualTo("threads");
        assertThat(refused.problem().detail()).containsAnyOf("which is " + Machine.cpus(), "from 1 to 64");
    }

    private static RunRequest asked(int threads) {
        return Sample.with(Map.of("source", "replay", "threads", threads));
    }

    private static RunRequest.Builder replay() {
        RunRequest.Builder run = new RunRequest.Builder();
        run.source = Source.REPLAY;
        run.concurrency = 1;
        run.checkpoints = List.of();
        return run;
    }

    private static Problem refusal(RunRequest.Builder run, int cpus) {
        return catchThrowableOfType(ProblemException.class, () -> Threads.check(run, cpus))
                .problem();
    }
}
