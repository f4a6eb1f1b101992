package testbed.http;

import java.util.regex.Pattern;

/**
 * What a request names (docs/contract/http.md).
 *
 * @param authority null of a target that is no {@code http} URL
 * @param path with its query
 */
record RequestTarget(String authority, String path) {
    private static final String SCHEME = "http://";
    private static final String LETTERS = "-._~!$&'()*+,;=:@/?%";
    /** Before the query, if there is one. */
    private static final Pattern FOLDER_UP = Pattern.compile("^[^?]*/\\.\\.(?:[/?]|$)");

    /** The parts of a target, whatever they are. */
    static RequestTarget of(String target) {
        if (!target.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return new RequestTarget(null, target);
        }
        int end = SCHEME.length();
        while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
            end++;
        }
        return new RequestTarget(target.substring(SCHEME.length(), end), target.substring(end));
    }

    /**
     * Whether the path and its query are in the letters of RFC 3986 alone, without a fragment. A {@code %} of the path has two digits, and
     * no part of the path is {@code ..}; of a query each route judges the {@code %}.
     */
    boolean isPath() {
        boolean fits = path.startsWith("/") && !FOLDER_UP.matcher(path).find();
        boolean inQuery = false;
        for (int at = 0; fits && at < path.length(); at++) {
            char c = path.charAt(at);
            inQuery |= c == '?';
            fits = RequestGrammar.isLetterOrDigit(c) || LETTERS.indexOf(c) >= 0;
            if (c == '%' && !inQuery) {
                fits = isDigit(at + 1) && isDigit(at + 2);
            }
        }
        return fits;
    }

    private boolean isDigit(int at) {
        return at < path.length() && RequestGrammar.digit(path.charAt(at)) >= 0;
    }
}
