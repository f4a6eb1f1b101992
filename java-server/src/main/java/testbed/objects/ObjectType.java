package testbed.objects;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import testbed.contract.Format;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** An object type: what paths call it, its record, and its data, each part of which is loaded when somebody first asks for it. */
public final class ObjectType {
    /** How many variants every type has. */
    public static final int VARIANTS = 1024;

    private static final ObjectReader READER = JsonMapper.shared().reader();

    private final List<String> names;
    private final Class<? extends Record> type;
    private final Once<Kind.Fields> fields;
    private final Once<Record> canonical = new Once<>(this::readCanonical);
    private final Once<List<? extends Record>> variants = new Once<>(this::load);

    /** A type whose record bears its name. */
    ObjectType(Class<? extends Record> type) {
        this(type, List.of(type.getSimpleName()));
    }

    /** One of the first two types, which old paths call by number. */
    ObjectType(int number, Class<? extends Record> type) {
        this(type, List.of(Integer.toString(number), type.getSimpleName()));
    }

    private ObjectType(Class<? extends Record> type, List<String> names) {
        this.type = type;
        this.names = names;
        this.fields = new Once<>(() -> Kind.of(type));
    }

    /** What paths may call it, the shortest first. */
    public List<String> names() {
        return names;
    }

    /** Its name in requests and paths. */
    public String name() {
        return type.getSimpleName();
    }

    /** The record that its objects are. */
    public Class<? extends Record> type() {
        return type;
    }

    /** Its fields, in order. */
    public Kind.Fields fields() {
        return fields.get();
    }

    /** Why a format cannot carry its objects; empty where it can. */
    public Optional<String> uncarriedBy(Format format) {
        return Optional.ofNullable(type.getAnnotation(NotIn.class))
                .filter(not -> not.format() == format)
                .map(NotIn::reason);
    }

    /** The canonical object, which is variant 0; there without the others. */
    public Record canonical() {
        return canonical.get();
    }

    /** The variant of this index, from 0. */
    public Record variant(int index) {
        return index == 0 ? canonical() : variants().get(index);
    }

    /** All variants, in order of index, as many for every type. The first call loads them, which takes a fraction of a second. */
    public List<? extends Record> variants() {
        return variants.get();
    }

    /** Whether the variants are loaded. */
    public boolean isLoaded() {
        return variants.isMade();
    }

    private Record readCanonical() {
        try (InputStream in = open("objects/" + name() + ".json")) {
            return type.cast(READER.forType(type).readValue(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the variants where they are stored, and makes them where not. */
    private List<? extends Record> load() {
        ObjectReader reader = READER.forType(type);
        InputStream stored = find("objects/" + name() + ".variants.jsonl");
        if (stored == null) {
            return made(reader);
        }
        List<? extends Record> all;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stored, StandardCharsets.UTF_8))) {
            all = lines.lines().map(line -> type.cast(reader.readValue(line))).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (all.size() != VARIANTS) {
            throw new IllegalStateException(name() + " has " + all.size() + " variants; it must have " + VARIANTS);
        }
        return all;
    }

    private List<? extends Record> made(ObjectReader reader) {
        try (InputStream in = open("objects/" + name() + ".json")) {
            return Alike.variantsAlike(name(), READER.readTree(in), fields(), VARIANTS)
                    .map(variant -> type.cast(reader.readValue(variant)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The canonical bytes of the canonical object in a format, {@code json}, {@code bson} or {@code xml}. */
    public byte[] golden(String format) {
        try (InputStream in = open("golden/" + name() + "." + format)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The record says it all. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectType that && that.type == type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    private static InputStream open(String path) {
        InputStream in = find(path);
        if (in == null) {
            throw new IllegalStateException(
                    "providers/" + path + " is not in the build; run `make goldens` and build again");
        }
        return in;
    }

    /** What lies in {@code providers/} at this path; null where nothing does. */
    private static InputStream find(String path) {
        return ObjectType.class.getResourceAsStream("/providers/" + path);
    }
}
