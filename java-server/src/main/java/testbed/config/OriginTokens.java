package testbed.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import testbed.contract.Origin;

/** The tokens that a server sends, each to one origin: the lines of {@code ORIGIN_TOKENS_FILE}. Nothing else is ever sent one. */
public record OriginTokens(Map<Origin, AuthToken> tokens) {
    /**
     * Those that the text names.
     *
     * @throws IllegalArgumentException where a line is no origin and a token, or names an origin again, by its number
     */
    static OriginTokens parse(String text) {
        Map<Origin, AuthToken> tokens = new HashMap<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceAll("^[ \t]+|[ \t]+$", "");
            if (line.isEmpty()) {
                continue;
            }
            String[] words = line.split("[ \t]+", 2);
            Optional<Origin> origin = Origin.parse(words[0]);
            Optional<AuthToken> token = words.length == 2 ? AuthToken.parse(words[1]) : Optional.empty();
            if (origin.isEmpty() || token.isEmpty() || tokens.putIfAbsent(origin.get(), token.get()) != null) {
                throw new IllegalArgumentException("something else in line " + (i + 1));
            }
        }
        return new OriginTokens(Map.copyOf(tokens));
    }

    /** That of an origin, if it has one. */
    public Optional<AuthToken> of(Origin origin) {
        return Optional.ofNullable(tokens.get(origin));
    }
}
