import { Loading } from "../components/Loading";
import { Failure, Trouble } from "../components/Trouble";
import type { Servers } from "../contract/page";
import type { Address } from "../model/address";
import { asked, providerOf } from "../model/trying";
import "../styles/try.css";
import { servers } from "../trying/fetched";
import { engines, types } from "../trying/known";
import { begun } from "../trying/state";
import { useTry } from "../trying/useTry";
import { useFetched } from "../useFetched";
import { Asking } from "./Asking";
import { Requests } from "./Requests";
import { Tried } from "./Tried";

/** Try it: the browser parses objects, and the two servers beside it. */
export function Try({ address }: { readonly address: Address }) {
  const known = useFetched<Servers>("servers", servers);
  const provider = known.value && providerOf(known.value, address.provider);
  if (known.failed) {
    return (
      <div aria-busy={known.busy}>
        <Failure of={known.failed} again={known.again} />
      </div>
    );
  }
  if (!known.value) return <Loading />;
  if (!provider) {
    return (
      <div aria-busy={known.busy}>
        <Trouble
          what="No server provides objects."
          why="Neither rust-provider nor java-provider answers."
          todo="Start the servers: `make up`. Then try again."
          again={known.again}
        />
      </div>
    );
  }
  const wanted = asked(address, known.value, provider, types, engines);
  return <Ready address={address} known={known.value} wanted={wanted} again={known.again} />;
}

interface ReadyProps {
  readonly address: Address;
  readonly known: Servers;
  readonly wanted: ReturnType<typeof asked>;
  readonly again: () => void;
}

function Ready({ address, known, wanted, again }: ReadyProps) {
  const { tried, start, cancel } = useTry();
  const shown = tried ?? begun(wanted);
  const running = tried?.phase === "fetching" || tried?.phase === "measuring";
  return (
    <div aria-busy={false} class="trying">
      <Asking
        address={address}
        known={known}
        wanted={wanted}
        running={running}
        press={() => (running ? cancel() : start(wanted))}
        again={again}
      />
      <Tried tried={shown} idle={tried === undefined} />
      <Requests sides={shown.sides} />
    </div>
  );
}
