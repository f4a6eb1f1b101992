package testbed.period;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A tree of maps that grows as a parser tells what it meets. */
final class Grown implements Tree {
    private final Map<String, List<Grown>> children = new HashMap<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public String text(String name) {
        return Tree.there(children.get(name), name).get(0).text.toString();
    }

    @Override
    public List<Tree> all(String name) {
        return List.copyOf(children.getOrDefault(name, List.of()));
    }

    @Override
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Grown child : children.getOrDefault(name, List.of())) {
            texts.add(child.text.toString());
        }
        return texts;
    }

    /** Whom a parser tells. */
    static final class Growing {
        private final Grown document = new Grown();
        private final Deque<Grown> open = new ArrayDeque<>(List.of(document));

        /** An element begins. */
        void starts(String name) {
            Grown child = new Grown();
            open.peek()
                    .children
                    .computeIfAbsent(name, first -> new ArrayList<>())
                    .add(child);
            open.push(child);
        }

        /** Text comes. */
        void holds(char[] buffer, int start, int length) {
            open.peek().text.append(buffer, start, length);
        }

        /** The element ends. */
        void ends() {
            open.pop();
        }

        /** The root, once the document has ended. */
        Tree root() {
            return document.children.values().iterator().next().get(0);
        }
    }
}
