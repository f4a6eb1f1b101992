package testbed.engines;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import testbed.contract.Checks;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.Kind;
import testbed.objects.Once;

/**
 * JSON by Gson, which many services still have. It reads characters, so each body becomes a string first, inside the window. It fills
 * records by reflection, through their canonical constructor. It skips unknown fields, takes the last of a repeated one (but no key of
 * a map twice), leaves null or 0 what is missing, takes null for anything but a plain number or boolean, texts for numbers and back, and
 * names and texts in single quotes or in none.
 */
final class Gson extends Reading {
    private static final Once<com.google.gson.Gson> GSON = new Once<>(() -> new GsonBuilder()
            .setFieldNamingStrategy(field -> Kind.name(field, field.getName()))
            .registerTypeAdapterFactory(new Choices())
            .create());

    Gson(Engine usual) {
        super(
                "gson",
                "gson",
                List.of(Checks.USUAL),
                List.of(
                        "a naming strategy: fields by Jackson's names, of which the library knows none",
                        "an adapter for enumerations: by their texts, where the library's own goes by constants' names"),
                usual);
    }

    @Override
    public String version() {
        return Libraries.version(com.google.gson.Gson.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        com.google.gson.Gson gson = GSON.get();
        return body -> {
            Object object = gson.fromJson(new String(body, StandardCharsets.UTF_8), type);
            if (object == null) { // what the library makes of a bare null, and of nothing at all
                throw new JsonParseException("null where an object belongs");
            }
            return object;
        };
    }

    private static final class Choices implements TypeAdapterFactory {
        @Override
        @SuppressWarnings("unchecked")
        public <T> TypeAdapter<T> create(com.google.gson.Gson gson, TypeToken<T> type) {
            return type.getRawType().isEnum() ? new ChoiceAdapter<>((Class<T>) type.getRawType()).nullSafe() : null;
        }
    }

    private static final class ChoiceAdapter<T> extends TypeAdapter<T> {
        private final Map<String, T> constants = new HashMap<>();

        ChoiceAdapter(Class<T> type) {
            for (T constant : type.getEnumConstants()) {
                constants.put(Kind.text(constant), constant);
            }
        }

        @Override
        public T read(JsonReader reader) throws IOException {
            return constants.get(reader.nextString());
        }

        @Override
        public void write(JsonWriter writer, T constant) {
            throw new UnsupportedOperationException("the default engine writes");
        }
    }
}
