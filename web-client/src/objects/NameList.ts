/** The object type NameList, made by `make objects` from `providers/objects/NameList.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** A list of names: at 64KiB the large object of the transfer study. */
export interface NameList {
  readonly names: readonly Name[];
}

/** A person's name. */
export interface Name {
  readonly firstname: string;
  readonly lastname: string;
}

function reader({ list, record, text }: Kinds): Read<NameList> {
  const name = record<Name>((of) => ({
    firstname: text(of.firstname, "firstname"),
    lastname: text(of.lastname, "lastname"),
  }));
  const nameList = list(name);
  return record<NameList>((of) => ({
    names: nameList(of.names, "names"),
  }));
}

export const type: ObjectType<NameList> = {
  name: "NameList",
  notIn: {},
  reader,
};
