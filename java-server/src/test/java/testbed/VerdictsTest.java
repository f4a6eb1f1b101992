package testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.VerdictCases.Case;

/** The verdicts that all servers share, and what must hold of every body besides. */
class VerdictsTest {
    static List<Case> reject() throws Exception {
        return VerdictCases.of("reject").all();
    }

    static List<Case> accept() throws Exception {
        return VerdictCases.of("accept").all();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reject", "accept"})
    void the_index_names_every_file(String folder) throws Exception {
        VerdictCases cases = VerdictCases.of(folder);
        assertThat(cases.all()).extracting(Case::file).containsExactlyInAnyOrderElementsOf(cases.files());
        assertThat(cases.all())
                .extracting(Case::format)
                .containsAll(Everything.walked().toList());
    }

    @ParameterizedTest
    @MethodSource("reject")
    void is_refused_by_the_guard_and_by_engines_alone_where_the_index_says(Case one) {
        Judge judge = new Judge(one.format(), one.type());
        assertThat(judge.passes(one.bytes())).isFalse();
        if (one.engineRefuses()) {
            assertThat(judge.enginesRefuse(one.bytes())).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("reject")
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void no_engine_of_operation_partial_breaks_or_hangs_without_a_guard(Case one) {
        Judge judge = new Judge(one.format(), one.type());
        assertThatCode(() -> judge.readInPart(one.bytes())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("accept")
    void is_read(Case one) {
        assertThat(new Judge(one.format(), one.type()).passes(one.bytes())).isTrue();
    }
}
