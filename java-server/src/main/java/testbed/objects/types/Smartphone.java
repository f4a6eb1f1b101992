package testbed.objects.types;

import com.fasterxml.jackson.annotation.JsonProperty;

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
        @JsonProperty("Price") int price) {}
