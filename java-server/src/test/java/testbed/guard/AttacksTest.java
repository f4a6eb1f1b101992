package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.guard.GuardTest.allocated;
import static testbed.guard.Small.text;
import static testbed.guard.Small.verdict;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Format;
import testbed.objects.Kind;
import testbed.objects.Kind.Plain;
import testbed.objects.Kind.Presence;

/** Bodies made to cost much, and object types as large as any. JSON says each shortest; the parts are shared by all formats. */
class AttacksTest {
    @Test
    void a_map_of_65536_keys_is_refused_and_one_of_4096_is_not() {
        Guard guard = Small.of(Format.JSON, "map");
        assertThat(verdict(guard, map(4096))).isEqualTo("passes");
        assertThat(verdict(guard, map(4097))).isEqualTo("the maps that are open have more than 4096 keys");
        assertThat(verdict(guard, map(65_536))).isEqualTo("the maps that are open have more than 4096 keys");
        byte[] largest = map(4096);
        assertThat(allocated(() -> guard.check(largest))).isZero();
    }

    private static byte[] map(int keys) {
        return text(IntStream.range(0, keys)
                .mapToObj(i -> "\"k" + i + "\":1")
                .collect(Collectors.joining(",", "{\"v\":{", "}}")));
    }

    @Test
    void a_name_or_key_of_64_kib_is_one_like_others() {
        for (String part : List.of("a", "\\u0061")) {
            String name = part.repeat(65_536 / part.length());
            byte[] unknown = text("{\"" + name + "\":1}");
            assertThat(verdict(Small.of(Format.JSON, "int32"), unknown)).isEqualTo("a field is not known");
            assertThat(verdict(Small.of(Format.JSON, "map"), text("{\"v\":{\"" + name + "\":1,\"" + name + "a\":1}}")))
                    .isEqualTo("passes");
            assertThat(verdict(Small.of(Format.JSON, "map"), text("{\"v\":{\"" + name + "\":1,\"" + name + "\":1}}")))
                    .isEqualTo("a key comes twice");
        }
    }

    @Test
    void a_type_may_nest_sixty_levels() {
        Kind kind = new Kind.Fields(List.of(field("v", Plain.INT32)));
        String json = "{\"v\":1}";
        String xml = "<v>1</v>";
        for (int level = 1; level < 60; level++) {
            kind = new Kind.Fields(List.of(field("v", kind)));
            json = "{\"v\":" + json + "}";
            xml = "<v>" + xml + "</v>";
        }
        Due inJson = Due.of(Grammar.JSON, kind);
        Due inXml = Due.of(Grammar.XML, kind);
        assertThat(verdict(new JsonGuard(inJson), text(json))).isEqualTo("passes");
        assertThat(verdict(new JsonGuard(inJson), text("{\"v\":" + json + "}"))).isEqualTo("an integer was due");
        assertThat(verdict(new XmlGuard("O", inXml), text("<O>" + xml + "</O>")))
                .isEqualTo("passes");
        assertThat(verdict(new XmlGuard("O", inXml), text("<O><v>" + xml + "</v></O>")))
                .isNotEqualTo("passes");
        assertThat(verdict(new JsonGuard(inJson), text("{\"v\":".repeat(100_000))))
                .isEqualTo("an integer was due");
        assertThat(verdict(new JsonGuard(inJson), text("[".repeat(100_000)))).isEqualTo("a record was due");
    }

    @Test
    void a_type_may_open_64_levels_of_lists_or_maps_and_a_body_no_more() {
        Kind lists = Plain.INT32;
        Kind maps = Plain.INT32;
        for (int level = 1; level < 64; level++) {
            lists = new Kind.Items(lists);
            maps = new Kind.Entries(maps);
        }
        Guard ofLists = Small.of(Format.JSON, field("v", lists));
        Guard ofMaps = Small.of(Format.JSON, field("v", maps));
        assertThat(verdict(ofLists, nested("[", 62, "]"))).isEqualTo("a list was due");
        assertThat(verdict(ofMaps, nested("{\"k\":", 62, "}"))).isEqualTo("a map was due");
        for (int levels : new int[] {63, 64, 10_000}) {
            String said = levels == 63 ? "passes" : "an integer was due";
            assertThat(verdict(ofLists, nested("[", levels, "]"))).isEqualTo(said);
            assertThat(verdict(ofMaps, nested("{\"k\":", levels, "}"))).isEqualTo(said);
        }
    }

    private static byte[] nested(String opens, int levels, String closes) {
        return text("{\"v\":" + opens.repeat(levels) + 1 + closes.repeat(levels) + "}");
    }

    /** One word holds the bits of 64 fields. */
    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 89, 128, 200})
    void of_many_fields_each_comes_once_in_any_order(int count) {
        List<String> names =
                new ArrayList<>(IntStream.range(0, count).mapToObj(i -> "f" + i).toList());
        Guard json = Small.of(
                Format.JSON,
                names.stream().map(name -> field(name, Plain.INT32)).toArray(Kind.Field[]::new));
        assertThat(verdict(json, object(names))).isEqualTo("passes");
        Collections.reverse(names);
        assertThat(verdict(json, object(names))).isEqualTo("passes");
        byte[] escaped = text(new String(object(names), StandardCharsets.US_ASCII).replace("f", "\\u0066"));
        assertThat(verdict(json, escaped)).isEqualTo("passes");
        assertThat(allocated(() -> json.check(escaped))).isZero();
        for (int i = 0; i < count; i++) {
            List<String> without = new ArrayList<>(names);
            String one = without.remove(i);
            assertThat(verdict(json, object(without))).isEqualTo("a field is missing");
            without.addAll(List.of(one, one));
            assertThat(verdict(json, object(without))).isEqualTo("a field comes twice");
        }
    }

    private static byte[] object(List<String> names) {
        return text(names.stream().map(name -> "\"" + name + "\":1").collect(Collectors.joining(",", "{", "}")));
    }

    private static Kind.Field field(String name, Kind kind) {
        return new Kind.Field(name, kind, Presence.REQUIRED);
    }
}
