package testbed.period;

import java.util.Map;
import java.util.function.Function;
import testbed.objects.types.DummyObject;
import testbed.objects.types.DummyObject.Friend;
import testbed.objects.types.PersonName;

/** Reads the object types of the study out of a tree. They refuse a field that is missing, and look for nothing else. */
final class Readers {
    /** By object type. */
    static final Map<Class<?>, Function<Tree, Record>> ALL =
            Map.of(PersonName.class, Readers::personName, DummyObject.class, Readers::dummyObject);

    private Readers() {}

    private static PersonName personName(Tree object) {
        return new PersonName(object.text("firstname"), object.text("lastname"));
    }

    private static DummyObject dummyObject(Tree object) {
        return new DummyObject(
                object.text("_id"),
                object.int32("index"),
                object.text("guid"),
                object.bool("isActive"),
                object.real("balance"),
                object.text("picture"),
                object.int32("age"),
                object.text("eyeColor"),
                object.text("name"),
                object.text("gender"),
                object.text("company"),
                object.text("email"),
                object.text("phone"),
                object.text("address"),
                object.text("about"),
                object.text("registered"),
                object.real("latitude"),
                object.real("longitude"),
                object.texts("tags"),
                object.all("friends").stream().map(Readers::friend).toList(),
                object.text("greeting"),
                object.text("favoriteFruit"));
    }

    private static Friend friend(Tree friend) {
        return new Friend(friend.int32("id"), friend.text("name"));
    }
}
