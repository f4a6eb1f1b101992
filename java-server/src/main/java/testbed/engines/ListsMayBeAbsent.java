package testbed.engines;

import java.util.List;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.type.CollectionType;

/** For XML, which cannot tell them apart: an absent list is an empty list. A null is refused; Jackson's own null handling treats the two alike. */
final class ListsMayBeAbsent extends ValueDeserializerModifier {
    @Override
    public ValueDeserializer<?> modifyCollectionDeserializer(
            DeserializationConfig config,
            CollectionType type,
            BeanDescription.Supplier description,
            ValueDeserializer<?> usual) {
        return new ListDeserializer(usual);
    }

    private static final class ListDeserializer extends DelegatingDeserializer {
        ListDeserializer(ValueDeserializer<?> usual) {
            super(usual);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> usual) {
            return new ListDeserializer(usual);
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return List.of();
        }

        @Override
        public Object getNullValue(DeserializationContext context) {
            return context.reportInputMismatch(this, "null where a list belongs");
        }
    }
}
