package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.contract.Code;

class AnswerSocketTest {
    private static final int MOST_BYTES = 1000;

    /** Both ends of a connection. */
    private record Ends(Socket near, Socket far) implements AutoCloseable {
        static Ends connected() throws IOException {
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Socket near = new AnswerSocket(MOST_BYTES);
                near.connect(listener.getLocalSocketAddress());
                return new Ends(near, listener.accept());
            }
        }

        void ask() throws IOException {
            near.getOutputStream().write('G');
            assertThat(far.getInputStream().read()).isEqualTo('G');
        }

        @Override
        public void close() throws IOException {
            near.close();
            far.close();
        }
    }

    /** The fault of an answer that ends with its connection; null where it has none. */
    private static AnswerFault faultOf(byte[] answer) throws IOException {
        try (Ends ends = Ends.connected()) {
            ends.ask();
            ends.far().getOutputStream().write(answer);
            ends.far().close();
            return catchThrowableOfType(
                    AnswerFault.class, () -> ends.near().getInputStream().readAllBytes());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Length: 4, body",
        "'Transfer-Encoding: chunked', '4 ;a=b|body|0|X-Time: 1||'",
        "'Transfer-Encoding: chunked', '4|body|0||'"
    })
    void an_answer_is_refused_wherever_it_is_cut_off(String framing, String body) throws Exception {
        String head = "HTTP/1.1 103 Early Hints|X:y||HTTP/1.1 200 OK|" + framing + "||";
        byte[] answer = (head + body).replace("|", "\r\n").getBytes(StandardCharsets.US_ASCII);
        int headLength = head.replace("|", "\r\n").length();
        for (int cut = 0; cut < answer.length; cut++) {
            AnswerFault fault = faultOf(Arrays.copyOf(answer, cut));
            assertThat(fault).as("cut off behind byte %d", cut).isNotNull();
            assertThat(fault.code())
                    .as("cut off behind byte %d", cut)
                    .isEqualTo(cut < headLength ? Code.PROVIDER_UNREACHABLE : Code.PROVIDER_TRUNCATED);
        }
        assertThat(faultOf(answer)).isNull();
    }

    @Test
    void a_body_of_no_stated_length_ends_with_its_connection() throws Exception {
        for (String body : new String[] {"", "body"}) {
            assertThat(faultOf(("HTTP/1.1 200 OK\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII)))
                    .isNull();
        }
    }

    @Test
    void what_lies_there_before_a_request_is_no_answer_to_it() throws Exception {
        try (Ends ends = Ends.connected()) {
            ends.far().getOutputStream().write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (ends.near().getInputStream().available() == 0) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> ends.near().getOutputStream().write('G'))
                    .hasMessageContaining("what nobody asked");
        }
    }

    @Test
    void a_fault_is_told_again_by_an_exception_of_its_own() throws Exception {
        try (Ends ends = Ends.connected()) {
            ends.ask();
            ends.far().getOutputStream().write('x');
            Throwable read = catchThrowableOfType(
                    AnswerFault.class, () -> ends.near().getInputStream().read());
            Throwable write = catchThrowableOfType(
                    AnswerFault.class, () -> ends.near().getOutputStream().write('G'));
            assertThat(write).isNotSameAs(read).hasMessage(read.getMessage());
        }
    }
}
