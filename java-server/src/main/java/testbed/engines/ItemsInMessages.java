package testbed.engines;

import java.lang.reflect.Type;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.type.TypeBindings;
import tools.jackson.databind.type.TypeFactory;
import tools.jackson.databind.type.TypeModifier;

/** A list or map inside another is a message in Protobuf, whose one field holds it, or is not there where it is empty. */
final class ItemsInMessages extends TypeModifier {
    @Override
    public JavaType modifyType(JavaType type, Type declared, TypeBindings bindings, TypeFactory factory) {
        JavaType held = type.getContentType();
        boolean isInside = held != null && held.isContainerType();
        return isInside ? type.withContentValueHandler(new MessageDeserializer(held, null)) : type;
    }

    private static final class MessageDeserializer extends StdDeserializer<Object> {
        private final ValueDeserializer<Object> usual;

        MessageDeserializer(JavaType held, ValueDeserializer<Object> usual) {
            super(held);
            this.usual = usual;
        }

        @Override
        public ValueDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
            JavaType held = getValueType();
            return new MessageDeserializer(held, context.findContextualValueDeserializer(held, property));
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.nextToken() == JsonToken.END_OBJECT) {
                return usual.getEmptyValue(context);
            }
            parser.nextToken(); // from the field's name to what it holds
            Object items = usual.deserialize(parser, context);
            if (parser.nextToken() != JsonToken.END_OBJECT) {
                context.reportWrongTokenException(this, JsonToken.END_OBJECT, "the field is there twice");
            }
            return items;
        }
    }
}
