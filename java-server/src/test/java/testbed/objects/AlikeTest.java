package testbed.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import testbed.contract.Wire;
import testbed.objects.Alike.Draw;
import testbed.objects.Kind.Field;
import testbed.objects.Kind.Presence;
import tools.jackson.databind.JsonNode;

/** The numbers are those of {@code providers/alike.py}; {@code GoldensTest} holds every variant to its digest. */
class AlikeTest {
    @Test
    void a_seed_is_made_of_a_texts_bytes() {
        assertThat(Alike.seed("")).isEqualTo(0xcbf29ce484222325L);
        assertThat(Alike.seed("a")).isEqualTo(0xaf63dc4c8601ec8cL);
        assertThat(Alike.seed("größe/7")).isEqualTo(0xf49368a97036ebe8L);
    }

    @Test
    void draws_are_those_of_every_language() {
        Draw whole = new Draw(0);
        assertThat(List.of(whole.below(-1L), whole.below(-1L), whole.below(-1L)))
                .containsExactly(0xe220a8397b1dcdafL, 0x6e789e6aa1b965f4L, 0x06c45d188009454fL);
        Draw draw = new Draw(0);
        assertThat(List.of(draw.below(1), draw.below(2), draw.below(10), draw.below(1000)))
                .containsExactly(0, 0, 9, 444);
        assertThat(draw.below(Long.MIN_VALUE)).as("a count of 2^63").isEqualTo(1961750202426094747L);
        Draw seeded = new Draw(Alike.seed("Order/1"));
        assertThat(List.of(seeded.below(100), seeded.below(100), seeded.below(100)))
                .containsExactly(23, 63, 54);
    }

    @Test
    void a_text_has_characters_of_the_same_classes_each_of_which_counts_once() {
        Draw draw = new Draw(1);
        assertThat(Alike.text(draw, "2026-08-17T09:27:58Z")).isEqualTo("2021-04-16T06:24:17Z");
        assertThat(Alike.text(draw, "Königsallee 17 🚀")).isEqualTo("Köccgpaldbe 12");
        assertThat(Alike.text(draw, "")).isEmpty();
        assertThat(Alike.text(draw, "🚀z9é🚀")).isEqualTo("🚀o4é🚀");
        assertThat(Alike.text(draw, "a z🚀z 🚀9")).isEqualTo("a o🚀h 🚀5a ");
    }

    @Test
    void a_double_keeps_its_sign_its_size_and_its_decimals() {
        Draw draw = new Draw(2);
        double[] values = {0, -0.0, 5, 100, 12.25, -0.001, 19.99, 9999999.5, 0.1234567, 1e300, 2968.47};
        double[] made = {0, 0, 10, 1, 8.07, -0.001, 6.49, 3275921.9, 0.033166, 2554755, 4041.91};
        for (int i = 0; i < values.length; i++) {
            assertThat(Alike.real(draw, values[i])).isEqualTo(made[i]);
        }
    }

    @Test
    void an_integer_keeps_its_sign_and_its_width() {
        Draw draw = new Draw(3);
        long[] small = {0, 1, -7, Integer.MAX_VALUE, Integer.MIN_VALUE};
        long[] smallMade = {1, 1, -1, 1722534351, -1253546390};
        for (int i = 0; i < small.length; i++) {
            assertThat(Alike.integer(draw, small[i], Integer.MAX_VALUE)).isEqualTo(smallMade[i]);
        }
        long[] wide = {5, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE};
        long[] wideMade = {7, 2493001065868230072L, 7170589470788784662L, -9058503432725982842L};
        for (int i = 0; i < wide.length; i++) {
            assertThat(Alike.integer(draw, wide[i], Long.MAX_VALUE)).isEqualTo(wideMade[i]);
        }
    }

