package testbed.guard;

import static testbed.guard.Samples.BSON;
import static testbed.guard.Samples.JSON;
import static testbed.guard.Samples.XML;
import static testbed.guard.Samples.document;
import static testbed.guard.Samples.element;
import static testbed.guard.Samples.int32;
import static testbed.guard.Samples.join;
import static testbed.guard.Small.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import testbed.objects.Kind;
import testbed.objects.Kind.Field;
import testbed.objects.Kind.Plain;
import testbed.objects.Kind.Presence;

/** A body of 64 KiB made to cost the guard much, and what it is to say of it. */
record Attack(String name, Guard guard, byte[] body, String says) {
    static final String PASSES = "passes";

    private static final int ROOM = 1 << 16;
    private static final String LONG = "a number is longer than 64 bytes";

    /** One that costs what any does. */
    static Attack sound(Samples samples) {
        Kind friend = new Kind.Fields(List.of(
                new Field("id", Plain.INT32, Presence.REQUIRED), new Field("name", Plain.TEXT, Presence.REQUIRED)));
        byte[] item = samples.record(samples.integer("id", 7), samples.text("name", "Lucas Kidd"));
        return of(samples, "a sound body", new Kind.Items(friend), samples.list(item, ROOM), PASSES);
    }

    /** Those on a format. */
    static List<Attack> all(Samples samples) {
        Stream<List<Attack>> own =
                switch (samples) {
                    case JSON -> Stream.of(ofMaps(samples), ofJson());
                    case BSON -> Stream.of(ofMaps(samples), ofBson());
                    case XML -> Stream.of(ofXml());
                };
        return Stream.concat(Stream.of(inEveryFormat(samples)), own)
                .flatMap(List::stream)
                .toList();
    }

    /** Of a type of one field {@code v}. */
    private static Attack of(Samples samples, String name, Kind kind, byte[] value, String says) {
        Guard guard = Small.of(samples.format(), new Field("v", kind, Presence.REQUIRED));
        return new Attack(name, guard, samples.around(value), says);
    }

    private static List<Attack> inEveryFormat(Samples samples) {
        List<String> names = IntStream.range(100, 500).mapToObj(i -> "f" + i).toList();
        Kind record = new Kind.Fields(names.stream()
                .map(name -> new Field(name, Plain.INT32, Presence.OPTIONAL))
                .toList());
        Kind records = new Kind.Items(record);
        Kind choices = new Kind.Items(new Kind.Choice(names));
        Kind texts = new Kind.Items(Plain.TEXT);
        byte[] empty = samples.list(samples.record(), ROOM);
        byte[] backwards = samples.list(fields(samples, 400, i -> "f" + (499 - i)), ROOM);
        byte[] again = samples.list(fields(samples, 3000, i -> "f107"), ROOM);
        byte[] last = samples.list(samples.text(text("f499")), ROOM);
        byte[] none = samples.list(samples.text(new byte[0]), ROOM);
        byte[] longName = fields(samples, 1, i -> "f" + "8".repeat(ROOM - 9));
        List<Attack> all = new ArrayList<>(List.of(
                of(samples, "empty records of 400 fields", records, empty, PASSES),
                of(samples, "400 fields backwards", records, backwards, PASSES),
                of(samples, "one field again", records, again, "a field comes twice"),
                of(samples, "the last of 400 texts", choices, last, PASSES),
                of(samples, "empty texts", texts, none, PASSES),
                of(samples, "a long name", record, longName, "a field is not known")));
        for (String unit : List.of("a", "é", "\uff5e", "\ud83d\ude00", "aé", "]", ">", samples.tab())) {
            byte[] text = text(unit.repeat((ROOM - 64) / text(unit).length));
            all.add(of(samples, "a text of " + unit, Plain.TEXT, samples.text(text), PASSES));
        }
        return all;
    }

    private static List<Attack> ofMaps(Samples samples) {
        Kind map = new Kind.Entries(Plain.INT32);
        String many = "the maps that are open have more than 4096 keys";
        String alike = "k".repeat(500);
        // A polynomial over seven bytes at a time adds both halves where its point is 1.
        IntFunction<String> ofOneSum = i -> {
            int[] digits = {i / 676, i / 26 % 26, i % 26};
            String letters = letters(digits, digit -> 'a' + digit);
            return "sum_" + letters + "sum_" + letters(digits, digit -> 'z' - digit);
        };
        IntFunction<String> ofOneHashCode = i -> IntStream.range(0, 11)
                .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(Collectors.joining());
        byte[] most = fields(samples, 4096, Integer::toHexString);
        byte[] oneMore = fields(samples, 4097, Integer::toHexString);
        byte[] twice = fields(samples, 2, i -> alike.repeat(65));
        return List.of(
                of(samples, "4096 keys", map, most, PASSES),
                of(samples, "4097 keys", map, oneMore, many),
                of(samples, "keys of one sum", map, fields(samples, 1700, ofOneSum), PASSES),
                of(samples, "keys of one hash code", map, fields(samples, 2048, ofOneHashCode), PASSES),
                of(samples, "keys alike but at their ends", map, fields(samples, 120, i -> alike + i), PASSES),
                of(samples, "keys alike but at their beginnings", map, fields(samples, 120, i -> i + alike), PASSES),
                of(samples, "one key", map, fields(samples, 1, i -> alike.repeat(130)), PASSES),
                of(samples, "one key twice", map, twice, "a key comes twice"));
    }

