package testbed.period;

import java.beans.XMLDecoder;
import java.beans.XMLEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import testbed.contract.Checks;
import testbed.engines.ByHand;
import testbed.engines.Engine;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.Once;
import tools.jackson.databind.json.JsonMapper;

/**
 * XML by {@code java.beans.XMLDecoder}, which calls the methods that its text names: whoever writes the text runs what he likes. So it reads
 * none that comes from elsewhere. Of what the body holds it reads what {@code XMLEncoder} wrote in this very process: the same object, as a
 * map of maps, in several times the bytes. Where nobody said what the body holds it is its format's default engine.
 */
final class XmlDecoder extends ByHand<Function<Tree, Record>> {
    private static final JsonMapper MAPPER = new JsonMapper();

    XmlDecoder(Engine usual) {
        super(
                "xml-decoder",
                "java.desktop",
                List.of(Checks.USUAL),
                List.of("not the body, but what XMLEncoder wrote of the same object in this process, as maps"),
                usual,
                Readers.ALL);
    }

    @Override
    public String version() {
        return Libraries.jdk();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return new OfOwn(reader(type), new Once<>(() -> usual().decoder(type)));
    }

    private static final class OfOwn implements Decoder {
        private final Function<Tree, Record> reader;
        private final Once<Decoder> usual;
        private final Map<Object, byte[]> written = new IdentityHashMap<>();

        private byte[] expected;

        OfOwn(Function<Tree, Record> reader, Once<Decoder> usual) {
            this.reader = reader;
            this.usual = usual;
        }

        @Override
        public void expect(Object object) {
            expected = written.computeIfAbsent(object, OfOwn::write);
        }

        @Override
        public Object decode(byte[] body) {
            if (expected == null) {
                return usual.get().decode(body);
            }
            try (XMLDecoder decoder = new XMLDecoder(new ByteArrayInputStream(expected))) {
                return reader.apply(new Fields((Map<?, ?>) decoder.readObject()));
            }
        }

        private static byte[] write(Object object) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (XMLEncoder encoder = new XMLEncoder(bytes, StandardCharsets.UTF_8.name(), true, 0)) {
                encoder.writeObject(MAPPER.convertValue(object, Map.class));
            }
            return bytes.toByteArray();
        }
    }

    private record Fields(Map<?, ?> map) implements Tree {
        @Override
        public String text(String name) {
            return (String) Tree.there(map.get(name), name);
        }

        @Override
        public int int32(String name) {
            return (Integer) Tree.there(map.get(name), name);
        }

        @Override
        public double real(String name) {
            return (Double) Tree.there(map.get(name), name);
        }

        @Override
        public boolean bool(String name) {
            return (Boolean) Tree.there(map.get(name), name);
        }

        @Override
        public List<Tree> all(String name) {
            return items(name).stream()
                    .<Tree>map(item -> new Fields((Map<?, ?>) item))
                    .toList();
        }

        @Override
        public List<String> texts(String name) {
            return items(name).stream().map(String.class::cast).toList();
        }

        private List<?> items(String name) {
            return (List<?>) Tree.there(map.get(name), name);
        }
    }
}
