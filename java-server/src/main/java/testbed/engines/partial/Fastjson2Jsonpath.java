package testbed.engines.partial;

import com.alibaba.fastjson2.JSONPath;
import com.alibaba.fastjson2.JSONReader;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import testbed.contract.Kind;
import testbed.engines.Engine;
import testbed.engines.Fastjson2;
import testbed.measure.Decoder;
import testbed.objects.excerpts.DummyExcerpt;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/**
 * JSON by the JSONPaths of fastjson2, one for each field: each reads the body anew from its first byte to its field, and what comes behind
 * that is never looked at. The library has a path to several fields, too, but that makes a tree of the whole body where one of them lies in a list.
 * It tells names apart by 64 bits of hash, and comes to a double by a BigDecimal, which knows no minus zero: it reads -0.0 as 0.0.
 */
final class Fastjson2Jsonpath extends PartialEngine<Supplier<Decoder>> {
    private static final List<String> SETTINGS = Stream.concat(
                    Stream.of("reads -0.0 as 0.0: it comes to a double by a BigDecimal, which knows no minus zero"),
                    Fastjson2.FENCE.stream())
            .toList();

    Fastjson2Jsonpath(Engine usual) {
        super(
                "fastjson2-jsonpath",
                "fastjson2",
                Kind.LAZY,
                SETTINGS,
                "brackets and literals, of what comes before a field that is asked for; neither texts nor numbers",
                usual,
                Map.of(NumericObject.class, Numeric::new, DummyObject.class, Dummy::new));
    }

    @Override
    public String version() {
        return Fastjson2.linkedVersion();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return reader(type).get();
    }

    private static final class Numeric implements Decoder {
        private final Path<String> id = new Path<>("$.id", String.class);
        private final Path<Integer> numbr = new Path<>("$.numbr", Integer.class);
        private final Path<Double> latitude = new Path<>("$.coordinates[4].latitude", Double.class);

        @Override
        public NumericExcerpt decode(byte[] body) {
            return new NumericExcerpt(there(id.in(body), "id"), there(numbr.in(body), "numbr"), latitude.in(body));
        }
    }

    private static final class Dummy implements Decoder {
        private final Path<String> id = new Path<>("$._id", String.class);
        private final Path<Integer> age = new Path<>("$.age", Integer.class);
        private final Path<String> fruit = new Path<>("$.favoriteFruit", String.class);

        @Override
        public DummyExcerpt decode(byte[] body) {
            return new DummyExcerpt(
                    there(id.in(body), "_id"), there(age.in(body), "age"), there(fruit.in(body), "favoriteFruit"));
        }
    }

    /** Leads to a value of this type. The library is fenced before it makes one. */
    private static final class Path<T> {
        private final JSONReader.Context context = Fastjson2.context();
        private final JSONPath path;
        private final Class<T> type;

        Path(String path, Class<T> type) {
            this.path = JSONPath.of(path, type);
            this.type = type;
        }

        T in(byte[] body) {
            try (JSONReader reader = JSONReader.of(body, context)) {
                return type.cast(path.extract(reader));
            }
        }
    }
}
