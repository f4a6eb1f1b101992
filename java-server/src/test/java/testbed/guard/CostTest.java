package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.guard.GuardTest.allocated;
import static testbed.guard.Small.text;
import static testbed.guard.Small.verdict;

import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import testbed.contract.Format;
import testbed.objects.Kind;
import testbed.objects.Kind.Field;
import testbed.objects.Kind.Plain;
import testbed.objects.Kind.Presence;

/**
 * Bodies of 64 KiB made to cost the guard itself much: each gets its verdict, allocates nothing but a refusal's message, and takes no
 * more than so many times a sound body's time a byte.
 */
class CostTest {
    private static final int ROOM = 1 << 16;
    /** A hostile body may take so many times as long a byte as a sound one. */
    private static final int MOST = 20;
    /** Checks of each before any counts, so that all is compiled. */
    private static final int WARMING = 300;

    private static final int TURNS = 101;
    /** Tells a thread's own time, in which it waits for no core. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int MESSAGE_BYTES = 2000;
    private static final String PASSES = "passes";
    private static final String LONG = "a number is longer than 64 bytes";

    private record Attack(String name, Guard guard, byte[] body, String says) {}

    @ParameterizedTest
    @EnumSource(Format.class)
    void hostile_bodies_get_their_verdict_and_allocate_nothing_but_a_message(Format format) {
        for (Attack attack : of(format)) {
            assertThat(verdict(attack.guard, attack.body)).as(attack.name).isEqualTo(attack.says);
            long bytes = allocated(() -> verdict(attack.guard, attack.body));
            assertThat(bytes).as(attack.name).isLessThanOrEqualTo(attack.says.equals(PASSES) ? 0 : MESSAGE_BYTES);
        }
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void hostile_bodies_take_no_more_than_so_many_times_a_sound_one(Format format) {
        Attack sound = sound(format);
        assertThat(verdict(sound.guard, sound.body)).isEqualTo(PASSES);
        List<Attack> attacks = of(format);
        for (int i = 0; i < WARMING; i++) {
            verdict(sound.guard, sound.body);
            attacks.forEach(attack -> verdict(attack.guard, attack.body));
        }
        for (Attack attack : attacks) {
            // Turn by turn, so that a busy machine slows both alike.
            double[] one = new double[TURNS];
            double[] other = new double[TURNS];
            for (int i = 0; i < TURNS; i++) {
                one[i] = nanosAByte(attack);
                other[i] = nanosAByte(sound);
            }
            assertThat(median(one)).as(attack.name).isLessThan(MOST * median(other));
        }
    }

    private static double nanosAByte(Attack attack) {
        long began = THREADS.getCurrentThreadCpuTime();
        verdict(attack.guard, attack.body);
        return (THREADS.getCurrentThreadCpuTime() - began) / (double) attack.body.length;
    }

    private static double median(double[] times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }

    private static Attack sound(Format format) {
        Kind friend = new Kind.Fields(List.of(
                new Field("id", Plain.INT32, Presence.REQUIRED), new Field("name", Plain.TEXT, Presence.REQUIRED)));
        byte[] item =
                switch (format) {
                    case JSON -> text("{\"id\":7,\"name\":\"Lucas Kidd\"},");
                    case XML -> text("<v><id>7</id><name>Lucas Kidd</name></v>");
                    case BSON ->
                        element(3, "", document(element(16, "id", int32(7)), element(2, "name", string("Lucas Kidd"))));
                };
        return attack("a sound body", format, new Kind.Items(friend), list(format, item), PASSES);
    }

    private static List<Attack> of(Format format) {
        List<Attack> all = new ArrayList<>(inEveryFormat(format));
        switch (format) {
            case JSON -> {
                all.addAll(ofMaps(format));
                all.addAll(ofJson());
            }
            case BSON -> {
                all.addAll(ofMaps(format));
                all.addAll(ofBson());
            }
            case XML -> all.addAll(ofXml());
        }
        return all;
    }

    private static List<Attack> inEveryFormat(Format format) {
        List<String> names = IntStream.range(100, 500).mapToObj(i -> "f" + i).toList();
        Kind record = new Kind.Fields(names.stream()
                .map(name -> new Field(name, Plain.INT32, Presence.OPTIONAL))
                .toList());
        Kind records = new Kind.Items(record);
        Kind choices = new Kind.Items(new Kind.Choice(names));
        byte[] empty = record(format, IntStream.empty());
        byte[] backwards = record(format, IntStream.range(0, 400).map(i -> 499 - i));
        byte[] again = record(format, IntStream.range(0, 3000).map(i -> 107));
        List<Attack> all = new ArrayList<>(List.of(
                attack("empty records of 400 fields", format, records, list(format, empty), PASSES),
                attack("400 fields backwards", format, records, list(format, backwards), PASSES),
                attack("one field again", format, records, list(format, again), "a field comes twice"),
                attack("the last of 400 texts", format, choices, list(format, item(format, "f499")), PASSES),
                attack("empty texts", format, new Kind.Items(Plain.TEXT), list(format, item(format, "")), PASSES),
                attack("a long name", format, record, longName(format), "a field is not known")));
        for (String unit :
                List.of("a", "é", "\uff5e", "\ud83d\ude00", "aé", "]", ">", format == Format.JSON ? "\\t" : "\t")) {
            String text = unit.repeat((ROOM - 64) / text(unit).length);
            all.add(attack("a text of " + unit, format, Plain.TEXT, value(format, text), PASSES));
        }
        return all;
    }

    private static List<Attack> ofMaps(Format format) {
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
        return List.of(
                attack("4096 keys", format, map, entries(format, 4096, Integer::toHexString), PASSES),
                attack("4097 keys", format, map, entries(format, 4097, Integer::toHexString), many),
                attack("keys of one sum", format, map, entries(format, 1700, ofOneSum), PASSES),
                attack("keys of one hash code", format, map, entries(format, 2048, ofOneHashCode), PASSES),
                attack("keys alike but at their ends", format, map, entries(format, 120, i -> alike + i), PASSES),
                attack("keys alike but at their beginnings", format, map, entries(format, 120, i -> i + alike), PASSES),
                attack("one key", format, map, entries(format, 1, i -> alike.repeat(130)), PASSES),
                attack("one key twice", format, map, entries(format, 2, i -> alike.repeat(65)), "a key comes twice"));
    }

    private static List<Attack> ofJson() {
        Kind map = new Kind.Entries(Plain.INT32);
        String name = escaped("v".repeat(ROOM / 6 - 9));
        Kind choice = new Kind.Choice(List.of("vvvv", "vvvw"));
        String alone = "a high surrogate stands without a low one";
        String pairs = "\\ud83d\\ude00".repeat(5400);
        return List.of(
                json(
                        "keys of escapes",
                        map,
                        entries(Format.JSON, 3500, i -> escaped(String.format("%02x", i))),
                        PASSES),
                json("one key of escapes", map, text("{\"" + name + "\":1}"), PASSES),
                json("escapes", Plain.TEXT, text('"' + name + '"'), PASSES),
                json("a choice of escapes", choice, text('"' + name + '"'), Rule.CHOICE),
                json("surrogates", Plain.TEXT, text('"' + pairs + '"'), PASSES),
                json("the last surrogate alone", Plain.TEXT, text('"' + pairs + "\\ud83d\""), alone),
                json("digits", Plain.INT32, text("1".repeat(ROOM)), LONG),
                json("digits of a fraction", Plain.DOUBLE, text("1." + "0".repeat(ROOM)), LONG),
                json("digits of an exponent", Plain.DOUBLE, text("1e" + "0".repeat(ROOM)), LONG),
                json("white space", Plain.INT32, text(" \n".repeat(ROOM / 2) + 1), PASSES),
                json("brackets", map, text("{\"v\":".repeat(ROOM / 5)), Rule.INTEGER));
    }

    private static List<Attack> ofXml() {
        Kind choice = new Kind.Choice(List.of("aaaa", "aaab"));
        String digits = "<v>" + "1".repeat(ROOM) + "</v>";
        String space = " \n".repeat(ROOM / 4);
        return List.of(
                xml("references", Plain.TEXT, value(Format.XML, "&#97;".repeat(13_000)), PASSES),
                xml("the longest references", Plain.TEXT, value(Format.XML, "&#x0001F600;".repeat(5400)), PASSES),
                xml("names of characters", Plain.TEXT, value(Format.XML, "&amp;".repeat(13_000)), PASSES),
                xml("a choice of references", choice, value(Format.XML, "&#97;".repeat(13_000)), Rule.CHOICE),
                xml("digits", Plain.DOUBLE, text(digits), LONG),
                xml("white space", Plain.INT32, text(space + "<v>1</v>" + space), PASSES),
                xml(
                        "an end tag without an end",
                        Plain.TEXT,
                        text("<v></" + "v".repeat(ROOM)),
                        "a tag holds more than a name"));
    }

    private static List<Attack> ofBson() {
        byte[] item = element(16, "v".repeat(ROOM), int32(1));
        byte[] endless = element(16, "v".repeat(ROOM), new byte[0]);
        byte[] declared = join(int32(Integer.MAX_VALUE), new byte[ROOM]);
        String noEnd = "an element's name does not end";
        return List.of(
                bson("an item's name", new Kind.Items(Plain.INT32), 4, document(item), PASSES),
                bson(
                        "a name without an end",
                        new Kind.Items(Plain.INT32),
                        4,
                        document(Arrays.copyOf(endless, ROOM)),
                        noEnd),
                bson(
                        "a text of 2 GiB by its length",
                        Plain.TEXT,
                        2,
                        declared,
                        "a string's declared length does not fit"));
    }

    private static String letters(int[] digits, IntUnaryOperator letter) {
        return Arrays.stream(digits)
                .mapToObj(digit -> String.valueOf((char) letter.applyAsInt(digit)))
                .collect(Collectors.joining());
    }

    private static String escaped(String ascii) {
        return ascii.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining());
    }

    private static Attack json(String name, Kind kind, byte[] value, String says) {
        return attack(name, Format.JSON, kind, value, says);
    }

    private static Attack xml(String name, Kind kind, byte[] value, String says) {
        return attack(name, Format.XML, kind, value, says);
    }

    private static Attack bson(String name, Kind kind, int type, byte[] value, String says) {
        return attack(name, Format.BSON, kind, element(type, "", value), says);
    }

    /** Of a type of one field {@code v}; of BSON the value stands in an element without a name. */
    private static Attack attack(String name, Format format, Kind kind, byte[] value, String says) {
        Guard guard = Small.of(format, new Field("v", kind, Presence.REQUIRED));
        byte[] body =
                switch (format) {
                    case JSON -> join(text("{\"v\":"), value, text("}"));
                    case XML -> join(text("<O>"), value, text("</O>"));
                    case BSON ->
                        document(new byte[] {value[0]}, text("v\0"), Arrays.copyOfRange(value, 2, value.length));
                };
        return new Attack(name, guard, body, says);
    }

