package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import testbed.request.Sample;

class TargetTest {
    @Test
    void the_only_variant_has_no_query() {
        assertThat(paths(1)).containsExactly("/BSONObject/2");
    }

    @Test
    void each_of_several_says_its_index() {
        assertThat(paths(3)).containsExactly("/BSONObject/2?index=0", "/BSONObject/2?index=1", "/BSONObject/2?index=2");
    }

    @Test
    void a_size_is_said_before_the_index() {
        assertThat(sized("16KiB", 1, 0).paths()).containsExactly("/JSONObject/Timeline?size=16KiB");
        assertThat(sized("1KiB", 2, 0).paths())
                .containsExactly("/JSONObject/Timeline?size=1KiB&index=0", "/JSONObject/Timeline?size=1KiB&index=1");
    }

    @Test
    void a_body_of_a_size_may_have_four_times_its_bytes_where_that_is_more_than_any_may_have() {
        assertThat(sized("256KiB", 1, 65_536).maxBytes()).isEqualTo(1_048_576);
        assertThat(sized("16KiB", 1, 65_537).maxBytes()).isEqualTo(65_537);
        assertThat(sized("16KiB", 1, 65_535).maxBytes()).isEqualTo(65_536);
    }

    private static List<String> paths(int variants) {
        return target(Map.of("object_format", "BSON", "variants", variants), 0).paths();
    }

    private static Target sized(String size, int variants, int maxObjectBytes) {
        return target(Map.of("object_type", "Timeline", "size", size, "variants", variants), maxObjectBytes);
    }

    private static Target target(Map<String, ?> changes, int maxObjectBytes) {
        return Target.of(Sample.with(changes), List.of(), maxObjectBytes);
    }
}