    private static List<Attack> ofJson() {
        Kind map = new Kind.Entries(Plain.INT32);
        String name = escaped("v".repeat(ROOM / 6 - 9));
        Kind choice = new Kind.Choice(List.of("vvvv", "vvvw"));
        String alone = "a high surrogate stands without a low one";
        String pairs = "\\ud83d\\ude00".repeat(5400);
        byte[] escapes = fields(JSON, 3500, i -> escaped(String.format("%02x", i)));
        return List.of(
                of(JSON, "keys of escapes", map, escapes, PASSES),
                of(JSON, "one key of escapes", map, text("{\"" + name + "\":1}"), PASSES),
                of(JSON, "escapes", Plain.TEXT, text('"' + name + '"'), PASSES),
                of(JSON, "a choice of escapes", choice, text('"' + name + '"'), Rule.CHOICE),
                of(JSON, "surrogates", Plain.TEXT, text('"' + pairs + '"'), PASSES),
                of(JSON, "the last surrogate alone", Plain.TEXT, text('"' + pairs + "\\ud83d\""), alone),
                of(JSON, "digits", Plain.INT32, text("1".repeat(ROOM)), LONG),
                of(JSON, "digits of a fraction", Plain.DOUBLE, text("1." + "0".repeat(ROOM)), LONG),
                of(JSON, "digits of an exponent", Plain.DOUBLE, text("1e" + "0".repeat(ROOM)), LONG),
                of(JSON, "white space", Plain.INT32, text(" \n".repeat(ROOM / 2) + 1), PASSES),
                of(JSON, "brackets", map, text("{\"v\":".repeat(ROOM / 5)), Rule.INTEGER));
    }

    private static List<Attack> ofXml() {
        Kind choice = new Kind.Choice(List.of("aaaa", "aaab"));
        String space = " \n".repeat(ROOM / 4);
        byte[] references = XML.text(text("&#97;".repeat(13_000)));
        byte[] longest = XML.text(text("&#x0001F600;".repeat(5400)));
        byte[] named = XML.text(text("&amp;".repeat(13_000)));
        byte[] endless = text("<v></" + "v".repeat(ROOM));
        return List.of(
                of(XML, "references", Plain.TEXT, references, PASSES),
                of(XML, "the longest references", Plain.TEXT, longest, PASSES),
                of(XML, "names of characters", Plain.TEXT, named, PASSES),
                of(XML, "a choice of references", choice, references, Rule.CHOICE),
                of(XML, "digits", Plain.DOUBLE, XML.text(text("1".repeat(ROOM))), LONG),
                of(XML, "white space", Plain.INT32, text(space + "<v>1</v>" + space), PASSES),
                of(XML, "an end tag without an end", Plain.TEXT, endless, "a tag holds more than a name"));
    }

    private static List<Attack> ofBson() {
        Kind list = new Kind.Items(Plain.INT32);
        byte[] item = BSON.list(BSON.integer("v".repeat(ROOM), 1));
        byte[] endless = element(16, "v".repeat(ROOM), new byte[0]);
        byte[] cut = element(4, "", document(Arrays.copyOf(endless, ROOM)));
        byte[] declared = element(2, "", join(int32(Integer.MAX_VALUE), new byte[ROOM]));
        String tooLong = "a string's declared length does not fit";
        return List.of(
                of(BSON, "an item's name", list, item, PASSES),
                of(BSON, "a name without an end", list, cut, "an element's name does not end"),
                of(BSON, "a text of 2 GiB by its length", Plain.TEXT, declared, tooLong));
    }

    /** A record of so many integers, or a map. */
    private static byte[] fields(Samples samples, int count, IntFunction<String> name) {
        return samples.record(IntStream.range(0, count)
                .mapToObj(i -> samples.integer(name.apply(i), 1))
                .toArray(byte[][]::new));
    }

    private static String letters(int[] digits, IntUnaryOperator letter) {
        return Arrays.stream(digits)
                .mapToObj(digit -> String.valueOf((char) letter.applyAsInt(digit)))
                .collect(Collectors.joining());
    }

    private static String escaped(String ascii) {
        return ascii.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining());
    }
}
