/** The object type Smartphone, made by `make objects` from `providers/objects/Smartphone.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** A product's record of 8 fields, of the study of replicated document stores. */
export interface Smartphone {
  readonly Name: string;
  readonly Network: string;
  readonly Display: string;
  readonly CPU: string;
  readonly MemoryCard: string;
  readonly MainCamera: string;
  readonly Battery: string;
  readonly Price: number;
}

function reader({ int32, record, text }: Kinds): Read<Smartphone> {
  return record<Smartphone>((of) => ({
    Name: text(of.Name, "Name"),
    Network: text(of.Network, "Network"),
    Display: text(of.Display, "Display"),
    CPU: text(of.CPU, "CPU"),
    MemoryCard: text(of.MemoryCard, "MemoryCard"),
    MainCamera: text(of.MainCamera, "MainCamera"),
    Battery: text(of.Battery, "Battery"),
    Price: int32(of.Price, "Price"),
  }));
}

export const type: ObjectType<Smartphone> = {
  name: "Smartphone",
  notIn: {},
  reader,
};
