package testbed.objects;

import java.util.List;
import testbed.objects.types.DummyObject;
import testbed.objects.types.LogLine;
import testbed.objects.types.NameList;
import testbed.objects.types.NumericObject;
import testbed.objects.types.Order;
import testbed.objects.types.PersonName;
import testbed.objects.types.Polygon;
import testbed.objects.types.Row6;
import testbed.objects.types.Row89;
import testbed.objects.types.Smartphone;
import testbed.objects.types.Timeline;
import testbed.objects.types.Tree;
import testbed.objects.types.Tweet;
import testbed.objects.types.User;

/** Every object type. Made by {@code make objects} from {@code providers/objects/*.schema.json}. */
final class Registry {
    private Registry() {}

    /** Every object type, those with a number first, then by name. */
    static List<ObjectType> types() {
        return List.of(
                new ObjectType(1, NumericObject.class),
                new ObjectType(2, DummyObject.class),
                new ObjectType(LogLine.class),
                new ObjectType(NameList.class),
                new ObjectType(Order.class),
                new ObjectType(PersonName.class),
                new ObjectType(Polygon.class),
                new ObjectType(Row6.class),
                new ObjectType(Row89.class),
                new ObjectType(Smartphone.class),
                new ObjectType(Timeline.class),
                new ObjectType(Tree.class),
                new ObjectType(Tweet.class),
                new ObjectType(User.class));
    }
}
