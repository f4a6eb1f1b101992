package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.request.RunRequest;
import testbed.request.Sample;

class KeptTest {
    private final Kept kept = new Kept(100);

    @Test
    void what_was_kept_is_found_by_a_replay_that_differs_in_nothing_of_its_bodies() {
        byte[][] bodies = bodies(10);
        kept.keep(replay(Map.of()), bodies);
        assertThat(kept.of(replay(Map.of("amount", 7, "warmup", 3, "server_type", "java", "concurrency", 2))))
                .isSameAs(bodies);
    }

    @ParameterizedTest
    @CsvSource({
        "provider_url, http://127.0.0.1:8082",
        "object_type, NumericObject",
        "object_format, XML",
        "variants, 5",
        "coding, gzip",
        "source, http"
    })
    void another_run_finds_nothing(String field, String value) {
        kept.keep(replay(Map.of()), bodies(10));
        RunRequest other = replay(Map.of(field, field.equals("variants") ? Integer.valueOf(value) : value));
        assertThat(kept.has(other)).isFalse();
    }

    @Test
    void another_size_finds_nothing() {
        kept.keep(sized(Map.of("size", "1KiB")), bodies(10));
        assertThat(kept.has(sized(Map.of("size", "1KiB")))).isTrue();
        assertThat(kept.has(sized(Map.of("size", "16KiB")))).isFalse();
        assertThat(kept.has(sized(Map.of()))).isFalse();
    }

    @Test
    void the_least_recently_used_go_where_there_is_no_room() {
        kept.keep(variants(1), bodies(40));
        kept.keep(variants(2), bodies(20, 20));
        assertThat(kept.has(variants(1))).as("used again").isTrue();
        kept.keep(variants(3), bodies(10, 5, 5));
        assertThat(kept.has(variants(1))).as("100 bytes are not too many").isTrue();
        kept.keep(variants(4), bodies(1, 0, 0, 0));
        assertThat(kept.has(variants(2))).isFalse();
        assertThat(kept.has(variants(1))).isTrue();
        assertThat(kept.has(variants(3))).isTrue();
        assertThat(kept.has(variants(4))).isTrue();
    }

    @Test
    void what_is_too_large_alone_is_not_kept_and_drives_nothing_out() {
        kept.keep(variants(1), bodies(40));
        kept.keep(variants(2), bodies(100, 1));
        assertThat(kept.has(variants(1))).isTrue();
        assertThat(kept.has(variants(2))).isFalse();
    }

    @Test
    void what_was_refused_is_dropped() {
        kept.keep(variants(1), bodies(1));
        kept.drop(replay(Map.of("source", "http")));
        assertThat(kept.has(variants(1))).as("what a run over HTTP never used").isTrue();
        kept.drop(variants(1));
        assertThat(kept.has(variants(1))).isFalse();
    }

    private static RunRequest variants(int variants) {
        return replay(Map.of("variants", variants));
    }

    private static RunRequest sized(Map<String, ?> size) {
        Map<String, Object> fields = new TreeMap<>(size);
        fields.put("object_type", "Timeline");
        return replay(fields);
    }

    private static RunRequest replay(Map<String, ?> changes) {
        Map<String, Object> fields = new TreeMap<>(Map.of("source", "replay"));
        fields.putAll(changes);
        return Sample.with(fields);
    }

    private static byte[][] bodies(int... lengths) {
        byte[][] bodies = new byte[lengths.length][];
        for (int i = 0; i < lengths.length; i++) {
            bodies[i] = new byte[lengths[i]];
        }
        return bodies;
    }
}