    /** As many of one item as there is room for, one at least. */
    private static byte[] list(Format format, byte[] item) {
        int count = Math.max(1, ROOM / item.length - 1);
        ByteBuffer all = ByteBuffer.allocate(count * item.length);
        IntStream.range(0, count).forEach(i -> all.put(item));
        return switch (format) {
            case JSON -> join(text("["), Arrays.copyOf(all.array(), all.capacity() - 1), text("]"));
            case XML -> all.array();
            case BSON -> element(4, "", document(all.array()));
        };
    }

    /** An item of a list that is a text. */
    private static byte[] item(Format format, String text) {
        return format == Format.JSON ? join(value(format, text), text(",")) : value(format, text);
    }

    /** A text as a value. */
    private static byte[] value(Format format, String text) {
        return switch (format) {
            case JSON -> text('"' + text + '"');
            case XML -> text("<v>" + text + "</v>");
            case BSON -> element(2, "", string(text));
        };
    }

    /** An item of a list that is a record of integers of these numbers. */
    private static byte[] record(Format format, IntStream numbers) {
        IntFunction<String> field = format == Format.JSON ? i -> "\"f" + i + "\":1" : i -> "<f" + i + ">1</f" + i + ">";
        return switch (format) {
            case JSON -> text(numbers.mapToObj(field).collect(Collectors.joining(",", "{", "},")));
            case XML -> text(numbers.mapToObj(field).collect(Collectors.joining("", "<v>", "</v>")));
            case BSON ->
                element(
                        3,
                        "",
                        document(numbers.mapToObj(i -> element(16, "f" + i, int32(1)))
                                .toArray(byte[][]::new)));
        };
    }

