/** The object type Timeline, made by `make objects` from `providers/objects/Timeline.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** The newest 50 posts of those whom a user follows, of the study of Cassandra and Couchbase. */
export interface Timeline {
  readonly owner: string;
  readonly entries: readonly Entry[];
}

/** A post as a timeline has it. */
export interface Entry {
  readonly id: bigint;
  readonly author: string;
  readonly body: string;
}

function reader({ int64, list, record, text }: Kinds): Read<Timeline> {
  const entry = record<Entry>((of) => ({
    id: int64(of.id, "id"),
    author: text(of.author, "author"),
    body: text(of.body, "body"),
  }));
  const entryList = list(entry);
  return record<Timeline>((of) => ({
    owner: text(of.owner, "owner"),
    entries: entryList(of.entries, "entries"),
  }));
}

export const type: ObjectType<Timeline> = {
  name: "Timeline",
  notIn: {},
  reader,
};
