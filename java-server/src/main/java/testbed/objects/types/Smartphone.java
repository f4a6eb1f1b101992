package testbed.objects.types;

import com.fasterxml.jackson.annotation.JsonProperty;
import testbed.objects.Parts;

/**
 * A product's record of 8 fields, of the study of replicated document stores.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Smartphone.schema.json}.
 */
public record Smartphone(
        @JsonProperty("Name") String name,
        @JsonProperty("Network") String network,
        @JsonProperty("Display") String display,
        @JsonProperty("CPU") String cpu,
        @JsonProperty("MemoryCard") String memoryCard,
        @JsonProperty("MainCamera") String mainCamera,
        @JsonProperty("Battery") String battery,
        @JsonProperty("Price") int price) {
    /** One like another, of these parts. */
    public static Smartphone build(Parts parts, Smartphone like) {
        return new Smartphone(
                parts.text(like.name),
                parts.text(like.network),
                parts.text(like.display),
                parts.text(like.cpu),
                parts.text(like.memoryCard),
                parts.text(like.mainCamera),
                parts.text(like.battery),
                like.price);
    }
}
