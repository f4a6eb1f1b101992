package testbed.objects;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** An object type: what paths call it, its record, and its variants, which are loaded when somebody first asks for them. */
public final class ObjectType {
    /** How many variants every type has. */
    public static final int VARIANTS = 1024;

    private static final ObjectReader READER = JsonMapper.shared().reader();

    private final List<String> names;
    private final Class<? extends Record> type;
    private final Kind.Fields fields;
    private final Map<String, Scalar> scalars;
    private final Record canonical;
    private volatile List<? extends Record> variants;

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
        this.fields = Kind.of(type);
        this.scalars = Scalar.of(fields);
        try (BufferedReader lines = lines()) {
            this.canonical = read(READER.forType(type), lines.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        return fields;
    }

    /** The scalars of it and of the records in it, by name. */
    public Map<String, Scalar> scalars() {
        return scalars;
    }

    /** The canonical object, which is variant 0; there without the others. */
    public Record canonical() {
        return canonical;
    }

    /** The variant of this index, from 0. */
    public Record variant(int index) {
        return index == 0 ? canonical : variants().get(index);
    }

    /** All variants, in order of index, as many for every type. The first call loads them, which takes a fraction of a second. */
    public List<? extends Record> variants() {
        List<? extends Record> loaded = variants;
        return loaded == null ? load() : loaded;
    }

    /** Whether the variants are loaded. */
    public boolean isLoaded() {
        return variants != null;
    }

    private synchronized List<? extends Record> load() {
        if (variants == null) {
            ObjectReader reader = READER.forType(type);
            List<? extends Record> all;
            try (BufferedReader lines = lines()) {
                all = lines.lines().map(line -> read(reader, line)).toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (all.size() != VARIANTS) {
                throw new IllegalStateException(name() + " has " + all.size() + " variants; it must have " + VARIANTS);
            }
            variants = all;
        }
        return variants;
    }

    private Record read(ObjectReader reader, String line) {
        return type.cast(reader.readValue(line));
    }

    private BufferedReader lines() {
        return new BufferedReader(
                new InputStreamReader(open("objects/" + name() + ".variants.jsonl"), StandardCharsets.UTF_8));
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
        InputStream in = ObjectType.class.getResourceAsStream("/providers/" + path);
        if (in == null) {
            throw new IllegalStateException(
                    "providers/" + path + " is not in the build; run `make goldens` and build again");
        }
        return in;
    }
}
