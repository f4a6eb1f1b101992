package testbed.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Providers;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;

/** Every case of {@code providers/vectors/advice.json}, to which every server is held. */
class AdviceTest {
    static List<Arguments> cases() throws Exception {
        JsonNode cases = Wire.MAPPER.readTree(Providers.vectors("advice.json"));
        return cases.valueStream()
                .map(one -> Arguments.of(one.get("why").stringValue(), one))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void says_what_is_written_down(String why, JsonNode one) {
        JsonNode in = one.get("in");
        Advice advice = new Advice(
                in.get("amount").intValue(),
                in.get("warmup").intValue(),
                in.get("max_amount").intValue(),
                in.get("compilation_ms").isNull()
                        ? null
                        : in.get("compilation_ms").longValue(),
                in.get("total_time_ms").longValue(),
                in.get("steadiness").isNull() ? null : in.get("steadiness").stringValue(),
                in.get("noise").valueStream().map(AdviceTest::rule).toList());
        assertThat(advice.lines())
                .containsExactlyElementsOf(one.get("advice")
                        .valueStream()
                        .map(JsonNode::stringValue)
                        .toList());
    }

    private static Noise.Rule rule(JsonNode rule) {
        return new Noise.Rule(
                rule.get("rule").stringValue(),
                rule.get("value").doubleValue(),
                rule.get("limit").doubleValue());
    }
}
