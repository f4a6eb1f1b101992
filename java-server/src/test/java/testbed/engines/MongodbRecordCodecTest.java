package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import testbed.measure.Decoder;
import testbed.objects.MayBeAbsent;
import testbed.objects.MayBeNull;

/** That records, maps and enumerations come out of MongoDB's record codec as they are written. */
class MongodbRecordCodecTest {
    public enum Colour {
        @JsonProperty("dark red")
        DARK_RED,
        BLUE
    }

    public record Inner(
            @JsonProperty("_id") int id, @MayBeAbsent Colour colour) {}

    /** Two fields whose names a careless renaming would mix up. */
    public record Outer(
            int id,
            @JsonProperty("other") String name,
            @JsonProperty("name") String other,
            Map<String, Inner> inners,
            @MayBeNull Inner inner,
            List<List<Map<String, String>>> lists,
            Map<String, String> map) {}

    private static final Engine BSON4JACKSON = new Bson4Jackson(Form.PLAIN);
    private static final Engine CODEC = new MongodbRecordCodec(BSON4JACKSON);

    @Test
    void fields_of_records_are_renamed_and_keys_of_maps_are_not() {
        Map<String, String> keys = Map.of("_id", "a", "id", "b", "other", "c", "name", "d");
        Outer outer = new Outer(
                1,
                "name",
                "other",
                Map.of("_id", new Inner(2, Colour.DARK_RED), "name", new Inner(3, null)),
                new Inner(4, Colour.BLUE),
                List.of(List.of(keys), List.of()),
                keys);
        assertThat(again(outer)).isEqualTo(outer);
        Outer none = new Outer(1, "", "", Map.of(), null, List.of(), Map.of());
        assertThat(again(none)).isEqualTo(none);
    }

    @Test
    void an_enumeration_is_one_of_its_texts() {
        byte[] body = BSON4JACKSON.encoder(Map.class).encode(Map.of("_id", 1, "colour", "DARK_RED"));
        Decoder decoder = CODEC.decoder(Inner.class);
        assertThatThrownBy(() -> decoder.decode(body)).hasMessageContaining("enumeration");
    }

    private static Object again(Object object) {
        return CODEC.decoder(object.getClass())
                .decode(BSON4JACKSON.encoder(object.getClass()).encode(object));
    }
}
