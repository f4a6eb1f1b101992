package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.guard.Small.text;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
    /** Of every length of a search, and with first bytes on both sides of a signed byte's end. */
    private static final List<String> ALL = List.of("z", "é", "", "a", "\ud83d\ude00", "aa", "b", "ab");

    @Test
    void a_name_is_found_wherever_it_is_expected() {
        for (int count = 1; count <= ALL.size(); count++) {
            Names names = new Names(ALL.subList(0, count));
            for (int place = 0; place < ALL.size(); place++) {
                byte[] name = text(ALL.get(place));
                for (int expected = 0; expected <= count; expected++) {
                    assertThat(names.find(name, 0, name.length, expected)).isEqualTo(place < count ? place : -1);
                }
            }
        }
    }
}
