package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import testbed.request.RunRequest;
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

    private static List<String> paths(int variants) {
        RunRequest request = Sample.with(Map.of("object_format", "BSON", "variants", variants));
        return Target.of(request, List.of()).paths();
    }
}
