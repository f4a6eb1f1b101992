package testbed.routes;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Reads the query string alone: the servlet's own parameters would take a posted body for a form. */
final class Query {
    private Query() {}

    /** The first value of this name, decoded; null where there is none. */
    static String value(String query, String name) {
        if (query == null) {
            return null;
        }
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            if (name.equals(equals < 0 ? pair : pair.substring(0, equals))) {
                return equals < 0 ? "" : decode(pair.substring(equals + 1));
            }
        }
        return null;
    }

    private static String decode(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}
