package testbed.engines;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONException;
import com.alibaba.fastjson2.JSONFactory;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONReader.Feature;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import java.util.List;
import java.util.stream.Stream;
import testbed.measure.Decoder;
import testbed.objects.Once;

/**
 * JSON by fastjson2. It makes a reader class for each record at run time, and knows Jackson's names.
 *
 * <p>It is in no series, since it misreads some doubles. A number halfway between two, whose digits
 * are over 2^53 and fit in 64 bits, becomes the one away from zero, not the even one. A zero with an
 * exponent may lose its sign. No setting changes that; a reader of our own for fields of type double
 * would turn the generated readers off.
 *
 * <p>It checks little: it takes unknown, missing and repeated fields, null for anything, texts for
 * numbers and booleans, fractions for integers, lists and records for texts, a record for a list, texts
 * in single quotes, what an enumeration has not as null, and bytes that are not UTF-8. It refuses an
 * exponent of more than 2,047, which only a zero may have here. It nests as deep as the stack.
 *
 * <p>Through {@code sun.misc.Unsafe} it looks up to two bytes past a body's end; no object that it read
 * was wrong for it. On JDK 24 and later that makes the JVM write a warning once.
 */
public final class Fastjson2 extends Reading {
    /** What keeps bodies from making it do anything but read. */
    public static final List<String> FENCE = List.of(
            "safeMode on, AutoType off, in a provider of its own: makes no class that a body names",
            "DisableReferenceDetect: takes $ref for a name like any other",
            "DisableSingleQuote: takes no name in single quotes",
            "DisableStringArrayUnwrapping: never takes a list of one text for that text");

    /** Why no table has it comes first. */
    private static final List<String> SETTINGS = Stream.concat(
                    Stream.of("in no series: reads some numbers halfway between two doubles as the wrong one"),
                    FENCE.stream())
            .toList();

    private static final String SAFE_MODE = "fastjson2.parser.safeMode";

    private static final Once<JSONReader.Context> CONTEXT = new Once<>(Fastjson2::fenced);

    static {
        // The library looks for it as its classes are loaded, and knows no other way.
        System.setProperty(SAFE_MODE, "true");
    }

    Fastjson2(Engine usual) {
        super("fastjson2", "fastjson2", List.of(), SETTINGS, usual);
    }

    private static JSONReader.Context fenced() {
        if (!ObjectReaderProvider.SAFE_MODE) {
            throw new IllegalStateException("fastjson2 was loaded before " + SAFE_MODE + " was set");
        }
        ObjectReaderProvider provider = new ObjectReaderProvider();
        provider.setDisableAutoType(true);
        return JSONFactory.createReadContext(
                provider,
                Feature.DisableReferenceDetect,
                Feature.DisableSingleQuote,
                Feature.DisableStringArrayUnwrapping);
    }

    /** How each body is read: with that {@link #FENCE}. */
    public static JSONReader.Context context() {
        return CONTEXT.get();
    }

    @Override
    public String version() {
        return linkedVersion();
    }

    /** The jar's manifest tells none. By reflection, since a compiler copies a constant that it sees. */
    public static String linkedVersion() {
        try {
            return (String) JSON.class.getField("VERSION").get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Decoder decoder(Class<?> type) {
        JSONReader.Context context = context();
        return body -> {
            Object object = JSON.parseObject(body, type, context);
            if (object == null) { // what the library makes of a bare null, and of nothing at all
                throw new JSONException("null where an object belongs");
            }
            return object;
        };
    }
}
