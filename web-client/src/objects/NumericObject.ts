/** The object type NumericObject, made by `make objects` from `providers/objects/NumericObject.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** A track of coordinates, mostly numbers. */
export interface NumericObject {
  readonly id: string;
  readonly index: number;
  readonly numbr: number;
  readonly coordinates: readonly Coordinate[];
}

/** A point of the track. */
export interface Coordinate {
  readonly timestamp: bigint;
  readonly latitude: number;
  readonly longitude: number;
}

function reader({ double, int32, int64, list, record, text }: Kinds): Read<NumericObject> {
  const coordinate = record<Coordinate>((of) => ({
    timestamp: int64(of.timestamp, "timestamp"),
    latitude: double(of.latitude, "latitude"),
    longitude: double(of.longitude, "longitude"),
  }));
  const coordinateList = list(coordinate);
  return record<NumericObject>((of) => ({
    id: text(of.id, "id"),
    index: int32(of.index, "index"),
    numbr: int32(of.numbr, "numbr"),
    coordinates: coordinateList(of.coordinates, "coordinates"),
  }));
}

export const type: ObjectType<NumericObject> = {
  name: "NumericObject",
  notIn: {},
  reader,
};
