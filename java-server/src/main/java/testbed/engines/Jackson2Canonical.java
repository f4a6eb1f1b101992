package testbed.engines;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.type.MapType;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import testbed.objects.Kind;
import testbed.objects.MayBeAbsent;

/** Makes Jackson 2 write the canonical form, as the classes beside it of the same names do for the third version. */
final class Jackson2Canonical extends SimpleModule {
    Jackson2Canonical() {
        super("canonical");
        setSerializerModifier(new MapsInOrder());
    }

    /** What is absent is not written. */
    static final class WrittenFields extends JacksonAnnotationIntrospector {
        @Override
        public JsonInclude.Value findPropertyInclusion(Annotated member) {
            return member.hasAnnotation(MayBeAbsent.class)
                    ? JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS)
                    : super.findPropertyInclusion(member);
        }
    }

    private static final class MapsInOrder extends BeanSerializerModifier {
        @Override
        @SuppressWarnings("unchecked")
        public JsonSerializer<?> modifyMapSerializer(
                SerializationConfig config, MapType type, BeanDescription description, JsonSerializer<?> usual) {
            return new MapSerializer((JsonSerializer<Object>) usual);
        }
    }

    private static final class MapSerializer extends JsonSerializer<Map<String, ?>> implements ContextualSerializer {
        private final JsonSerializer<Object> usual;

        MapSerializer(JsonSerializer<Object> usual) {
            this.usual = usual;
        }

        @Override
        @SuppressWarnings("unchecked")
        public JsonSerializer<?> createContextual(SerializerProvider provider, BeanProperty field)
                throws JsonMappingException {
            return new MapSerializer((JsonSerializer<Object>) provider.handleSecondaryContextualization(usual, field));
        }

        @Override
        public void serialize(Map<String, ?> map, JsonGenerator generator, SerializerProvider provider)
                throws IOException {
            SortedMap<String, Object> inOrder = new TreeMap<>(Kind.Entries.ORDER);
            inOrder.putAll(map);
            usual.serialize(inOrder, generator, provider);
        }
    }
}
