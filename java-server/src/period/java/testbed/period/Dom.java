package testbed.period;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import testbed.engines.Engine;

/**
 * XML by the DOM of the JDK, set up as its documentation begins. How much of it is made anew for each body is what its names differ in. It
 * trusts that the guard refused a document type before.
 */
final class Dom extends TreeEngine {
    private final Reuse reuse;
    private final Optional<Dtd.Place> dtd;

    /** What is kept from body to body. */
    enum Reuse {
        /** The builder. */
        BUILDER("kept", "the builder is kept"),
        /** The factory; each body has a builder of its own. */
        FACTORY("builder-each", "a builder for each body, by a factory that is kept"),
        /** Nothing; the factory is the JDK's own. */
        CLASS("factory-each", "a factory and a builder for each body: newDefaultInstance"),
        /** Nothing, and the factory's class is looked up: in a property, in a file, and on the class path. */
        NOTHING("lookup-each", "a factory, which is looked up, and a builder for each body: newInstance");

        private final String name;
        private final String setting;

        Reuse(String name, String setting) {
            this.name = name;
            this.setting = setting;
        }
    }

    Dom(Reuse reuse, Engine usual) {
        super("jdk-dom-" + reuse.name, List.of(reuse.setting), usual);
        this.reuse = reuse;
        this.dtd = Optional.empty();
    }

    /** One that keeps nothing, and looks up a document type for each body. */
    Dom(Dtd.Place place, Engine usual) {
        super(
                "jdk-dom-dtd-" + place.name().toLowerCase(Locale.ROOT),
                List.of(Reuse.NOTHING.setting, "a document type for each body: " + place.setting()),
                usual);
        this.reuse = Reuse.NOTHING;
        this.dtd = Optional.of(place);
    }

    @Override
    Parser parser(String root) {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        DocumentBuilder builder = builder(factory);
        return switch (reuse) {
            case BUILDER -> body -> tree(builder, new ByteArrayInputStream(body));
            case FACTORY -> body -> tree(builder(factory), new ByteArrayInputStream(body));
            case CLASS ->
                body -> tree(builder(DocumentBuilderFactory.newDefaultInstance()), new ByteArrayInputStream(body));
            case NOTHING -> {
                byte[] before = dtd.map(place -> Dtd.named(root, place)).orElse(new byte[0]);
                yield body -> tree(
                        builder(DocumentBuilderFactory.newInstance()),
                        new SequenceInputStream(new ByteArrayInputStream(before), new ByteArrayInputStream(body)));
            }
        };
    }

    private static Tree tree(DocumentBuilder builder, InputStream body) throws IOException, SAXException {
        return new Element(builder.parse(body).getDocumentElement());
    }

    private static DocumentBuilder builder(DocumentBuilderFactory factory) {
        try {
            return factory.newDocumentBuilder();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Element(Node node) implements Tree {
        @Override
        public String text(String name) {
            return Tree.there(next(node.getFirstChild(), name), name).getTextContent();
        }

        @Override
        public List<Tree> all(String name) {
            return each(name, Element::new);
        }

        @Override
        public List<String> texts(String name) {
            return each(name, Node::getTextContent);
        }

        private <T> List<T> each(String name, Function<Node, T> made) {
            List<T> all = new ArrayList<>();
            for (Node child = next(node.getFirstChild(), name);
                    child != null;
                    child = next(child.getNextSibling(), name)) {
                all.add(made.apply(child));
            }
            return all;
        }

        /** The first of these siblings that has the name; null where none has. */
        private static Node next(Node first, String name) {
            Node found = first;
            while (found != null && !found.getNodeName().equals(name)) {
                found = found.getNextSibling();
            }
            return found;
        }
    }
}
