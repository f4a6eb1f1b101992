/** The object type Order, made by `make objects` from `providers/objects/Order.schema.json`. */

import { type Kinds, type ObjectType, optional, type Read } from "../kinds/read";

/** A shop's order with its lines: nested records, numbers and texts as a service's API sends them. */
export interface Order {
  readonly id: string;
  readonly number: bigint;
  readonly status: Status;
  readonly placedAt: string;
  readonly shippedAt: string | undefined;
  readonly customer: Customer;
  readonly billing: Address;
  readonly shipping: Address | undefined;
  readonly lines: readonly Line[];
  readonly total: number;
  readonly currency: string;
  readonly giftMessage: string | undefined;
}

const STATUS = ["new", "paid", "shipped", "delivered", "returned"] as const;

/** How far an order is. */
export type Status = (typeof STATUS)[number];

/** Who orders. */
export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | undefined;
  readonly isCompany: boolean;
}

/** Where something is sent. */
export interface Address {
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
  readonly note: string | undefined;
}

/** A position of an order. */
export interface Line {
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly discount: number | undefined;
  readonly tags: readonly string[];
}

function reader({ boolean, double, int32, int64, list, oneOf, record, text }: Kinds): Read<Order> {
  const status = oneOf(STATUS);
  const customer = record<Customer>((of) => ({
    id: int32(of.id, "id"),
    name: text(of.name, "name"),
    email: text(of.email, "email"),
    phone: optional(text, of.phone, "phone"),
    isCompany: boolean(of.isCompany, "isCompany"),
  }));
  const address = record<Address>((of) => ({
    street: text(of.street, "street"),
    city: text(of.city, "city"),
    postcode: text(of.postcode, "postcode"),
    country: text(of.country, "country"),
    note: optional(text, of.note, "note"),
  }));
  const textList = list(text);
  const line = record<Line>((of) => ({
    sku: text(of.sku, "sku"),
    title: text(of.title, "title"),
    quantity: int32(of.quantity, "quantity"),
    unitPrice: double(of.unitPrice, "unitPrice"),
    discount: optional(double, of.discount, "discount"),
    tags: textList(of.tags, "tags"),
  }));
  const lineList = list(line);
  return record<Order>((of) => ({
    id: text(of.id, "id"),
    number: int64(of.number, "number"),
    status: status(of.status, "status"),
    placedAt: text(of.placedAt, "placedAt"),
    shippedAt: optional(text, of.shippedAt, "shippedAt"),
    customer: customer(of.customer, "customer"),
    billing: address(of.billing, "billing"),
    shipping: optional(address, of.shipping, "shipping"),
    lines: lineList(of.lines, "lines"),
    total: double(of.total, "total"),
    currency: text(of.currency, "currency"),
    giftMessage: optional(text, of.giftMessage, "giftMessage"),
  }));
}

export const type: ObjectType<Order> = {
  name: "Order",
  notIn: {},
  reader,
};
