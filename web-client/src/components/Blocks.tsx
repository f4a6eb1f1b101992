import type { Block, Section, Table } from "../contract/page";
import { Told } from "./Told";

/** A section of the report. */
export function Part({ section }: { readonly section: Section }) {
  return (
    <section class="part" aria-labelledby={section.anchor}>
      <h2 id={section.anchor}>{section.title}</h2>
      <Blocks blocks={section.blocks} />
    </section>
  );
}

/** What stands in a section, in order. */
export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block, place) => (
        <One key={`${block.kind}${place}`} block={block} />
      ))}
    </>
  );
}

function One({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "text":
      return (
        <p class={block.lead ? "lead" : "prose"}>
          <Told text={block.text} />
        </p>
      );
    case "items":
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <Told text={item} />
            </li>
          ))}
        </ul>
      );
    case "code":
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case "table":
      return <Plain table={block} />;
  }
}

/** A table of the report as it came; one that is aside is closed at first. */
export function Plain({ table }: { readonly table: Table }) {
  if (table.rows.length === 0) return <p class="prose">{table.caption}: nothing.</p>;
  const made = (
    <div class="scroll" role="group" tabIndex={0} aria-label={table.caption}>
      <table>
        {!table.aside && <caption>{table.caption}</caption>}
        <thead>
          <tr>
            {table.head.map((name, place) => (
              <th key={name} scope="col" class={table.figures[place] ? "figure" : ""}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.join()}>
              {row.map((text, place) => (
                <td key={table.head[place]} class={kindOf(text, table.figures[place] === true)}>
                  <Told text={text} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  if (!table.aside) return made;
  return (
    <details>
      <summary>{table.caption}</summary>
      {made}
    </details>
  );
}

function kindOf(text: string, figure: boolean): string {
  return text.length > 40 ? "long" : figure ? "figure" : "";
}
