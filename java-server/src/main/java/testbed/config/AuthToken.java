package testbed.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** The token that a server asks for, or sends: {@code Authorization: Bearer TOKEN}. Nothing shows it, and no message quotes it. */
public final class AuthToken {
    /** What a token is, for messages. */
    static final String RULE = "16 to 1024 visible ASCII characters without a space";

    private final String text;

    private AuthToken(String text) {
        this.text = text;
    }

    /** The token that the text is; empty where it is none. */
    static Optional<AuthToken> parse(String text) {
        return text.matches("[!-~]{16,1024}") ? Optional.of(new AuthToken(text)) : Optional.empty();
    }

    /** Whether a client sent this one. The time that it takes says nothing of the token's characters. */
    public boolean is(String sent) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }

    /** The value of {@code Authorization}. */
    public String authorization() {
        return "Bearer " + text;
    }

    @Override
    public String toString() {
        return "AuthToken(…)";
    }
}
