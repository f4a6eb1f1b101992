package testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginTest {
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8082, 127.0.0.1, 8082",
        "http://127.0.0.1:8082/, 127.0.0.1, 8082",
        "http://LOCALHOST, localhost, 80",
        "http://java-provider:1, java-provider, 1",
        "http://a.b-c.d:65535, a.b-c.d, 65535",
        "http://[::1]:8082, [::1], 8082",
        "http://[1:2:3:4:5:6:7::], [1:2:3:4:5:6:7::], 80",
        "http://[::FFFF:1.2.3.4], [::ffff:1.2.3.4], 80",
        "http://127.1:8082, 127.1, 8082",
        "http://0x7f000001:8082, 0x7f000001, 8082",
    })
    void reads(String text, String host, int port) {
        assertThat(Origin.parse(text)).contains(new Origin(host, port));
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8082, 127.0.0.1:8082",
        "http://java-provider:80, java-provider",
        "http://java-provider, java-provider",
        "http://[::1]:8082, [::1]:8082"
    })
    void is_named_with_its_port_where_that_is_not_80(String text, String authority) {
        assertThat(Origin.parse(text).orElseThrow().authority()).isEqualTo(authority);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1:8082",
                "https://a",
                "HTTP://a",
                "ftp://a",
                "http:/a",
                "http://",
                "http://:80",
                "http:///",
                "http://a:",
                "http://a:0",
                "http://a:080",
                "http://a:65536",
                "http://a:123456",
                "http://a:8080:80",
                "http://a:-1",
                "http://a:+1",
                "http://a/b",
                "http://a//",
                "http://a?b",
                "http://a#b",
                "http://u@a",
                "http://u:p@a",
                "http://allowed:80\\@evil",
                "http://a%2eb",
                "http://a b",
                " http://a",
                "http://a ",
                "http://a\t",
                "http://a\n",
                "http://a.",
                "http://.a",
                "http://-a",
                "http://a-",
                "http://ä",
                "http://１27.0.0.1",
                "http://a_b",
                "http://[::1",
                "http://[]",
                "http://[:::]",
                "http://[1.2.3.4]",
                "http://[00001::1]",
                "http://[1:2:3:4:5:6:7::8:9]",
                "http://[::1.2.3]",
                "http://[::1.2.3.04]",
                "http://[1.2.3.4::]",
                "http://[::1%25eth0]",
                "http://::1",
                "http://a:٣"
            })
    void refuses(String text) {
        assertThat(Origin.parse(text)).isEmpty();
    }
}
