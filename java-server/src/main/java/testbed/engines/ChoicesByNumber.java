package testbed.engines;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.StdDeserializer;

/** A constant of an enumeration by its number in Protobuf, where 0 stands for none of them. Jackson alone takes 0 for the first. */
final class ChoicesByNumber extends ValueDeserializerModifier {
    @Override
    public ValueDeserializer<?> modifyEnumDeserializer(
            DeserializationConfig config,
            JavaType type,
            BeanDescription.Supplier description,
            ValueDeserializer<?> usual) {
        return new ChoiceDeserializer(type.getRawClass());
    }

    private static final class ChoiceDeserializer extends StdDeserializer<Object> {
        private final Object[] constants;

        ChoiceDeserializer(Class<?> type) {
            super(type);
            constants = type.getEnumConstants();
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            int number = parser.getIntValue();
            if (number < 1 || number > constants.length) {
                return context.handleWeirdNumberValue(handledType(), number, "no constant has this number");
            }
            return constants[number - 1];
        }
    }
}