    /** A record of one field that no record has. */
    private static byte[] longName(Format format) {
        String name = "f" + "8".repeat(ROOM - 9);
        return switch (format) {
            case JSON -> text("{\"" + name + "\":1}");
            case XML -> text("<v><" + name + ">1</" + name + "></v>");
            case BSON -> element(3, "", document(element(16, name, int32(1))));
        };
    }

    /** A map of so many keys. */
    private static byte[] entries(Format format, int count, IntFunction<String> key) {
        var keys = IntStream.range(0, count).mapToObj(key);
        return format == Format.JSON
                ? text(keys.map(one -> "\"" + one + "\":1").collect(Collectors.joining(",", "{", "}")))
                : element(
                        3,
                        "",
                        document(
                                join(keys.map(one -> element(16, one, int32(1))).toArray(byte[][]::new))));
    }

    private static byte[] element(int type, String name, byte[] value) {
        return join(new byte[] {(byte) type}, text(name), new byte[1], value);
    }

    private static byte[] document(byte[]... parts) {
        byte[] elements = join(parts);
        return join(int32(elements.length + 5), elements, new byte[1]);
    }

    private static byte[] string(String text) {
        return join(int32(text(text).length + 1), text(text), new byte[1]);
    }

    private static byte[] int32(int number) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(whole::writeBytes);
        return whole.toByteArray();
    }
}
