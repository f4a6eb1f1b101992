package testbed.objects.types;

import java.util.List;

/**
 * A tree of ten levels: what nesting costs.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Tree.schema.json}.
 */
public record Tree(String name, double weight, boolean open, List<Level2> children) {
    /** A node 2 levels deep. */
    public record Level2(String name, double weight, boolean open, List<Level3> children) {}

    /** A node 3 levels deep. */
    public record Level3(String name, double weight, boolean open, List<Level4> children) {}

    /** A node 4 levels deep. */
    public record Level4(String name, double weight, boolean open, List<Level5> children) {}

    /** A node 5 levels deep. */
    public record Level5(String name, double weight, boolean open, List<Level6> children) {}

    /** A node 6 levels deep. */
    public record Level6(String name, double weight, boolean open, List<Level7> children) {}

    /** A node 7 levels deep. */
    public record Level7(String name, double weight, boolean open, List<Level8> children) {}

    /** A node 8 levels deep. */
    public record Level8(String name, double weight, boolean open, List<Level9> children) {}

    /** A node 9 levels deep. */
    public record Level9(String name, double weight, boolean open, List<Level10> children) {}

    /** A node 10 levels deep. */
    public record Level10(String name, double weight, boolean open) {}
}
