package testbed.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.Providers;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;

class RequestGrammarTest {
    private static final List<Integer> OF_GRAMMAR = List.of(400, 431);

    private record Case(String name, byte[] request, int status) {}

    private record Verdict(String good, RequestFault fault) {}

    /** What the library gets of bytes that come in pieces of so many, and the fault. */
    private static Verdict judged(byte[] request, int piece) {
        RequestGrammar grammar = new RequestGrammar();
        ByteArrayOutputStream good = new ByteArrayOutputStream();
        RequestFault fault = null;
        for (int at = 0; fault == null && at < request.length; at += piece) {
            byte[] bytes = Arrays.copyOfRange(request, at, Math.min(at + piece, request.length));
            fault = grammar.judge(bytes, bytes.length, good);
        }
        if (fault != null) {
            assertThat(grammar.judge(request, 1, good))
                    .as("a fault is told once")
                    .isNull();
        }
        return new Verdict(good.toString(StandardCharsets.ISO_8859_1), fault);
    }

    private static List<Case> cases() throws Exception {
        List<Case> cases = new ArrayList<>();
        for (JsonNode row : Wire.MAPPER.readTree(Providers.vectors("requests.json"))) {
            String request = row.get("request").stringValue().replace("{host}", "localhost:8082");
            JsonNode statuses = row.get("statuses");
            cases.add(new Case(
                    row.get("name").stringValue(),
                    request.getBytes(StandardCharsets.ISO_8859_1),
                    statuses.get(statuses.size() - 1).intValue()));
        }
        return cases;
    }

    @Test
    void a_case_is_at_fault_where_it_is_refused_for_its_grammar() throws Exception {
        for (Case one : cases()) {
            RequestFault fault = judged(one.request(), one.request().length).fault();
            if (fault == null) {
                assertThat(OF_GRAMMAR).as(one.name()).doesNotContain(one.status());
            } else {
                assertThat(fault.problem().status()).as(one.name()).isEqualTo(one.status());
            }
        }
    }

    @Test
    void a_verdict_does_not_depend_on_the_pieces_in_which_a_request_comes() throws Exception {
        for (Case one : cases()) {
            Verdict whole = judged(one.request(), one.request().length);
            for (int piece : new int[] {1, 2, 3, 7, 100}) {
                assertThat(judged(one.request(), piece))
                        .as("%s in pieces of %d", one.name(), piece)
                        .isEqualTo(whole);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Connection: keep-alive|Upgrade: h2c||, |",
        "'Connection: x, Close||GET', Connection: close||",
        "Content-Length: 2||{}|G, Content-Length: 2||{}G",
        "Transfer-Encoding: chunked||2 ;a=b|{}|0;c|X: y||, Transfer-Encoding: chunked||2|{}|0||"
    })
    void the_library_gets_heads_and_chunks_in_their_plainest_form(String sent, String passed) {
        String head = "POST /x HTTP/1.1|Host: a|";
        Verdict verdict = judged(bytes(head + sent), 5);
        assertThat(verdict).isEqualTo(new Verdict(new String(bytes(head + passed)), null));
    }

    @Test
    void of_a_head_that_is_not_whole_the_library_gets_the_first_letter() {
        assertThat(judged(bytes("GET /health_check HTTP/1.1|Host: a|"), 4)).isEqualTo(new Verdict("G", null));
    }

    /** A line's end for every bar. */
    private static byte[] bytes(String lines) {
        return lines.replace("|", "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
