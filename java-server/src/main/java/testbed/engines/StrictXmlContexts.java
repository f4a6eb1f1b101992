package testbed.engines;

import tools.jackson.core.FormatSchema;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.InjectableValues;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.DeserializationContexts;
import tools.jackson.databind.deser.DeserializationContextExt;
import tools.jackson.databind.deser.DeserializerCache;
import tools.jackson.databind.deser.DeserializerFactory;
import tools.jackson.dataformat.xml.deser.XmlDeserializationContext;
import tools.jackson.dataformat.xml.deser.XmlDeserializationContexts;
import tools.jackson.dataformat.xml.util.XmlRootNameLookup;

/** Refuses elements inside a scalar's element, where the library would drop them and keep what text is beside them. */
final class StrictXmlContexts extends XmlDeserializationContexts {
    StrictXmlContexts() {}

    private StrictXmlContexts(TokenStreamFactory tokens, DeserializerFactory deserializers, DeserializerCache cache) {
        super(tokens, deserializers, cache, new XmlRootNameLookup());
    }

    @Override
    public DeserializationContexts forMapper(
            Object mapper, TokenStreamFactory tokens, DeserializerFactory deserializers, DeserializerCache cache) {
        return new StrictXmlContexts(tokens, deserializers, cache);
    }

    @Override
    public DeserializationContextExt createContext(
            DeserializationConfig config, FormatSchema schema, InjectableValues values) {
        return new StrictContext(_streamFactory, _deserializerFactory, _cache, config, schema, values, _rootNameLookup);
    }

    private static final class StrictContext extends XmlDeserializationContext {
        StrictContext(
                TokenStreamFactory tokens,
                DeserializerFactory deserializers,
                DeserializerCache cache,
                DeserializationConfig config,
                FormatSchema schema,
                InjectableValues values,
                XmlRootNameLookup rootNames) {
            super(tokens, deserializers, cache, config, schema, values, rootNames);
        }

        @Override
        public String extractScalarFromObject(JsonParser parser, ValueDeserializer<?> deserializer, Class<?> type) {
            // What the library makes of an empty item of a list; not so of an empty field, nor of an item with text.
            return parser.nextToken() == JsonToken.END_OBJECT
                    ? ""
                    : reportInputMismatch(type, "elements where text belongs");
        }

        /** White space alone in the root is a field without a name to the library; it is as good as none. */
        @Override
        public boolean handleUnknownProperty(
                JsonParser parser, ValueDeserializer<?> deserializer, Object record, String name) {
            boolean isSpace = name.isEmpty()
                    && parser.hasToken(JsonToken.VALUE_STRING)
                    && parser.getString().trim().isEmpty();
            return isSpace || super.handleUnknownProperty(parser, deserializer, record, name);
        }
    }
}
