package testbed.engines.partial;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import testbed.contract.Kind;
import testbed.engines.Engine;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.excerpts.DummyExcerpt;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/**
 * XML by the DOM of the JDK: the whole body as nodes, which are asked for each field. It keeps one DocumentBuilder for a decoder, so that is
 * for one thread. It makes nodes of what it read when they are first asked for (defer-node-expansion, as the JDK begins), takes the
 * first of a repeated element, and reads the double by the JDK's own parser.
 */
final class JdkDom extends PartialEngine<Function<Node, Record>> {
    JdkDom(Engine usual) {
        super(
                "jdk-dom",
                "java.xml",
                Kind.TREE,
                List.of(
                        "disallow-doctype-decl, and no access to external DTDs and schemas",
                        "maxGeneralEntitySizeLimit and totalEntitySizeLimit off: from JDK 24 on they count &amp; and its like",
                        "an error handler that throws: the library's own writes to the standard error"),
                "that the body is UTF-8 and well-formed; what a text stands for is never looked at",
                usual,
                Map.of(NumericObject.class, JdkDom::numeric, DummyObject.class, JdkDom::dummy));
    }

    @Override
    public String version() {
        return Libraries.jdk();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Function<Node, Record> read = reader(type);
        DocumentBuilder builder = builder();
        return body -> {
            try {
                return read.apply(builder.parse(new ByteArrayInputStream(body)).getDocumentElement());
            } catch (SAXException e) {
                throw new IllegalArgumentException(e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** The JDK's own, whatever the class path has. */
    private static DocumentBuilder builder() {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        try {
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            factory.setAttribute("jdk.xml.maxGeneralEntitySizeLimit", "0");
            factory.setAttribute("jdk.xml.totalEntitySizeLimit", "0");
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            return builder;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static NumericExcerpt numeric(Node object) {
        return new NumericExcerpt(text(object, "id"), int32(object, "numbr"), fifthLatitude(object));
    }

    private static DummyExcerpt dummy(Node object) {
        return new DummyExcerpt(text(object, "_id"), int32(object, "age"), text(object, "favoriteFruit"));
    }

    private static Double fifthLatitude(Node object) {
        Node point = named(object.getFirstChild(), "coordinates");
        for (int i = 0; i < 4 && point != null; i++) {
            point = named(point.getNextSibling(), "coordinates");
        }
        return point == null ? null : (Double) Double.parseDouble(text(point, "latitude"));
    }

    private static int int32(Node object, String field) {
        return Integer.parseInt(text(object, field));
    }

    private static String text(Node object, String field) {
        return there(named(object.getFirstChild(), field), field).getTextContent();
    }

    /** The first of these siblings that has the name; null where none has. */
    private static Node named(Node first, String name) {
        Node node = first;
        while (node != null && !node.getNodeName().equals(name)) {
            node = node.getNextSibling();
        }
        return node;
    }
}
