package testbed.objects.types;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import testbed.objects.MayBeAbsent;
import testbed.objects.Scales;

/**
 * A shop's order with its lines: nested records, numbers and texts as a service's API sends them.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Order.schema.json}.
 */
@Scales(
        field = "lines",
        lengths = {3, 130, 536, 2158})
public record Order(
        String id,
        long number,
        Status status,
        String placedAt,
        @MayBeAbsent String shippedAt,
        Customer customer,
        Address billing,
        @MayBeAbsent Address shipping,
        List<Line> lines,
        double total,
        String currency,
        @MayBeAbsent String giftMessage) {
    /** How far an order is. */
    public enum Status {
        @JsonProperty("new")
        NEW,
        @JsonProperty("paid")
        PAID,
        @JsonProperty("shipped")
        SHIPPED,
        @JsonProperty("delivered")
        DELIVERED,
        @JsonProperty("returned")
        RETURNED
    }

    /** Who orders. */
    public record Customer(
            int id, String name, String email, @MayBeAbsent String phone, boolean isCompany) {}

    /** Where something is sent. */
    public record Address(
            String street,
            String city,
            String postcode,
            String country,
            @MayBeAbsent String note) {}

    /** A position of an order. */
    public record Line(
            String sku,
            String title,
            int quantity,
            double unitPrice,
            @MayBeAbsent Double discount,
            List<String> tags) {}
}
