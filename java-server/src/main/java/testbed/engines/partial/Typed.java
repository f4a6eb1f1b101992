package testbed.engines.partial;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.bson.codecs.pojo.annotations.BsonProperty;
import testbed.objects.excerpts.DummyExcerpt;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/** The records that have the fields of an excerpt alone, as libraries bind them: fields that they do not have are skipped. */
public sealed interface Typed {
    /** The record to bind, by the object type's. */
    Map<Class<?>, Class<? extends Typed>> RECORDS =
            Map.of(NumericObject.class, Numeric.class, DummyObject.class, Dummy.class);

    /** What was bound. */
    Record excerpt();

    /** Of a list it has one field of each item, and takes the fifth. */
    record Numeric(String id, int numbr, List<Point> coordinates) implements Typed {
        @Override
        public NumericExcerpt excerpt() {
            return new NumericExcerpt(
                    id,
                    numbr,
                    coordinates.size() > 4 ? (Double) coordinates.get(4).latitude() : null);
        }
    }

    /** An item of that list. */
    record Point(double latitude) {}

    /** Its fields stand at the top. */
    record Dummy(@JsonProperty("_id") @BsonProperty("_id") String id, int age, String favoriteFruit) implements Typed {
        @Override
        public DummyExcerpt excerpt() {
            return new DummyExcerpt(id, age, favoriteFruit);
        }
    }
}
