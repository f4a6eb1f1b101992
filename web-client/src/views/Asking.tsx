import { Choice } from "../components/Choice";
import { Count } from "../components/Count";
import type { Server, Servers } from "../contract/page";
import type { Address } from "../model/address";
import {
  type Asked,
  CONDITIONS,
  enginesOf,
  FEWEST,
  formatsOf,
  MOST,
  NOBODY,
  OBJECTS,
  providersOf,
  SLICES,
  WARMUPS,
} from "../model/trying";
import { grouped } from "../model/words";
import { go } from "../router";
import { engines, types } from "../trying/known";

interface Props {
  readonly address: Address;
  readonly known: Servers;
  readonly wanted: Asked;
  readonly running: boolean;
  readonly press: () => void;
  readonly again: () => void;
}

/** What shall be tried, and the button that begins and ends it. */
export function Asking({ address, known, wanted, running, press, again }: Props) {
  const set = (change: Partial<Address>) => go({ ...address, ...change });
  const plain = (names: readonly string[]) => names.map((name) => [name, name] as const);
  const provided = types.filter((name) => formatsOf(wanted.provider, name, engines).length > 0);
  const nobody = address.beside === NOBODY;
  const down = nobody ? [] : known.servers.filter((server) => server.role === "consumer" && !server.up);
  return (
    <form class="filters" aria-label="What is tried" onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled={running} aria-label="What is tried">
        <Choice label="Object type" value={wanted.type} options={plain(provided)} choose={(type) => set({ type })} />
        <Choice
          label="Format"
          value={wanted.format}
          options={plain(formatsOf(wanted.provider, wanted.type, engines))}
          choose={(format) => set({ format, engine: "", rust: "", java: "" })}
        />
        <Choice
          label="Condition"
          value={wanted.condition}
          options={plain(CONDITIONS)}
          choose={(condition) => set({ condition })}
        />
        <Choice
          label="Provider"
          value={wanted.provider.name}
          options={plain(providersOf(known).map((server) => server.name))}
          choose={(provider) => set({ provider })}
        />
        <Choice
          label="Browser's engine"
          value={wanted.engine}
          options={plain(engines(wanted.format))}
          choose={(engine) => set({ engine })}
        />
        {wanted.consumers.map(([server, engine]) => (
          <Choice
            key={server.name}
            label={`${server.name}'s engine`}
            value={engine}
            options={plain(enginesOf(server, wanted.type, wanted.format))}
            choose={(name) => set({ [server.runtime]: name })}
          />
        ))}
        <Choice
          label="Beside the browser"
          value={nobody ? NOBODY : ""}
          options={[
            ["", "the servers"],
            [NOBODY, "nobody"],
          ]}
          choose={(beside) => set({ beside })}
        />
        <Choice
          label="Warm-up"
          value={`${wanted.warmup}`}
          options={WARMUPS.map((count) => [count, count === "0" ? "none" : grouped(Number(count))] as const)}
          choose={(warmup) => set({ warmup })}
        />
        <Count
          label="Objects a slice"
          value={wanted.objects}
          least={FEWEST}
          most={MOST}
          usual={OBJECTS}
          choose={(objects) => set({ objects })}
        />
        <Choice
          label="Slices"
          value={`${wanted.slices}`}
          options={plain(SLICES)}
          choose={(slices) => set({ slices })}
        />
      </fieldset>
      <button
        type="button"
        class={running ? "press stop" : "press"}
        onClick={(event) => event.currentTarget.form?.reportValidity() && press()}
      >
        {running ? "Cancel" : "Start"}
      </button>
      {down.length > 0 && <Down servers={down} again={again} disabled={running} />}
    </form>
  );
}

/** Who is left out. */
function Down({
  servers,
  again,
  disabled,
}: {
  readonly servers: readonly Server[];
  readonly again: () => void;
  readonly disabled: boolean;
}) {
  return (
    <p class="soft down">
      {servers.map((server) => `${server.name} is left out: ${server.why || "it is another server"}. `)}
      Start the servers with make up.{" "}
      <button type="button" class="quiet" disabled={disabled} onClick={again}>
        Look again
      </button>
    </p>
  );
}
