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
                new ObjectType(1, NumericObject.class, NumericObject::build),
                new ObjectType(2, DummyObject.class, DummyObject::build),
                new ObjectType(LogLine.class, LogLine::build),
                new ObjectType(NameList.class, NameList::build),
                new ObjectType(Order.class, Order::build),
                new ObjectType(PersonName.class, PersonName::build),
                new ObjectType(Polygon.class, Polygon::build),
                new ObjectType(Row6.class, Row6::build),
                new ObjectType(Row89.class, Row89::build),
                new ObjectType(Smartphone.class, Smartphone::build),
                new ObjectType(Timeline.class, Timeline::build),
                new ObjectType(Tree.class, Tree::build),
                new ObjectType(Tweet.class, Tweet::build),
                new ObjectType(User.class, User::build));
    }
}
