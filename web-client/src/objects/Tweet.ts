/** The object type Tweet, made by `make objects` from `providers/objects/Tweet.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** A post of at most 140 characters, of the study of Cassandra and Couchbase. */
export interface Tweet {
  readonly id: bigint;
  readonly author: string;
  readonly body: string;
}

function reader({ int64, record, text }: Kinds): Read<Tweet> {
  return record<Tweet>((of) => ({
    id: int64(of.id, "id"),
    author: text(of.author, "author"),
    body: text(of.body, "body"),
  }));
}

export const type: ObjectType<Tweet> = {
  name: "Tweet",
  notIn: {},
  reader,
};
