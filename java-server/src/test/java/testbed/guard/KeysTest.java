package testbed.guard;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static testbed.guard.Small.text;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import testbed.objects.Kind;

class KeysTest {
    private static final Due MAPS = Due.of(Grammar.BSON, new Kind.Entries(new Kind.Entries(Kind.Plain.INT32)));

    private final Keys keys = Keys.of(MAPS, Unescaped::new);
    private final byte[] body = new byte[1 << 21];
    private int written;

    @Test
    void a_key_comes_once_in_its_map() {
        keys.enter();
        for (String key : List.of("", "a", "aa", "\0", "\0\0", "\0a", "1234567", "12345678", "é".repeat(30))) {
            add(key);
            assertThatThrownBy(() -> add(key)).hasMessageStartingWith("a key comes twice (at byte ");
        }
    }

    @Test
    void a_key_may_come_again_in_another_map() {
        keys.enter();
        add("a");
        for (int i = 0; i < 3; i++) {
            keys.enter();
            add("a");
            add("b");
            keys.leave();
        }
        add("b");
        assertThatThrownBy(() -> add("a")).hasMessageStartingWith("a key comes twice");
    }

    /** Again and again, so that what one map leaves behind would fill the table of the next. */
    @Test
    void so_many_keys_are_known_over_all_open_maps() {
        for (int round = 0; round < 20; round++) {
            keys.enter();
            add("outer");
            keys.enter();
            numbered(Keys.MOST - 1).forEach(this::add);
            assertThatThrownBy(() -> add("one more"))
                    .hasMessageStartingWith("the maps that are open have more than 4096 keys (at byte ");
            keys.leave();
            add("inner");
            keys.leave();
        }
    }

    @Test
    void a_refused_body_leaves_nothing_behind() {
        for (int round = 0; round < 3; round++) {
            keys.clear();
            keys.enter();
            keys.enter();
            numbered(Keys.MOST).forEach(this::add);
        }
    }

    /** All with one {@code String.hashCode}, or none but low bits apart, or with bytes in another order. */
    @Test
    void keys_that_collide_elsewhere_are_told_apart() {
        keys.enter();
        IntStream.range(0, 1 << 10)
                .forEach(bits -> add(IntStream.range(0, 10)
                        .mapToObj(bit -> (bits >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining())));
        IntStream.range(1, 1024).forEach(length -> add("\0".repeat(length)));
        numbered(1024).forEach(this::add);
    }

    private static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "key" + i).toList();
    }

    /** Writes it behind those before. */
    private void add(String key) {
        byte[] bytes = text(key);
        int from = written;
        System.arraycopy(bytes, 0, body, from, bytes.length);
        written += bytes.length;
        keys.add(body, from, written);
    }
}
