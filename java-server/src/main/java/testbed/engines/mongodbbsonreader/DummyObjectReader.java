package testbed.engines.mongodbbsonreader;

import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonType;
import testbed.objects.types.DummyObject;
import testbed.objects.types.DummyObject.Friend;

/** Reads a DummyObject. */
public final class DummyObjectReader {
    private DummyObjectReader() {}

    /** The next document. */
    public static DummyObject read(BsonReader reader) {
        String id = null;
        int index = 0;
        String guid = null;
        boolean isActive = false;
        double balance = 0;
        String picture = null;
        int age = 0;
        String eyeColor = null;
        String name = null;
        String gender = null;
        String company = null;
        String email = null;
        String phone = null;
        String address = null;
        String about = null;
        String registered = null;
        double latitude = 0;
        double longitude = 0;
        List<String> tags = null;
        List<Friend> friends = null;
        String greeting = null;
        String favoriteFruit = null;
        Fields fields = new Fields(reader, 22);
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "_id" -> {
                    fields.comes(0);
                    id = reader.readString();
                }
                case "index" -> {
                    fields.comes(1);
                    index = fields.int32();
                }
                case "guid" -> {
                    fields.comes(2);
                    guid = reader.readString();
                }
                case "isActive" -> {
                    fields.comes(3);
                    isActive = reader.readBoolean();
                }
                case "balance" -> {
                    fields.comes(4);
                    balance = fields.real();
                }
                case "picture" -> {
                    fields.comes(5);
                    picture = reader.readString();
                }
                case "age" -> {
                    fields.comes(6);
                    age = fields.int32();
                }
                case "eyeColor" -> {
                    fields.comes(7);
                    eyeColor = reader.readString();
                }
                case "name" -> {
                    fields.comes(8);
                    name = reader.readString();
                }
                case "gender" -> {
                    fields.comes(9);
                    gender = reader.readString();
                }
                case "company" -> {
                    fields.comes(10);
                    company = reader.readString();
                }
                case "email" -> {
                    fields.comes(11);
                    email = reader.readString();
                }
                case "phone" -> {
                    fields.comes(12);
                    phone = reader.readString();
                }
                case "address" -> {
                    fields.comes(13);
                    address = reader.readString();
                }
                case "about" -> {
                    fields.comes(14);
                    about = reader.readString();
                }
                case "registered" -> {
                    fields.comes(15);
                    registered = reader.readString();
                }
                case "latitude" -> {
                    fields.comes(16);
                    latitude = fields.real();
                }
                case "longitude" -> {
                    fields.comes(17);
                    longitude = fields.real();
                }
                case "tags" -> {
                    fields.comes(18);
                    tags = fields.list(BsonReader::readString);
                }
                case "friends" -> {
                    fields.comes(19);
                    friends = fields.list(DummyObjectReader::friend);
                }
                case "greeting" -> {
                    fields.comes(20);
                    greeting = reader.readString();
                }
                case "favoriteFruit" -> {
                    fields.comes(21);
                    favoriteFruit = reader.readString();
                }
                default -> throw fields.unknown();
            }
        }
        reader.readEndDocument();
        fields.end();
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
                tags,
                friends,
                greeting,
                favoriteFruit);
    }

    private static Friend friend(BsonReader reader) {
        int id = 0;
        String name = null;
        Fields fields = new Fields(reader, 2);
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "id" -> {
                    fields.comes(0);
                    id = fields.int32();
                }
                case "name" -> {
                    fields.comes(1);
                    name = reader.readString();
                }
                default -> throw fields.unknown();
            }
        }
        reader.readEndDocument();
        fields.end();
        return new Friend(id, name);
    }
}
