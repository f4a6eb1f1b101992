package testbed.guard;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import testbed.objects.Kind;

/** What an object type knows of an element by its place: which number or boolean its text is, or which fields stand in it. */
final class XmlElement {
    /** An element of which nothing is known, nor of those inside it. */
    static final XmlElement UNKNOWN = new XmlElement(null, List.of());

    private final Kind.Plain scalar;
    private final byte[][] names;
    private final XmlElement[] inside;
    private final boolean[] repeats;

    private XmlElement(Kind.Plain scalar, List<Kind.Field> fields) {
        this.scalar = scalar;
        this.names = new byte[fields.size()][];
        this.inside = new XmlElement[names.length];
        this.repeats = new boolean[names.length];
        for (int i = 0; i < names.length; i++) {
            Kind.Field field = fields.get(i);
            names[i] = field.name().getBytes(StandardCharsets.UTF_8);
            inside[i] = of(field.kind());
            repeats[i] = field.kind() instanceof Kind.Items;
        }
    }

    /** An element that holds this kind, or one item of a list. */
    static XmlElement of(Kind kind) {
        Kind held = kind instanceof Kind.Items list ? list.item() : kind;
        if (held instanceof Kind.Fields record) {
            return new XmlElement(null, record.all());
        }
        return held instanceof Kind.Plain scalar && scalar != Kind.Plain.TEXT
                ? new XmlElement(scalar, List.of())
                : UNKNOWN;
    }

    /** The number or boolean that its text is; null where it may be any text, or hold elements. */
    Kind.Plain scalar() {
        return scalar;
    }

    /** Which field has the name from (inclusive) to end (exclusive), looked for from this one on, and round; -1 where none has. */
    int find(byte[] body, int from, int end, int first) {
        int field = first;
        for (int looks = 0; looks < names.length; looks++) {
            if (field == names.length) {
                field = 0;
            }
            byte[] name = names[field];
            if (name.length == end - from && Arrays.equals(body, from, end, name, 0, name.length)) {
                return field;
            }
            field++;
        }
        return -1;
    }

    /** The field that mostly comes behind this one: itself again where it is a list, else the next. */
    int behind(int field) {
        return repeats[field] ? field : field + 1;
    }

    /** What is known of a field's element. */
    XmlElement inside(int field) {
        return inside[field];
    }
}
