package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import testbed.contract.Format;
import testbed.contract.Origin;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectTypes;
import testbed.request.RunRequest;

class TargetTest {
    private static final ObjectTypes TYPES = new ObjectTypes();

    @Test
    void the_only_variant_has_no_query() {
        assertThat(paths(1)).containsExactly("/BSONObject/2");
    }

    @Test
    void each_of_several_says_its_index() {
        assertThat(paths(3)).containsExactly("/BSONObject/2?index=0", "/BSONObject/2?index=1", "/BSONObject/2?index=2");
    }

    private static List<String> paths(int variants) {
        RunRequest request = new RunRequest(
                1,
                new Origin("127.0.0.1", 80),
                Format.BSON,
                "java",
                TYPES.named("DummyObject").orElseThrow(),
                new EngineRegistry(TYPES).defaultOf(Format.BSON),
                0,
                List.of(),
                1,
                variants,
                false,
                1);
        return Target.of(request, List.of()).paths();
    }
}
