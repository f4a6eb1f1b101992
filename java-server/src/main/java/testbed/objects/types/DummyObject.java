package testbed.objects.types;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

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
    /** A friend of the person. */
    public record Friend(int id, String name) {}
}
