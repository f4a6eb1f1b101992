/** The object type PersonName, made by `make objects` from `providers/objects/PersonName.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** The smallest record that a service sends: a name, as the study of JSON and XML in transfer shows it. */
export interface PersonName {
  readonly firstname: string;
  readonly lastname: string;
}

function reader({ record, text }: Kinds): Read<PersonName> {
  return record<PersonName>((of) => ({
    firstname: text(of.firstname, "firstname"),
    lastname: text(of.lastname, "lastname"),
  }));
}

export const type: ObjectType<PersonName> = {
  name: "PersonName",
  notIn: {},
  reader,
};
