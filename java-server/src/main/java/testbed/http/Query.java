package testbed.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.contract.Shown;

/**
 * Reads the query string alone, as browsers write a form: the servlet's own parameters would take a posted body for one. No query is
 * refused for how it is encoded, which {@link java.net.URLDecoder} and Spring's {@code UriUtils} would do; and Spring's
 * {@code UriComponentsBuilder} takes {@code =index} for a parameter named {@code index}.
 */
public final class Query {
    private Query() {}

    /**
     * The value of this name, both decoded; null where there is none.
     *
     * @throws ProblemException {@code invalid_request} where the name stands there twice
     */
    public static String value(String query, String name) {
        String value = null;
        for (String pair : query == null ? new String[0] : query.split("&")) {
            int equals = pair.indexOf('=');
            if (!name.equals(decode(equals < 0 ? pair : pair.substring(0, equals)))) {
                continue;
            }
            if (value != null) {
                throw new ProblemException(Problem.invalid(name, name + " is repeated; allowed is once"));
            }
            value = equals < 0 ? "" : decode(pair.substring(equals + 1));
        }
        return value;
    }

    /**
     * A parameter that is a whole number in digits, up to {@code most}; 0 where it is absent, as it is in most requests.
     *
     * @throws ProblemException {@code invalid_request}
     */
    public static int number(String query, String name, int most) {
        String value = value(query, name);
        if (value == null) {
            return 0;
        }
        long number = value.isEmpty() ? -1 : 0;
        // Digits alone: the JDK's parser takes signs, and the digits of other scripts.
        for (int i = 0; i < value.length() && number >= 0; i++) {
            int digit = value.charAt(i) - '0';
            number = digit < 0 || digit > 9 || number > most ? -1 : number * 10 + digit;
        }
        if (number < 0 || number > most) {
            throw invalid(name, value, "an integer from 0 to " + most);
        }
        return (int) number;
    }

    /** What a parameter holds that it may not. */
    public static ProblemException invalid(String name, String value, String allowed) {
        return new ProblemException(
                Problem.invalid(name, name + " is \"" + Shown.of(value, 60) + "\"; allowed is " + allowed));
    }

    /** A plus sign is a space, a percent sign without two digits is itself, and what is no UTF-8 is U+FFFD. */
    private static String decode(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%' && hex(text, i + 1) >= 0 && hex(text, i + 2) >= 0) {
                bytes.write(hex(text, i + 1) << 4 | hex(text, i + 2));
                i += 2;
            } else {
                bytes.writeBytes((c == '+' ? " " : String.valueOf(c)).getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The hexadecimal digit that stands here; -1 where none does. */
    private static int hex(String text, int at) {
        return at < text.length() && text.charAt(at) < 0x80 ? Character.digit(text.charAt(at), 16) : -1;
    }
}