    @Test
    void a_record_has_its_kinds_and_lacks_a_field_now_and_then() {
        Kind.Fields record = new Kind.Fields(List.of(
                new Field("a", new Kind.Items(new Kind.Items(Kind.Plain.INT32)), Presence.REQUIRED),
                new Field("b", new Kind.Entries(Kind.Plain.TEXT), Presence.REQUIRED),
                new Field("c", Kind.Plain.BOOLEAN, Presence.OPTIONAL),
                new Field("d", new Kind.Choice(List.of("new", "paid")), Presence.NULLABLE),
                new Field("e", Kind.Plain.TEXT, Presence.NULLABLE),
                new Field("f", new Kind.Items(Kind.Plain.TEXT), Presence.REQUIRED),
                new Field("g", Kind.Plain.TEXT, Presence.OPTIONAL)));
        JsonNode canonical = Wire.MAPPER.readTree("""
                {"a":[[1,2],[3]],"b":{"ｆ":"x","𝒂b":"yy","k":"z z z z z z z z","l":"1","m":"9"},"c":true,"d":"paid","e":null}
                """);
        Draw draw = new Draw(4);
        for (String made : """
                {"a":[[2,4],[7]],"b":{"h":"g e h r ","c":"1"},"c":false,"d":null,"e":null,"f":[]}
                {"a":[[1,1],[3]],"b":{"j":"i d w n c d h fk ","d":"8","ｆ":"n"},"c":true,"d":"new","e":null,"f":[]}
                {"a":[[3,4],[0]],"b":{"j":"p f q u ","k":"1","h":"2","ｆ":"e","𝒂a":"sr"},"c":true,"d":"paid","e":null,"f":[]}
                {"a":[[2,5],[3]],"b":{"e":"e j h n","b":"1"},"c":true,"d":"new","e":null,"f":[]}
                {"a":[[2,2],[6]],"b":{"f":"h q v g m t","e":"1","ｆ":"m","𝒂a":"ho","d":"e d z v z "},"c":false,"d":null,"e":null,"f":[]}
                {"a":[[1,3],[3]],"b":{"b":"r t m v i z v pd p ","h":"1","i":"2"},"d":"paid","e":null,"f":[]}
                """.lines().toList()) {
            assertThat(Alike.alike(draw, canonical, record)).hasToString(made);
        }
    }

    @Test
    void a_field_that_scales_keeps_its_length_without_a_draw() {
        Kind.Fields record = new Kind.Fields(List.of(
                new Field("n", Kind.Plain.INT32, Presence.REQUIRED),
                new Field("s", Kind.Plain.TEXT, Presence.REQUIRED),
                new Field("l", new Kind.Items(Kind.Plain.TEXT), Presence.REQUIRED),
                new Field("o", Kind.Plain.BOOLEAN, Presence.OPTIONAL)));
        JsonNode canonical = Wire.MAPPER.readTree("""
                {"n":7,"s":"a z🚀9","l":["x1","hello you all"],"o":true}
                """);
        assertThat(Alike.scaled(canonical, "s", 3)).hasToString("""
                {"n":7,"s":"a z","l":["x1","hello you all"],"o":true}""");
        assertThat(sized(canonical, record, "s", 12)).isEqualTo("""
                {"n":7,"s":"a z🚀9a z🚀9a ","l":["x1","hello you all"],"o":true}
                {"n":14,"s":"a u🚀4a l🚀1a ","l":["l1","ccign ekr"]}
                {"n":8,"s":"a p🚀4a k🚀4a ","l":["l1","heceo "],"o":false}""");
        assertThat(sized(canonical, record, "l", 5)).isEqualTo("""
                {"n":7,"s":"a z🚀9","l":["x1","hello you all","x1","hello you all","x1"],"o":true}
                {"n":14,"s":"a ","l":["j1","eebcc tgk aieaeea","l1","fafkl ","c1"],"o":false}
                {"n":8,"s":"a c","l":["o1","dddlo iol aaabalg","b1","fdhgi fnu agdeeic","n1"],"o":false}""");
    }

    private static String sized(JsonNode canonical, Kind.Fields record, String field, int length) {
        JsonNode scaled = Alike.scaled(canonical, field, length);
        return IntStream.range(0, 3)
                .mapToObj(index -> Alike.variantAlike("T/1KiB", scaled, record, Optional.of(field), index))
                .map(JsonNode::toString)
                .collect(Collectors.joining("\n"));
    }
}
