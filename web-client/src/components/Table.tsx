import type { ComponentChildren } from "preact";

/** A column: its heading, and what stands in it. */
export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => ComponentChildren;
  readonly figure?: boolean;
  /** Whether it is never broken where there is room. */
  readonly whole?: boolean;
  /** What a narrow screen shows in the first line of a row. */
  readonly title?: boolean;
}

interface Props<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly name: (row: T) => string;
}

/** A table; on a narrow screen each row is a block with a line for each column. The roles keep it a table there. */
export function Table<T>({ caption, columns, rows, name }: Props<T>) {
  return (
    <table class="rows" role="table">
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.head} role="columnheader" scope="col" class={column.figure ? "figure" : ""}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={name(row)} role="row">
            {columns.map((column) => (
              <td key={column.head} role="cell" data-head={column.head} class={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classOf<T>({ figure, whole, title }: Column<T>): string {
  return [figure && "figure", whole && "whole", title && "title"].filter(Boolean).join(" ");
}
