package testbed.engines.jaxb;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.List;
import testbed.objects.types.NumericObject;
import testbed.objects.types.NumericObject.Coordinate;

/** What becomes a NumericObject. */
@XmlRootElement(name = "NumericObject")
@XmlAccessorType(XmlAccessType.FIELD)
public final class NumericObjectMirror implements Mirror {
    private String id;
    private int index;
    private int numbr;
    private List<CoordinateMirror> coordinates;

    @Override
    public NumericObject copy() {
        return new NumericObject(id, index, numbr, Lists.copies(coordinates, CoordinateMirror::copy));
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    private static final class CoordinateMirror {
        private long timestamp;
        private double latitude;
        private double longitude;

        Coordinate copy() {
            return new Coordinate(timestamp, latitude, longitude);
        }
    }
}
