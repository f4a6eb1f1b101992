package testbed.objects.types;

import java.util.List;
import testbed.objects.Parts;

/**
 * A tree of ten levels: what nesting costs.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Tree.schema.json}.
 */
public record Tree(String name, double weight, boolean open, List<Level2> children) {
    /** One like another, of these parts. */
    public static Tree build(Parts parts, Tree like) {
        return new Tree(parts.text(like.name), like.weight, like.open, parts.list(like.children, Level2::build));
    }

    /** A node 2 levels deep. */
    public record Level2(String name, double weight, boolean open, List<Level3> children) {
        /** One like another, of these parts. */
        static Level2 build(Parts parts, Level2 like) {
            return new Level2(parts.text(like.name), like.weight, like.open, parts.list(like.children, Level3::build));
        }
    }

    /** A node 3 levels deep. */
    public record Level3(String name, double weight, boolean open, List<Level4> children) {
        /** One like another, of these parts. */
        static Level3 build(Parts parts, Level3 like) {
            return new Level3(parts.text(like.name), like.weight, like.open, parts.list(like.children, Level4::build));
        }
    }

    /** A node 4 levels deep. */
    public record Level4(String name, double weight, boolean open, List<Level5> children) {
        /** One like another, of these parts. */
        static Level4 build(Parts parts, Level4 like) {
            return new Level4(parts.text(like.name), like.weight, like.open, parts.list(like.children, Level5::build));
        }
    }

    /** A node 5 levels deep. */
    public record Level5(String name, double weight, boolean open, List<Level6> children) {
        /** One like another, of these parts. */
        static Level5 build(Parts parts, Level5 like) {
            return new Level5(parts.text(like.name), like.weight, like.open, parts.list(like.children, Level6::build));
        }
    }

    /** A node 6 levels deep. */
    public record Level6(String name, double weight, boolean open, List<Level7> children) {
        /** One like another, of these parts. */
        static Level6 build(Parts parts, Level6 like) {
            return new Level6(parts.text(like.name), like.weight, like.open, parts.list(like.children, Level7::build));
        }
    }

    /** A node 7 levels deep. */
    public record Level7(String name, double weight, boolean open, List<Level8> children) {
        /** One like another, of these parts. */
        static Level7 build(Parts parts, Level7 like) {
            return new Level7(parts.text(like.name), like.weight, like.open, parts.list(like.children, Level8::build));
        }
    }

    /** A node 8 levels deep. */
    public record Level8(String name, double weight, boolean open, List<Level9> children) {
        /** One like another, of these parts. */
        static Level8 build(Parts parts, Level8 like) {
            return new Level8(parts.text(like.name), like.weight, like.open, parts.list(like.children, Level9::build));
        }
    }

    /** A node 9 levels deep. */
    public record Level9(String name, double weight, boolean open, List<Level10> children) {
        /** One like another, of these parts. */
        static Level9 build(Parts parts, Level9 like) {
            return new Level9(parts.text(like.name), like.weight, like.open, parts.list(like.children, Level10::build));
        }
    }

    /** A node 10 levels deep. */
    public record Level10(String name, double weight, boolean open) {
        /** One like another, of these parts. */
        static Level10 build(Parts parts, Level10 like) {
            return new Level10(parts.text(like.name), like.weight, like.open);
        }
    }
}
