package testbed.guard;

import java.util.Optional;
import java.util.function.UnaryOperator;
import testbed.contract.Rules;

/** What the guard must know of a format whose bodies it walks. */
enum Grammar {
    JSON(name -> "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\":", false) {
        @Override
        Guard guard(String type, Due root) {
            return new JsonGuard(root);
        }
    },
    BSON(name -> name + "\0", false) {
        @Override
        Guard guard(String type, Due root) {
            return new BsonGuard(root);
        }
    },
    XML(name -> "<" + name + ">", true) {
        @Override
        Guard guard(String type, Due root) {
            return new XmlGuard(type, root);
        }
    };

    private final UnaryOperator<String> written;
    private final boolean omitsEmptyLists;

    Grammar(UnaryOperator<String> written, boolean omitsEmptyLists) {
        this.written = written;
        this.omitsEmptyLists = omitsEmptyLists;
    }

    /** That of these rules, if they walk bodies. */
    static Optional<Grammar> of(Rules rules) {
        return switch (rules) {
            case JSON -> Optional.of(JSON);
            case BSON -> Optional.of(BSON);
            case XML -> Optional.of(XML);
            case KNOWN -> Optional.empty();
        };
    }

    /** A guard for bodies that hold objects of a type of this name. */
    abstract Guard guard(String type, Due root);

    /** What it mostly writes before the value of a field of this name. */
    String written(String name) {
        return written.apply(name);
    }

    /** Whether an absent list is an empty one, since a list is its field once for each item. */
    boolean omitsEmptyLists() {
        return omitsEmptyLists;
    }
}
