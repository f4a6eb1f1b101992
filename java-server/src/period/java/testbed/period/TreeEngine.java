package testbed.period;

import java.util.List;
import java.util.function.Function;
import testbed.contract.Checks;
import testbed.engines.ByHand;
import testbed.engines.Engine;
import testbed.environment.Libraries;
import testbed.measure.Decoder;

/** What the engines share that make a tree of a body, and read the object out of that. */
abstract class TreeEngine extends ByHand<Function<Tree, Record>> {
    /** An engine of a library that is not used otherwise here. */
    TreeEngine(String name, String library, List<String> settings, Engine usual) {
        super(name, library, List.of(Checks.USUAL), settings, usual, Readers.ALL);
    }

    /** An engine of the JDK's own XML. */
    TreeEngine(String name, List<String> settings, Engine usual) {
        this(name, "java.xml", settings, usual);
    }

    @Override
    public String version() {
        return Libraries.jdk();
    }

    /** Makes a tree of a body. What is wrong with the body may be any exception. */
    @FunctionalInterface
    interface Parser {
        /** The tree of the whole body. */
        Tree tree(byte[] body) throws Exception; // the libraries have four kinds, and each means the same here
    }

    /** A parser of a decoder's own, so for one thread, of bodies whose root, where they have one, has this name. */
    abstract Parser parser(String root);

    @Override
    public final Decoder decoder(Class<?> type) {
        Function<Tree, Record> read = reader(type);
        Parser parser = parser(type.getSimpleName());
        return body -> {
            Tree tree;
            try {
                tree = parser.tree(body);
            } catch (Exception e) {
                throw new IllegalArgumentException(e);
            }
            return read.apply(tree);
        };
    }
}
