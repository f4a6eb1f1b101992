package testbed.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@link testbed.objects.types.DummyObject} as a class with public fields. A list of no elements is absent in XML. */
public final class DummyFields {
    @JsonProperty("_id")
    public String id;

    public int index;
    public String guid;
    public boolean isActive;
    public double balance;
    public String picture;
    public int age;
    public String eyeColor;
    public String name;
    public String gender;
    public String company;
    public String email;
    public String phone;
    public String address;
    public String about;
    public String registered;
    public double latitude;
    public double longitude;
    public List<String> tags = List.of();
    public List<Friend> friends = List.of();
    public String greeting;
    public String favoriteFruit;

    /** A friend of the person. */
    public static final class Friend {
        public int id;
        public String name;
    }
}
