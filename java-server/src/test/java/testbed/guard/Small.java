package testbed.guard;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import testbed.contract.Format;
import testbed.objects.Kind;
import testbed.objects.Kind.Plain;
import testbed.objects.Kind.Presence;

/** Object types of the guards' tests: {@code O} with a field {@code v} of any kind, or with fields that a test chooses. */
final class Small {
    private static final Kind NUMBERED = new Kind.Fields(List.of(new Kind.Field("n", Plain.INT32, Presence.OPTIONAL)));
    private static final Map<String, Kind> KINDS = Map.ofEntries(
            Map.entry("text", Plain.TEXT),
            Map.entry("int32", Plain.INT32),
            Map.entry("int64", Plain.INT64),
            Map.entry("double", Plain.DOUBLE),
            Map.entry("boolean", Plain.BOOLEAN),
            Map.entry("choice", new Kind.Choice(List.of("blue", "dark \"red\"", "&é\ud835\udc82"))),
            Map.entry("list", new Kind.Items(Plain.INT32)),
            Map.entry("records", new Kind.Items(NUMBERED)),
            Map.entry("lists", new Kind.Items(new Kind.Items(Plain.DOUBLE))),
            Map.entry("map", new Kind.Entries(Plain.INT32)),
            Map.entry("maps", new Kind.Entries(new Kind.Entries(Plain.INT32))),
            Map.entry("record", NUMBERED));

    private Small() {}

    /** Of one required field. */
    static Guard of(Format format, String kind) {
        return of(format, new Kind.Field("v", KINDS.get(kind), Presence.REQUIRED));
    }

    static Guard of(Format format, Kind.Field... fields) {
        Grammar grammar = Grammar.of(format.rules()).orElseThrow();
        return grammar.guard("O", Due.of(grammar, new Kind.Fields(Arrays.asList(fields))));
    }

    /** A required text {@code a}, an optional integer {@code b}, a nullable boolean {@code c}, a list {@code d}; no boolean in XML. */
    static Guard several(Format format) {
        Kind.Field text = new Kind.Field("a", Plain.TEXT, Presence.REQUIRED);
        Kind.Field number = new Kind.Field("b", Plain.INT32, Presence.OPTIONAL);
        Kind.Field nothing = new Kind.Field("c", Plain.BOOLEAN, Presence.NULLABLE);
        Kind.Field list = new Kind.Field("d", new Kind.Items(Plain.TEXT), Presence.REQUIRED);
        return format == Format.XML ? of(format, text, number, list) : of(format, text, number, nothing, list);
    }

    /** What the guard says of a body without saying where: the rule, or that it passes. */
    static String verdict(Guard guard, byte[] body) {
        try {
            guard.check(body);
            return "passes";
        } catch (GuardException e) {
            return e.getMessage().replaceFirst(" \\(at byte \\d+\\)$", "");
        }
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
