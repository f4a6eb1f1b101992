//! The object type `Order`, made by `make objects` from `providers/objects/Order.schema.json`.

use crate::{absent, enumeration, object, optional, record};

record! {
    /// A shop's order with its lines: nested records, numbers and texts as a service's API sends them.
    #[serde(rename_all = "camelCase")]
    pub struct Order {
        id: String,
        number: i64,
        status: Status,
        placed_at: String,
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        shipped_at: Option<String>,
        customer: Customer,
        billing: Address,
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        shipping: Option<Address>,
        #[serde(default = "absent")]
        lines: Vec<Line>,
        total: f64,
        currency: String,
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        gift_message: Option<String>,
    }
}

enumeration! {
    /// How far an order is.
    Status {
        New = "new",
        Paid = "paid",
        Shipped = "shipped",
        Delivered = "delivered",
        Returned = "returned",
    }
}

record! {
    /// Who orders.
    #[serde(rename_all = "camelCase")]
    pub struct Customer {
        id: i32,
        name: String,
        email: String,
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        phone: Option<String>,
        is_company: bool,
    }
}

record! {
    /// Where something is sent.
    pub struct Address {
        street: String,
        city: String,
        postcode: String,
        country: String,
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
}

record! {
    /// A position of an order.
    #[serde(rename_all = "camelCase")]
    pub struct Line {
        sku: String,
        title: String,
        quantity: i32,
        unit_price: f64,
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        discount: Option<f64>,
        #[serde(default = "absent")]
        tags: Vec<String>,
    }
}

object!(Order, {
    "id": Text,
    "number": Int64,
    "status": (one of Status),
    "placedAt": Text,
    "shippedAt": Text or absent,
    "customer": {
        "id": Int32,
        "name": Text,
        "email": Text,
        "phone": Text or absent,
        "isCompany": Boolean,
    },
    "billing": {
        "street": Text,
        "city": Text,
        "postcode": Text,
        "country": Text,
        "note": Text or absent,
    },
    "shipping": {
        "street": Text,
        "city": Text,
        "postcode": Text,
        "country": Text,
        "note": Text or absent,
    } or absent,
    "lines": [{
        "sku": Text,
        "title": Text,
        "quantity": Int32,
        "unitPrice": Double,
        "discount": Double or absent,
        "tags": [Text],
    }],
    "total": Double,
    "currency": Text,
    "giftMessage": Text or absent,
}, scales "lines" to [3, 130, 536, 2_158]);
