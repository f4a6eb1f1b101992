package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.measure.Decoder;
import testbed.objects.types.NumericObject;

/** That JAXB opens nothing that a body names, and what it makes of a body that is not as it should be. */
class JaxbTest {
    private static final Decoder JAXB = new Jaxb(new JacksonDataformatXml(Form.PLAIN)).decoder(NumericObject.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE NumericObject [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><NumericObject><id>&e;</id></NumericObject>",
                "<!DOCTYPE NumericObject [<!ENTITY e \"a\">]><NumericObject><id>&e;</id></NumericObject>",
                "<DummyObject></DummyObject>",
                "<Other></Other>",
                "<NumericObject><id>a</id>",
                ""
            })
    void refuses(String body) {
        assertThatThrownBy(() -> decode(body)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void takes_the_last_of_a_repeated_element_and_skips_what_it_does_not_know() {
        assertThat(decode("<NumericObject x=\"1\"><id>a</id>text<id>b<x>c</x>d</id><x>3</x></NumericObject>"))
                .isEqualTo(new NumericObject("d", 0, 0, List.of()));
    }

    @Test
    void leaves_0_what_it_cannot_read_and_cuts_what_is_too_wide() {
        assertThat(decode("<NumericObject><index>x</index><numbr>4294967332</numbr></NumericObject>"))
                .isEqualTo(new NumericObject(null, 0, 36, List.of()));
    }

    private static Object decode(String body) {
        return JAXB.decode(body.getBytes(StandardCharsets.UTF_8));
    }
}
