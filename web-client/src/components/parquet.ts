import { parquetWriteBuffer } from "hyparquet-writer";
import type { Saved, Value } from "../model/saved";

/** Rows as Parquet: a column of numbers has doubles, every other one texts or booleans; an unknown value is null. */
export function parquet({ heads, rows }: Saved): ArrayBuffer {
  const columnData = heads.map((name, place) => {
    const data = rows.map((row) => row[place] ?? null);
    return { name, data, type: typeOf(data), nullable: true };
  });
  return parquetWriteBuffer({ columnData });
}

function typeOf(values: readonly Value[]): "DOUBLE" | "BOOLEAN" | "STRING" {
  const known = values.find((value) => value !== null);
  return typeof known === "number" ? "DOUBLE" : typeof known === "boolean" ? "BOOLEAN" : "STRING";
}
