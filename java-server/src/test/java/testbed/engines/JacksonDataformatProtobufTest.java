package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.measure.Decoder;
import testbed.objects.MayBeAbsent;
import tools.jackson.core.JacksonException;

/** What types of one's own may have, and none of ours has. */
class JacksonDataformatProtobufTest {
    enum Colour {
        RED,
        BLUE
    }

    record Row(int number) {}

    /** Its message is in the tests' resources. */
    record Kinds(
            @JsonProperty("a.colour") @MayBeAbsent Colour colour,
            List<Colour> colours,
            Map<String, Colour> named,
            Map<String, List<Row>> rows,
            List<Map<String, Integer>> numbers) {}

    private final Decoder decoder = new JacksonDataformatProtobuf(new ProtobufJava()).decoder(Kinds.class);

    private Object read(String hex) throws Exception {
        return decoder.decode(HexFormat.ofDelimiter(" ").parseHex(hex));
    }

    @Test
    void enumerations_and_what_lists_and_maps_may_hold_are_read() throws Exception {
        String colour = "08 02";
        String colours = "12 02 01 02";
        String named = "1a 05 0a 01 61 10 02";
        String rows = "22 0d 0a 01 61 12 08 0a 02 08 02 0a 02 08 04 22 05 0a 01 62 12 00";
        String numbers = "2a 07 0a 05 0a 01 61 10 06 2a 00";
        assertThat(read(String.join(" ", colour, colours, named, rows, numbers)))
                .isEqualTo(new Kinds(
                        Colour.BLUE,
                        List.of(Colour.RED, Colour.BLUE),
                        Map.of("a", Colour.BLUE),
                        Map.of("a", List.of(new Row(1), new Row(2)), "b", List.of()),
                        List.of(Map.of("a", 3), Map.of())));
    }

    @Test
    void what_is_not_there_is_null_or_empty_or_zero_and_the_last_counts_of_what_is_there_twice() throws Exception {
        Map<String, List<Row>> rows = Map.of("a", List.of(new Row(0)));
        assertThat(read("08 02 08 01 22 07 0a 01 61 12 02 0a 00"))
                .isEqualTo(new Kinds(Colour.RED, List.of(), Map.of(), rows, List.of()));
        assertThat(decoder.decode(new byte[0])).isEqualTo(new Kinds(null, List.of(), Map.of(), Map.of(), List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"08 00", "08 03", "12 02 01 03", "32 00", "08"})
    void it_refuses_a_number_of_no_constant_an_unknown_field_and_half_of_one(String hex) {
        assertThatThrownBy(() -> read(hex)).isInstanceOf(JacksonException.class);
    }
}
