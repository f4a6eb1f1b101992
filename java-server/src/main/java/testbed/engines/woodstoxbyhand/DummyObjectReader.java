package testbed.engines.woodstoxbyhand;

import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import testbed.objects.types.DummyObject;
import testbed.objects.types.DummyObject.Friend;

/** Reads a DummyObject. */
public final class DummyObjectReader {
    private DummyObjectReader() {}

    /** What the element holds at whose start the reader stands. */
    public static DummyObject read(XMLStreamReader2 reader) throws XMLStreamException {
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
        List<String> tags = List.of();
        List<Friend> friends = List.of();
        String greeting = null;
        String favoriteFruit = null;
        Fields fields = new Fields(reader, 20);
        while (fields.next()) {
            switch (reader.getLocalName()) {
                case "_id" -> {
                    fields.comes(0);
                    id = reader.getElementText();
                }
                case "index" -> {
                    fields.comes(1);
                    index = reader.getElementAsInt();
                }
                case "guid" -> {
                    fields.comes(2);
                    guid = reader.getElementText();
                }
                case "isActive" -> {
                    fields.comes(3);
                    isActive = reader.getElementAsBoolean();
                }
                case "balance" -> {
                    fields.comes(4);
                    balance = fields.real();
                }
                case "picture" -> {
                    fields.comes(5);
                    picture = reader.getElementText();
                }
                case "age" -> {
                    fields.comes(6);
                    age = reader.getElementAsInt();
                }
                case "eyeColor" -> {
                    fields.comes(7);
                    eyeColor = reader.getElementText();
                }
                case "name" -> {
                    fields.comes(8);
                    name = reader.getElementText();
                }
                case "gender" -> {
                    fields.comes(9);
                    gender = reader.getElementText();
                }
                case "company" -> {
                    fields.comes(10);
                    company = reader.getElementText();
                }
                case "email" -> {
                    fields.comes(11);
                    email = reader.getElementText();
                }
                case "phone" -> {
                    fields.comes(12);
                    phone = reader.getElementText();
                }
                case "address" -> {
                    fields.comes(13);
                    address = reader.getElementText();
                }
                case "about" -> {
                    fields.comes(14);
                    about = reader.getElementText();
                }
                case "registered" -> {
                    fields.comes(15);
                    registered = reader.getElementText();
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
                    fields.comes(20);
                    tags = fields.list(XMLStreamReader2::getElementText);
                }
                case "friends" -> {
                    fields.comes(21);
                    friends = fields.list(DummyObjectReader::friend);
                }
                case "greeting" -> {
                    fields.comes(18);
                    greeting = reader.getElementText();
                }
                case "favoriteFruit" -> {
                    fields.comes(19);
                    favoriteFruit = reader.getElementText();
                }
                default -> throw fields.unknown();
            }
        }
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

    private static Friend friend(XMLStreamReader2 reader) throws XMLStreamException {
        int id = 0;
        String name = null;
        Fields fields = new Fields(reader, 2);
        while (fields.next()) {
            switch (reader.getLocalName()) {
                case "id" -> {
                    fields.comes(0);
                    id = reader.getElementAsInt();
                }
                case "name" -> {
                    fields.comes(1);
                    name = reader.getElementText();
                }
                default -> throw fields.unknown();
            }
        }
        fields.end();
        return new Friend(id, name);
    }
}
