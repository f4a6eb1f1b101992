package testbed.objects;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import testbed.contract.Format;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** An object type: what paths call it, its record, and its data, each part of which is loaded when somebody first asks for it. */
public final class ObjectType {
    /** How many variants every type has without a size. */
    public static final int VARIANTS = 1024;

    /** Of so many variants of a size together a digest is published. */
    public static final int JOINED = 8;

    private static final ObjectReader READER = JsonMapper.shared().reader();

    private final List<String> names;
    private final Class<? extends Record> type;
    private final BiFunction<Parts, Record, Record> built;
    private final Once<Kind.Fields> fields;
    private final Variants variants;
    private final Map<Size, Variants> scaled = new EnumMap<>(Size.class);

    /** A type whose record bears its name, and what builds another object like one. */
    <T extends Record> ObjectType(Class<T> type, BiFunction<Parts, T, T> built) {
        this(type, built, List.of(type.getSimpleName()));
    }

    /** One of the first two types, which old paths call by number. */
    <T extends Record> ObjectType(int number, Class<T> type, BiFunction<Parts, T, T> built) {
        this(type, built, List.of(Integer.toString(number), type.getSimpleName()));
    }

    private <T extends Record> ObjectType(Class<T> type, BiFunction<Parts, T, T> built, List<String> names) {
        this.type = type;
        this.built = (parts, like) -> built.apply(parts, type.cast(like));
        this.names = names;
        this.fields = new Once<>(() -> Kind.of(type));
        String file = "objects/" + name() + ".variants.jsonl";
        this.variants = find(file) == null
                ? new MadeVariants(false, VARIANTS, () -> maker(name(), readCanonical(), Optional.empty()))
                : new StoredVariants(VARIANTS, () -> read(readCanonical()), () -> load(file));
        for (Size size : Size.values()) {
            scaled.put(size, new MadeVariants(true, size.variants(), () -> maker(size)));
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

    /** What others like this object are built of. */
    public Parts parts(Record like) {
        Parts parts = new Parts();
        build(parts, like);
        return parts;
    }

    /** An object like the one that the parts are of. */
    public Record build(Parts parts, Record like) {
        parts.begin();
        return built.apply(parts, like);
    }

    /** Its fields, in order. */
    public Kind.Fields fields() {
        return fields.get();
    }

    /** What operation partial reads of it, if it reads any. */
    public Optional<Excerpt> excerpt() {
        return Excerpt.find(type);
    }

    /** Why a format cannot carry its objects; empty where it can. */
    public Optional<String> uncarriedBy(Format format) {
        return Arrays.stream(type.getAnnotationsByType(NotIn.class))
                .filter(not -> not.format() == format)
                .map(NotIn::reason)
                .findFirst();
    }

    /** The sizes that it comes in; none where it does not scale. */
    public List<Size> sizes() {
        return type.isAnnotationPresent(Scales.class) ? List.of(Size.values()) : List.of();
    }

    /** The canonical object, which is variant 0; there without the others. */
    public Record canonical() {
        return variants.get(0);
    }

    /** Its variants without a size, as many for every type. */
    public Variants variants() {
        return variants;
    }

    /** Its variants in one of its {@link #sizes}, or without one. */
    public Variants variants(Optional<Size> size) {
        return size.map(scaled::get).orElse(variants);
    }

    private Record read(JsonNode object) {
        return type.cast(READER.forType(type).readValue(object));
    }

    private JsonNode readCanonical() {
        try (InputStream in = open("objects/" + name() + ".json")) {
            return READER.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The canonical object of a size, which is variant 0 of it. */
    private JsonNode scaled(Size size) {
        return Alike.scaled(readCanonical(), scales().field(), scales().lengths()[size.ordinal()]);
    }

    private Scales scales() {
        return type.getAnnotation(Scales.class);
    }

    private List<? extends Record> load(String file) {
        List<? extends Record> all;
        ObjectReader reader = READER.forType(type);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            all = lines.lines().map(line -> type.cast(reader.readValue(line))).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (all.size() != VARIANTS) {
            throw new IllegalStateException(name() + " has " + all.size() + " variants; it must have " + VARIANTS);
        }
        return all;
    }

    private IntFunction<Record> maker(Size size) {
        return maker(name() + "/" + size.word(), scaled(size), Optional.of(scales().field()));
    }

    private IntFunction<Record> maker(String seeds, JsonNode canonical, Optional<String> scaling) {
        return index -> read(Alike.variantAlike(seeds, canonical, fields(), scaling, index));
    }

    /** The canonical bytes of the canonical object in a format, by its name in lower case. */
    public byte[] golden(String format) {
        try (InputStream in = open("golden/" + name() + "." + format)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The SHA-256 of the canonical bytes of each variant in a format, in lower-case hex. */
    public List<String> digests(String format) {
        return lines("golden/" + name() + "." + format + ".sha256")
                .map(line -> line.split(" ", 2)[0])
                .toList();
    }

    /** That of the first {@link #JOINED} of a size, one behind the other; empty where none is published. */
    public Optional<String> digest(String format, Size size) {
        String of = "  " + name() + "/" + size.word() + "." + format;
        return lines("golden/sizes.sha256")
                .filter(line -> line.endsWith(of))
                .map(line -> line.split(" ", 2)[0])
                .findFirst();
    }

    private static Stream<String> lines(String path) {
        try (InputStream in = open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
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
