/** The object type LogLine, made by `make objects` from `providers/objects/LogLine.schema.json`. */

import { type Kinds, nullable, type ObjectType, optional, type Read } from "../kinds/read";

/** A line of a service's log, with the dotted names of the Elastic Common Schema, labels, and an error or null. */
export interface LogLine {
  readonly "@timestamp": string;
  readonly "log.level": Level;
  readonly message: string;
  readonly "service.name": string;
  readonly "service.version": string;
  readonly "host.ip": string;
  readonly "process.thread.id": number;
  readonly "trace.id": string | undefined;
  readonly "span.id": string | undefined;
  readonly "http.request.method": string;
  readonly "url.path": string;
  readonly "http.response.status_code": number | undefined;
  readonly "event.duration": bigint;
  readonly "event.success": boolean;
  readonly labels: ReadonlyMap<string, string>;
  readonly error: Failure | null;
}

const LEVEL = ["trace", "debug", "info", "warn", "error", "fatal"] as const;

/** How grave an event is. */
export type Level = (typeof LEVEL)[number];

/** What went wrong. */
export interface Failure {
  readonly type: string;
  readonly message: string;
  readonly frames: readonly string[];
}

function reader({ boolean, int32, int64, list, map, oneOf, record, text }: Kinds): Read<LogLine> {
  const level = oneOf(LEVEL);
  const textMap = map(text);
  const textList = list(text);
  const failure = record<Failure>((of) => ({
    type: text(of.type, "type"),
    message: text(of.message, "message"),
    frames: textList(of.frames, "frames"),
  }));
  return record<LogLine>((of) => ({
    "@timestamp": text(of["@timestamp"], "@timestamp"),
    "log.level": level(of["log.level"], "log.level"),
    message: text(of.message, "message"),
    "service.name": text(of["service.name"], "service.name"),
    "service.version": text(of["service.version"], "service.version"),
    "host.ip": text(of["host.ip"], "host.ip"),
    "process.thread.id": int32(of["process.thread.id"], "process.thread.id"),
    "trace.id": optional(text, of["trace.id"], "trace.id"),
    "span.id": optional(text, of["span.id"], "span.id"),
    "http.request.method": text(of["http.request.method"], "http.request.method"),
    "url.path": text(of["url.path"], "url.path"),
    "http.response.status_code": optional(int32, of["http.response.status_code"], "http.response.status_code"),
    "event.duration": int64(of["event.duration"], "event.duration"),
    "event.success": boolean(of["event.success"], "event.success"),
    labels: textMap(of.labels, "labels"),
    error: nullable(failure, of.error, "error"),
  }));
}

export const type: ObjectType<LogLine> = {
  name: "LogLine",
  notIn: {
    XML: "the name of LogLine.@timestamp is none that an element may have here",
  },
  reader,
};
