package testbed.engines.jaxb;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.List;
import testbed.objects.types.DummyObject;
import testbed.objects.types.DummyObject.Friend;

/** What becomes a DummyObject. */
@XmlRootElement(name = "DummyObject")
@XmlAccessorType(XmlAccessType.FIELD)
public final class DummyObjectMirror implements Mirror {
    @XmlElement(name = "_id")
    private String id;

    private int index;
    private String guid;
    private boolean isActive;
    private double balance;
    private String picture;
    private int age;
    private String eyeColor;
    private String name;
    private String gender;
    private String company;
    private String email;
    private String phone;
    private String address;
    private String about;
    private String registered;
    private double latitude;
    private double longitude;
    private List<String> tags;
    private List<FriendMirror> friends;
    private String greeting;
    private String favoriteFruit;

    @Override
    public DummyObject copy() {
        return new DummyObject(
                id,
                index,
                guid,
                isActive,
                balance,
                picture,
                age,
                eyeColor,
                name,
                gender,
                company,
                email,
                phone,
                address,
                about,
                registered,
                latitude,
                longitude,
                Lists.orEmpty(tags),
                Lists.copies(friends, FriendMirror::copy),
                greeting,
                favoriteFruit);
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    private static final class FriendMirror {
        private int id;
        private String name;

        Friend copy() {
            return new Friend(id, name);
        }
    }
}
