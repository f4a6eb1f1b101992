package testbed.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Origin;

/** The token that a server asks for, and those that it sends: where they come from, and that no message has them. */
class AuthTokenTest {
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {TOKEN, "!\"~abcdefghijklm"})
    void a_token_is_the_same_text_and_never_shown(String text) {
        Config config = Config.from(Map.of("AUTH_TOKEN", text));
        AuthToken token = config.authToken().orElseThrow();
        assertThat(token.is(text)).isTrue();
        assertThat(token.is(text.substring(1))).isFalse();
        assertThat(token.is("")).isFalse();
        assertThat(token.authorization()).isEqualTo("Bearer " + text);
        assertThat(config.toString()).doesNotContain(text);
    }

    @Test
    void it_comes_from_a_variable_or_a_file_and_from_one_of_them() throws Exception {
        String file = file(TOKEN + "\r\n");
        assertThat(Config.from(Map.of("AUTH_TOKEN_FILE", file))
                        .authToken()
                        .orElseThrow()
                        .is(TOKEN))
                .isTrue();
        assertThat(Config.from(Map.of("AUTH_TOKEN", "none")).authToken()).isEmpty();
        assertThat(Config.from(Map.of()).authToken()).isEmpty();
        for (String value : new String[] {TOKEN, "none"}) {
            assertThatThrownBy(() -> Config.from(Map.of("AUTH_TOKEN", value, "AUTH_TOKEN_FILE", file)))
                    .hasMessageStartingWith("AUTH_TOKEN and AUTH_TOKEN_FILE are both set");
        }
    }

    @Test
    void another_goes_to_its_origin_alone() throws Exception {
        String other = "another-token-of-two";
        String file = file("http://A:8082/ " + TOKEN + "\r\n\n \t\nhttp://a\t " + other + " \n");
        OriginTokens tokens = Config.from(Map.of("ORIGIN_TOKENS_FILE", file)).originTokens();
        assertThat(of(tokens, "http://a:8082")).contains("Bearer " + TOKEN);
        assertThat(of(tokens, "http://a:80")).contains("Bearer " + other);
        for (String origin : new String[] {"http://a:8083", "http://b:8082", "http://a.b:8082"}) {
            assertThat(of(tokens, origin)).as(origin).isEmpty();
        }
        assertThat(of(Config.from(Map.of()).originTokens(), "http://a:80")).isEmpty();
    }

    private static Optional<String> of(OriginTokens tokens, String origin) {
        return tokens.of(Origin.parse(origin).orElseThrow()).map(AuthToken::authorization);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SECRET", "SECRET with spaces", "SECRETSECRETSECRET\u007f", "None"})
    void a_variable_that_is_no_token_is_not_told(String value) {
        isRefused("AUTH_TOKEN", value, "no token");
    }

    @ParameterizedTest
    @CsvSource({
        "AUTH_TOKEN_FILE, 'SECRET\n', no token",
        "AUTH_TOKEN_FILE, 'SECRETSECRETSECRET\nSECRETSECRETSECRET\n', no token",
        "AUTH_TOKEN_FILE, none, no token",
        "ORIGIN_TOKENS_FILE, 'http://a:1 SECRETSECRETSECRET\n\nhttp://a:2 SECRET', something else in line 3",
        "ORIGIN_TOKENS_FILE, 'https://a:1 SECRETSECRETSECRET', something else in line 1",
        "ORIGIN_TOKENS_FILE, 'http://a:1 SECRETSECRETSECRET x', something else in line 1",
        "ORIGIN_TOKENS_FILE, 'http://a:1', something else in line 1",
        "ORIGIN_TOKENS_FILE, 'http://a:1 SECRETSECRETSECRET\nhttp://A:1/ SECRETSECRETSECRET', something else in line 2"
    })
    void nor_is_what_a_file_has_instead(String name, String text, String what) throws Exception {
        String file = file(text);
        isRefused(name, file, "\"" + file + "\", which has " + what);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AUTH_TOKEN_FILE", "ORIGIN_TOKENS_FILE"})
    void a_file_that_cannot_be_read_is_named(String name) throws Exception {
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xff});
        for (String path : new String[] {binary.toString(), "/no/such/file", ""}) {
            isRefused(name, path, "\"" + path + "\", which cannot be read as text");
        }
    }

    private String file(String text) throws Exception {
        return Files.writeString(folder.resolve("tokens"), text).toString();
    }

    private static void isRefused(String name, String value, String what) {
        assertThatThrownBy(() -> Config.from(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name + " is " + what + "; allowed is a ")
                .hasMessageNotContaining("SECRET");
    }
}
