package testbed.objects.excerpts;

import com.fasterxml.jackson.annotation.JsonProperty;
import testbed.objects.types.DummyObject;

/** Of a person: who it is, a number, and its last text. */
public record DummyExcerpt(
        @JsonProperty("/_id") String id,
        @JsonProperty("/age") int age,
        @JsonProperty("/favoriteFruit") String favoriteFruit) {
    /** Takes it of a whole object. */
    public static DummyExcerpt of(DummyObject person) {
        return new DummyExcerpt(person.id(), person.age(), person.favoriteFruit());
    }
}
