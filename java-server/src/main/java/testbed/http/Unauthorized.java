package testbed.http;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.catalina.connector.Request;
import testbed.config.AuthToken;
import testbed.contract.Code;
import testbed.contract.Problem;

/** Refuses requests without the token that the server asks for. */
final class Unauthorized {
    /** What a server answers whoever asks: whether it is up. */
    private static final String OPEN = "/health_check";

    private static final String SCHEME = "Bearer ";
    private static final Problem PROBLEM = Problem.of(
            Code.UNAUTHORIZED,
            "the request does not have this server's token; send it once, as Authorization: Bearer TOKEN");

    private Unauthorized() {}

    /** What a request is answered that needs the token, and does not have it once; null where it may pass. */
    static Problem problem(Request request, Optional<AuthToken> token) {
        if (token.isEmpty()
                || request.getMethod().equals("GET") && request.getRequestURI().equals(OPEN)) {
            return null;
        }
        List<String> sent = Collections.list(request.getHeaders("Authorization"));
        return sent.size() == 1 && token.get().is(bearer(sent.get(0))) ? null : PROBLEM;
    }

    /** What follows the scheme, whose letters may be of either case; empty where it is another. */
    private static String bearer(String value) {
        return value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? value.substring(SCHEME.length()).stripLeading()
                : "";
    }
}
