package testbed.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.environment.Machine;

class ThreadsTest {
    @Test
    void as_many_as_there_are_cpus_may_parse_at_once() {
        Supply two = replay(2);
        assertThatCode(() -> Threads.check(two, List.of(), 2)).doesNotThrowAnyException();
        Problem problem = refusal(two, List.of(), 1);
        assertThat(problem.field()).isEqualTo("threads");
        assertThat(problem.detail())
                .isEqualTo("threads is 2; allowed are as many as this server may use CPUs, which is 1");
    }

    @Test
    void they_go_with_bodies_in_memory_and_nothing_else() {
        Supply two = replay(2);
        Map<String, Supply> refused = Map.of(
                "source replay", new Supply(two.provider(), "rust", Source.HTTP, 1, 1, 2, Optional.empty()),
                "concurrency 1", new Supply(two.provider(), "rust", Source.REPLAY, 2, 1, 2, Optional.empty()));
        refused.forEach((only, asked) -> assertThat(refusal(asked, List.of(), 4).detail())
                .isEqualTo("threads goes with " + only + " only; ask for that, or leave threads out"));
        assertThat(refusal(two, List.of(5), 4).detail()).startsWith("threads goes with empty checkpoints only");
        assertThatCode(() -> Threads.check(replay(0), List.of(5), 4))
                .as("nobody asked for threads")
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd", "br"})
    void they_go_with_no_coding(String coding) {
        Map<String, ?> asked = Map.of("source", "replay", "threads", 1, "coding", coding);
        Problem problem = catchThrowableOfType(ProblemException.class, () -> Sample.with(asked))
                .problem();
        assertThat(problem.field()).isEqualTo("coding");
        assertThat(problem.detail()).isEqualTo("coding is not measured on several threads; leave one of them out");
        assertThat(Sample.with(Map.of("source", "replay", "threads", 1, "coding", "identity"))
                        .coding())
                .isEmpty();
    }

    @Test
    void a_request_is_checked_against_the_cpus_of_this_process() {
        assertThat(asked(1).bodies().threads()).isEqualTo(1);
        ProblemException refused = catchThrowableOfType(ProblemException.class, () -> asked(Machine.cpus() + 1));
        assertThat(refused.problem().field()).isEqualTo("threads");
        assertThat(refused.problem().detail()).containsAnyOf("which is " + Machine.cpus(), "from 1 to 64");
    }

    private static RunRequest asked(int threads) {
        return Sample.with(Map.of("source", "replay", "threads", threads));
    }

    private static Supply replay(int threads) {
        Supply asked = Sample.with(Map.of("source", "replay")).bodies();
        return new Supply(asked.provider(), asked.serverType(), asked.source(), 1, 1, threads, asked.coding());
    }

    private static Problem refusal(Supply supply, List<Integer> checkpoints, int cpus) {
        return catchThrowableOfType(ProblemException.class, () -> Threads.check(supply, checkpoints, cpus))
                .problem();
    }
}
