/** The object type Row6, made by `make objects` from `providers/objects/Row6.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** A flat record of 6 short texts, the smaller one of the study of two MongoDB drivers. */
export interface Row6 {
  readonly a01: string;
  readonly a02: string;
  readonly a03: string;
  readonly a04: string;
  readonly a05: string;
  readonly a06: string;
}

function reader({ record, text }: Kinds): Read<Row6> {
  return record<Row6>((of) => ({
    a01: text(of.a01, "a01"),
    a02: text(of.a02, "a02"),
    a03: text(of.a03, "a03"),
    a04: text(of.a04, "a04"),
    a05: text(of.a05, "a05"),
    a06: text(of.a06, "a06"),
  }));
}

export const type: ObjectType<Row6> = {
  name: "Row6",
  notIn: {},
  reader,
};
