/** The object type Polygon, made by `make objects` from `providers/objects/Polygon.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** A polygon with a hole, as GeoJSON writes one: lists of lists of pairs of doubles. */
export interface Polygon {
  readonly type: Geometry;
  readonly bbox: readonly number[];
  readonly coordinates: readonly (readonly (readonly number[])[])[];
}

const GEOMETRY = ["Polygon"] as const;

/** What a geometry is. */
export type Geometry = (typeof GEOMETRY)[number];

function reader({ double, list, oneOf, record }: Kinds): Read<Polygon> {
  const geometry = oneOf(GEOMETRY);
  const doubleList = list(double);
  const doubleListList = list(doubleList);
  const doubleListListList = list(doubleListList);
  return record<Polygon>((of) => ({
    type: geometry(of.type, "type"),
    bbox: doubleList(of.bbox, "bbox"),
    coordinates: doubleListListList(of.coordinates, "coordinates"),
  }));
}

export const type: ObjectType<Polygon> = {
  name: "Polygon",
  notIn: {
    XML: "nothing tells where an inner list of Polygon.coordinates ends",
  },
  reader,
};
