package testbed.engines;

import java.util.IdentityHashMap;
import java.util.Map;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Once;
import testbed.objects.Parts;

/** Builds the object that the body holds from kept parts: each text, list, map and record is made anew. */
final class Floor extends Unparsed {
    private static final ObjectTypes TYPES = new ObjectTypes();

    /** The floor of the format that this engine is the default of. */
    Floor(Engine usual) {
        super("floor", usual, "builds the object from kept parts");
    }

    @Override
    public Decoder decoder(Class<?> type) {
        ObjectType known = TYPES.all().stream()
                .filter(other -> other.type() == type)
                .findFirst()
                .orElseThrow();
        return new Builder(known, usual(type));
    }

    private static final class Builder implements Decoder {
        private final ObjectType type;
        private final Once<Decoder> usual;
        /** Of each object that was expected so far. */
        private final Map<Object, Parts> kept = new IdentityHashMap<>();

        private Record expected;
        private Parts parts;

        Builder(ObjectType type, Once<Decoder> usual) {
            this.type = type;
            this.usual = usual;
        }

        @Override
        public void expect(Object object) {
            expected = (Record) object;
            parts = kept.computeIfAbsent(object, like -> type.parts(expected));
        }

        @Override
        public Object decode(byte[] body) {
            return expected == null ? usual.get().decode(body) : type.build(parts, expected);
        }
    }
}
