package testbed.engines;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import testbed.objects.MayBeAbsent;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/** For XML, where an element without content may be a record whose lists are all empty. Jackson alone takes it for one whose lists are null. */
final class EmptyRecords extends ValueDeserializerModifier {
    @Override
    public ValueDeserializer<?> modifyDeserializer(
            DeserializationConfig config, BeanDescription.Supplier description, ValueDeserializer<?> usual) {
        RecordComponent[] components = usual.handledType().getRecordComponents();
        return components != null && mayBeEmpty(components) ? new RecordDeserializer(usual, components) : usual;
    }

    /** Whether a record has lists, and nothing that an element must have. */
    private static boolean mayBeEmpty(RecordComponent[] components) {
        return Arrays.stream(components).anyMatch(EmptyRecords::isList)
                && Arrays.stream(components)
                        .allMatch(component ->
                                isList(component) || component.getAccessor().isAnnotationPresent(MayBeAbsent.class));
    }

    private static boolean isList(RecordComponent component) {
        return component.getType() == List.class;
    }

    private static final class RecordDeserializer extends DelegatingDeserializer {
        private final RecordComponent[] components;
        private final Object empty;

        RecordDeserializer(ValueDeserializer<?> usual, RecordComponent[] components) {
            super(usual);
            this.components = components;
            this.empty = empty(usual.handledType(), components);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> usual) {
            return new RecordDeserializer(usual, components);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            boolean isEmpty = parser.hasToken(JsonToken.VALUE_STRING)
                    && parser.getString().trim().isEmpty();
            return isEmpty ? empty : super.deserialize(parser, context);
        }

        private static Object empty(Class<?> type, RecordComponent[] components) {
            Class<?>[] types =
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Object[] values = Stream.of(components)
                    .map(component -> isList(component) ? List.of() : null)
                    .toArray();
            try {
                return type.getDeclaredConstructor(types).newInstance(values);
            } catch (ReflectiveOperationException never) {
                throw new IllegalStateException(type + " has no canonical constructor", never);
            }
        }
    }
}
