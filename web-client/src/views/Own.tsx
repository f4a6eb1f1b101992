import { useMemo, useState } from "preact/hooks";
import { Copied } from "../components/Copied";
import { type Column, Table } from "../components/Table";
import { Told } from "../components/Told";
import { Failed } from "../model/failed";
import type { Row } from "../own/concluded";
import { commands, type Form, type OwnObject, ownObject } from "../own/object";
import { types } from "../trying/known";
import "../styles/own.css";

/** Characters of a document that its command brings along; a longer one is given as a file. */
const LONGEST = 64 * 1024;
/** Fields that a conversion names, of however many. */
const NAMED = 3;

// They belong to the page and not to the view: who looks at another view meanwhile finds them again.
const kept = { name: "Purchase", text: "" };

/** Your object: a pasted document, what is concluded of it, its bytes, and what to run. Nothing of it is sent anywhere. */
export function Own() {
  const [{ name, text }, set] = useState({ ...kept });
  const change = (part: Partial<typeof kept>) => set({ ...Object.assign(kept, part) });
  const made = useMemo(() => (text ? concluded(text, name) : undefined), [text, name]);
  return (
    <div aria-busy={false} class="own">
      <header class="answer" aria-live="polite">
        {made ? <Said name={name} made={made} /> : <h1 class="sentence">Your object: paste it below.</h1>}
      </header>
      <form aria-label="Your object" onSubmit={(event) => event.preventDefault()}>
        <p class="prose soft" id="stays">
          It stays in this page: your browser reads it, and sends it nowhere.
        </p>
        <label class="choice">
          <span>Name of the object type</span>
          <input
            value={name}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        </label>
        <label class="choice">
          <span>A JSON document: an object, or a list of objects</span>
          <textarea
            value={text}
            rows={10}
            autocomplete="off"
            spellcheck={false}
            aria-describedby="stays"
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        </label>
      </form>
      {made && !(made instanceof Failed) && <Concluded name={name} text={text} made={made} />}
    </div>
  );
}

function concluded(text: string, name: string): OwnObject | Failed {
  try {
    return ownObject(text, name, types);
  } catch (error) {
    if (error instanceof Failed) return error;
    throw error;
  }
}

function Said({ name, made }: { readonly name: string; readonly made: OwnObject | Failed }) {
  if (made instanceof Failed) {
    return (
      <>
        <h1 class="sentence">{capital(made.message)}.</h1>
        {made.why && <p>{capital(made.why)}.</p>}
        <p class="lead">
          <Told text={`${capital(made.todo)}.`} />
        </p>
      </>
    );
  }
  const carried = made.forms.flatMap(({ format, bytes }) =>
    bytes ? [`${grouped(bytes.length)} bytes as ${format}`] : [],
  );
  return (
    <h1 class="sentence">
      {name}: {carried.join(", ")}
      {made.forms.some(({ why }) => why) && ", not carried by XML"}.
    </h1>
  );
}

const FIELDS: readonly Column<Row>[] = [
  { head: "field", cell: (row) => row.field, title: true },
  { head: "concluded", cell: (row) => row.concluded },
  { head: "from", cell: (row) => row.evidence },
];
const FORMS: readonly Column<Form>[] = [
  { head: "format", cell: (form) => form.format, title: true },
  { head: "bytes", cell: (form) => (form.bytes ? grouped(form.bytes.length) : "none"), figure: true },
  { head: "why", cell: (form) => form.why && `${form.format} cannot carry it: ${form.why}` },
];

interface Props {
  readonly name: string;
  readonly text: string;
  readonly made: OwnObject;
}

function Concluded({ name, text, made: { samples, notes, forms } }: Props) {
  const [file, here] = commands(name, text, notes.options);
  const rows = notes.rows.filter((row) => !(/(\[\]|\.\*)$/.test(row.field) && row.concluded === "record"));
  return (
    <>
      <section aria-labelledby="run">
        <h2 id="run">What to run</h2>
        <p class="prose">
          In a checkout of the testbed. It builds both servers with the type, which takes minutes, has each library read
          it, and measures a round. With <code>--dry-run</code> it says what stands here, and writes nothing.
        </p>
        <div class="pair">
          <Copied title="The document in a file" text={file} />
          <Copied
            long
            title="The document in the command"
            text={text.length > LONGEST ? "" : here}
            none="It is too long for a command."
          />
        </div>
      </section>
      <section aria-labelledby="concluded">
        <h2 id="concluded">What is concluded</h2>
        {notes.choices.length > 0 && (
          <>
            <p class="lead">Yours to choose, by --field FIELD=WORD:</p>
            <ul>
              {notes.choices.map(({ field, why, words, proposal }) => (
                <li key={field + why}>
                  <strong>{field}</strong>: {why};{" "}
                  {words.map((word) => (word === proposal ? `${word} (proposed)` : word)).join(" or ")}
                </li>
              ))}
            </ul>
          </>
        )}
        {notes.conversions.size > 0 && (
          <>
            <p class="lead">Conversions, which --yes takes:</p>
            <ul>
              {[...notes.conversions].map(([what, fields]) => (
                <li key={what}>
                  {what}: {fields.slice(0, NAMED).join(", ")}
                  {fields.length > NAMED && ` and ${grouped(fields.length - NAMED)} more`}
                </li>
              ))}
            </ul>
          </>
        )}
        <Table
          caption={`Fields, from ${grouped(samples)} ${samples === 1 ? "sample" : "samples"}`}
          columns={FIELDS}
          rows={rows}
          name={(row) => row.field}
        />
      </section>
      <section aria-labelledby="bytes">
        <h2 id="bytes">Its bytes</h2>
        <p class="prose">
          The canonical object with your values. The command scrambles them: lengths stay, and each boolean is drawn
          anew, which is a byte more or less of JSON and XML.
        </p>
        <Table caption="Each format" columns={FORMS} rows={forms} name={(form) => form.format} />
        <details>
          <summary>The bytes themselves</summary>
          {forms.map(
            ({ format, shown }) => shown && <Copied key={format} long title={`${name} as ${format}`} text={shown} />,
          )}
        </details>
      </section>
    </>
  );
}

function grouped(count: number): string {
  return count.toLocaleString("en");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
