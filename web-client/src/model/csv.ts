import type { Saved, Value } from "./saved";

/** Rows as CSV by RFC 4180: unchanged numbers, with a point and unrounded; an unknown one is an empty cell. */
export function csv({ heads, rows }: Saved): string {
  return `${[heads, ...rows].map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(value: Value): string {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
