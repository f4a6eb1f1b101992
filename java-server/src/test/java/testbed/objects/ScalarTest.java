package testbed.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScalarTest {
    record Deep(String text, int small, List<Inner> inner) {
        record Inner(boolean on, long wide, List<Double> values, List<String> texts) {}
    }

    @Test
    void scalars_are_found_at_every_depth_and_nothing_else_is() {
        assertThat(Scalar.of(Kind.of(Deep.class)))
                .isEqualTo(Map.of(
                        "small", Scalar.INTEGER,
                        "on", Scalar.BOOLEAN,
                        "wide", Scalar.INTEGER,
                        "values", Scalar.NUMBER));
    }

    record Twice(int a, List<Inner> inner) {
        record Inner(double a) {}
    }

    record TextToo(int a, List<Inner> inner) {
        record Inner(String a) {}
    }

    @Test
    void a_name_is_one_thing() {
        assertThatThrownBy(() -> Scalar.of(Kind.of(Twice.class))).hasMessageContaining("a field a is of two kinds");
        assertThatThrownBy(() -> Scalar.of(Kind.of(TextToo.class))).hasMessageContaining("a field a is of two kinds");
    }
}
