package testbed.guard;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import testbed.contract.Format;

/** How a format that the guard walks writes what a test makes of it: one a format. */
enum Samples {
    JSON(Format.JSON, "\\t") {
        @Override
        byte[] around(byte[] value) {
            return record(named("v", value));
        }

        @Override
        byte[] text(byte[] characters) {
            return join("\"", characters, "\"");
        }

        @Override
        byte[] text(String name, String value) {
            return named(name, text(Small.text(value)));
        }

        @Override
        byte[] integer(String name, int value) {
            return named(name, Small.text(Integer.toString(value)));
        }

        @Override
        byte[] record(byte[]... fields) {
            return join("{", between(fields), "}");
        }

        @Override
        byte[] list(byte[]... items) {
            return join("[", between(items), "]");
        }

        private byte[] named(String name, byte[] value) {
            return join("\"" + name + "\":", value, "");
        }

        private byte[] between(byte[]... parts) {
            byte[][] separated = Arrays.stream(parts)
                    .map(part -> Samples.join(part, Small.text(",")))
                    .toArray(byte[][]::new);
            byte[] all = Samples.join(separated);
            return Arrays.copyOf(all, Math.max(0, all.length - 1));
        }
    },
    BSON(Format.BSON, "\t") {
        /** The value stands in an element without a name. */
        @Override
        byte[] around(byte[] value) {
            return document(Arrays.copyOf(value, 1), Small.text("v\0"), Arrays.copyOfRange(value, 2, value.length));
        }

        @Override
        byte[] text(byte[] characters) {
            return element(2, "", string(characters));
        }

        @Override
        byte[] text(String name, String value) {
            return element(2, name, string(Small.text(value)));
        }

        @Override
        byte[] integer(String name, int value) {
            return element(16, name, int32(value));
        }

        @Override
        byte[] record(byte[]... fields) {
            return element(3, "", document(fields));
        }

        @Override
        byte[] list(byte[]... items) {
            return element(4, "", document(items));
        }

        private byte[] string(byte[] characters) {
            return Samples.join(int32(characters.length + 1), characters, new byte[1]);
        }
    },
    XML(Format.XML, "\t") {
        @Override
        byte[] around(byte[] value) {
            return join("<O>", value, "</O>");
        }

        @Override
        byte[] text(byte[] characters) {
            return join("<v>", characters, "</v>");
        }

        @Override
        byte[] text(String name, String value) {
            return join("<" + name + ">", Small.text(value), "</" + name + ">");
        }

        @Override
        byte[] integer(String name, int value) {
            return text(name, Integer.toString(value));
        }

        @Override
        byte[] record(byte[]... fields) {
            return text(Samples.join(fields));
        }

        @Override
        byte[] list(byte[]... items) {
            return Samples.join(items);
        }
    };

    private final Format format;
    private final String tab;

    Samples(Format format, String tab) {
        this.format = format;
        this.tab = tab;
    }

    /** The format. */
    Format format() {
        return format;
    }

    /** A tab in a text. */
    String tab() {
        return tab;
    }

    /** A body with this value of its field {@code v}. */
    abstract byte[] around(byte[] value);

    /** A value that is a text of these bytes. */
    abstract byte[] text(byte[] characters);

    /** A field of a record that is a text. */
    abstract byte[] text(String name, String value);

    /** A field of a record that is an integer. */
    abstract byte[] integer(String name, int value);

    /** A value that is a record of these fields. */
    abstract byte[] record(byte[]... fields);

    /** A value that is a list of these values. */
    abstract byte[] list(byte[]... items);

    /** A list of one value, as often as there is room for in so many bytes, once at least. */
    byte[] list(byte[] item, int bytes) {
        int count = Math.max(1, bytes / (item.length + 1) - 1);
        return list(Collections.nCopies(count, item).toArray(byte[][]::new));
    }

    static byte[] element(int type, String name, byte[] value) {
        return join(new byte[] {(byte) type}, Small.text(name), new byte[1], value);
    }

    static byte[] document(byte[]... parts) {
        byte[] elements = join(parts);
        return join(int32(elements.length + 5), elements, new byte[1]);
    }

    static byte[] int32(int number) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array();
    }

    static byte[] join(String before, byte[] value, String behind) {
        return join(Small.text(before), value, Small.text(behind));
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(whole::writeBytes);
        return whole.toByteArray();
    }
}
