package testbed.period;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import testbed.engines.jaxb.Mirror;
import testbed.objects.types.PersonName;

/** What becomes a PersonName. */
@XmlRootElement(name = "PersonName")
@XmlAccessorType(XmlAccessType.FIELD)
public final class PersonNameMirror implements Mirror {
    private String firstname;
    private String lastname;

    @Override
    public PersonName copy() {
        return new PersonName(firstname, lastname);
    }
}
