package testbed.objects.types;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import testbed.objects.MayBeAbsent;
import testbed.objects.Parts;
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
    /** One like another, of these parts. */
    public static Order build(Parts parts, Order like) {
        return new Order(
                parts.text(like.id),
                like.number,
                like.status,
                parts.text(like.placedAt),
                parts.text(like.shippedAt),
                Customer.build(parts, like.customer),
                Address.build(parts, like.billing),
                parts.record(like.shipping, Address::build),
                parts.list(like.lines, Line::build),
                like.total,
                parts.text(like.currency),
                parts.text(like.giftMessage));
    }

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
            int id, String name, String email, @MayBeAbsent String phone, boolean isCompany) {
        /** One like another, of these parts. */
        static Customer build(Parts parts, Customer like) {
            return new Customer(
                    like.id, parts.text(like.name), parts.text(like.email), parts.text(like.phone), like.isCompany);
        }
    }

    /** Where something is sent. */
    public record Address(
            String street,
            String city,
            String postcode,
            String country,
            @MayBeAbsent String note) {
        /** One like another, of these parts. */
        static Address build(Parts parts, Address like) {
            return new Address(
                    parts.text(like.street),
                    parts.text(like.city),
                    parts.text(like.postcode),
                    parts.text(like.country),
                    parts.text(like.note));
        }
    }

    /** A position of an order. */
    public record Line(
            String sku,
            String title,
            int quantity,
            double unitPrice,
            @MayBeAbsent Double discount,
            List<String> tags) {
        /** One like another, of these parts. */
        static Line build(Parts parts, Line like) {
            return new Line(
                    parts.text(like.sku),
                    parts.text(like.title),
                    like.quantity,
                    like.unitPrice,
                    parts.number(like.discount),
                    parts.list(like.tags, Parts::text));
        }
    }
}
