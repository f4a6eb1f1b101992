package testbed.objects.types;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import testbed.objects.Parts;

/**
 * A record of a person, mostly text, as JSON generators for test data write it.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/DummyObject.schema.json}.
 */
public record DummyObject(
        @JsonProperty("_id") String id,
        int index,
        String guid,
        boolean isActive,
        double balance,
        String picture,
        int age,
        String eyeColor,
        String name,
        String gender,
        String company,
        String email,
        String phone,
        String address,
        String about,
        String registered,
        double latitude,
        double longitude,
        List<String> tags,
        List<Friend> friends,
        String greeting,
        String favoriteFruit) {
    /** One like another, of these parts. */
    public static DummyObject build(Parts parts, DummyObject like) {
        return new DummyObject(
                parts.text(like.id),
                like.index,
                parts.text(like.guid),
                like.isActive,
                like.balance,
                parts.text(like.picture),
                like.age,
                parts.text(like.eyeColor),
                parts.text(like.name),
                parts.text(like.gender),
                parts.text(like.company),
                parts.text(like.email),
                parts.text(like.phone),
                parts.text(like.address),
                parts.text(like.about),
                parts.text(like.registered),
                like.latitude,
                like.longitude,
                parts.list(like.tags, Parts::text),
                parts.list(like.friends, Friend::build),
                parts.text(like.greeting),
                parts.text(like.favoriteFruit));
    }

    /** A friend of the person. */
    public record Friend(int id, String name) {
        /** One like another, of these parts. */
        static Friend build(Parts parts, Friend like) {
            return new Friend(like.id, parts.text(like.name));
        }
    }
}
