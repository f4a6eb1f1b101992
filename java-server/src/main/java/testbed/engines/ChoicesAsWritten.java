package testbed.engines;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/** A text of an enumeration is one of its texts as it stands. Jackson alone takes one with white space around it, too. */
final class ChoicesAsWritten extends ValueDeserializerModifier {
    @Override
    public ValueDeserializer<?> modifyEnumDeserializer(
            DeserializationConfig config,
            JavaType type,
            BeanDescription.Supplier description,
            ValueDeserializer<?> usual) {
        return new ChoiceDeserializer(usual);
    }

    private static final class ChoiceDeserializer extends DelegatingDeserializer {
        ChoiceDeserializer(ValueDeserializer<?> usual) {
            super(usual);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> usual) {
            return new ChoiceDeserializer(usual);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.hasToken(JsonToken.VALUE_STRING) && isPadded(parser.getString())) {
                return context.reportInputMismatch(this, "white space around a text of an enumeration");
            }
            return super.deserialize(parser, context);
        }

        /** Whether Jackson would cut something off: what {@code trim} does. */
        private static boolean isPadded(String text) {
            return !text.isEmpty() && (text.charAt(0) <= ' ' || text.charAt(text.length() - 1) <= ' ');
        }
    }
}
