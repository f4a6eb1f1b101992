/** The object type User, made by `make objects` from `providers/objects/User.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** A user of a microblog with the names of 25 followers, of the study of Cassandra and Couchbase. */
export interface User {
  readonly username: string;
  readonly followers: readonly string[];
}

function reader({ list, record, text }: Kinds): Read<User> {
  const textList = list(text);
  return record<User>((of) => ({
    username: text(of.username, "username"),
    followers: textList(of.followers, "followers"),
  }));
}

export const type: ObjectType<User> = {
  name: "User",
  notIn: {},
  reader,
};
