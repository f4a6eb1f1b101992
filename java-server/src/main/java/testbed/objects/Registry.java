package testbed.objects;

import java.util.List;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/** Every object type. Made by {@code make objects} from {@code providers/objects/*.schema.json}. */
final class Registry {
    private Registry() {}

    /** Every object type, those with a number first, then by name. */
    static List<ObjectType> types() {
        return List.of(new ObjectType(1, NumericObject.class), new ObjectType(2, DummyObject.class));
    }
}
