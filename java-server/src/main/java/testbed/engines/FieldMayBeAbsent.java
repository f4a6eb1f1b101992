package testbed.engines;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/** Reads a field that may be absent as any other of its kind. Jackson's own null handling treats null as it does an absent field; here null is refused. */
final class FieldMayBeAbsent extends ValueDeserializer<Object> {
    private final ValueDeserializer<?> usual;

    FieldMayBeAbsent() {
        this(null);
    }

    private FieldMayBeAbsent(ValueDeserializer<?> usual) {
        this.usual = usual;
    }

    @Override
    public ValueDeserializer<?> createContextual(DeserializationContext context, BeanProperty field) {
        return new FieldMayBeAbsent(context.findContextualValueDeserializer(field.getType(), field));
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context) {
        return usual.deserialize(parser, context);
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) {
        return null;
    }

    @Override
    public Object getNullValue(DeserializationContext context) {
        return context.reportInputMismatch(this, "null where a field may only be absent");
    }
}
