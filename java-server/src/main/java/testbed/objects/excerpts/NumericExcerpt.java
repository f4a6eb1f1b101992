package testbed.objects.excerpts;

import com.fasterxml.jackson.annotation.JsonProperty;
import testbed.objects.MayBeNull;
import testbed.objects.types.NumericObject;

/** Of a track: who it is, a number, and where its fifth point lies. */
public record NumericExcerpt(
        @JsonProperty("/id") String id,
        @JsonProperty("/numbr") int numbr,
        @JsonProperty("/coordinates/4/latitude") @MayBeNull Double latitude) {
    /** Takes it of a whole object. */
    public static NumericExcerpt of(NumericObject track) {
        boolean isLongEnough = track.coordinates().size() > 4;
        return new NumericExcerpt(
                track.id(),
                track.numbr(),
                isLongEnough ? (Double) track.coordinates().get(4).latitude() : null);
    }
}
