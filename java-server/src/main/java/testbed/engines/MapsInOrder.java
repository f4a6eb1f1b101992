package testbed.engines;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import testbed.objects.Kind;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.MapType;

/** Writes a map's entries in the order of their keys' UTF-8 bytes, whatever order they were read in. Jackson's own would be that of UTF-16. */
final class MapsInOrder extends ValueSerializerModifier {
    @Override
    @SuppressWarnings("unchecked")
    public ValueSerializer<?> modifyMapSerializer(
            SerializationConfig config, MapType type, BeanDescription.Supplier description, ValueSerializer<?> usual) {
        return new MapSerializer((ValueSerializer<Object>) usual);
    }

    private static final class MapSerializer extends ValueSerializer<Map<String, ?>> {
        private final ValueSerializer<Object> usual;

        MapSerializer(ValueSerializer<Object> usual) {
            this.usual = usual;
        }

        @Override
        @SuppressWarnings("unchecked")
        public ValueSerializer<?> createContextual(SerializationContext context, BeanProperty field) {
            return new MapSerializer((ValueSerializer<Object>) context.handleSecondaryContextualization(usual, field));
        }

        @Override
        public void serialize(Map<String, ?> map, JsonGenerator generator, SerializationContext context) {
            SortedMap<String, Object> inOrder = new TreeMap<>(Kind.Entries.ORDER);
            inOrder.putAll(map);
            usual.serialize(inOrder, generator, context);
        }
    }
}
