package testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Bodies.Body;

/** The verdicts that all servers share, and what must hold of every body besides. */
class VerdictsTest {
    static List<Body> reject() throws Exception {
        return Bodies.of("reject").all();
    }

    static List<Body> accept() throws Exception {
        return Bodies.of("accept").all();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reject", "accept"})
    void the_index_names_every_file(String folder) throws Exception {
        Bodies bodies = Bodies.of(folder);
        assertThat(bodies.all()).extracting(Body::file).containsExactlyInAnyOrderElementsOf(bodies.files());
        assertThat(bodies.all()).extracting(Body::format).contains(testbed.contract.Format.values());
    }

    @ParameterizedTest
    @MethodSource("reject")
    void is_refused_by_whom_the_index_says(Body body) {
        assertThat(body.refusedBy()).isIn("guard", "engine");
        assertThat(new Judge(body.format(), body.type()).refusedBy(body.bytes()))
                .isEqualTo(body.refusedBy());
    }

    @ParameterizedTest
    @MethodSource("accept")
    void is_read(Body body) {
        assertThat(new Judge(body.format(), body.type()).refusedBy(body.bytes()))
                .isNull();
    }
}
