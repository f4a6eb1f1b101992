/** The address as state: whoever changes it pushes an entry, so that back goes back. */

import { useEffect, useState } from "preact/hooks";
import { type Address, query, read } from "./model/address";

const CHANGED = "address-changed";

/** The state that the address says, now and whenever it changes. */
export function useAddress(): Address {
  const [address, set] = useState(() => read(location.search));
  useEffect(() => {
    const look = () => set(read(location.search));
    addEventListener("popstate", look);
    addEventListener(CHANGED, look);
    return () => {
      removeEventListener("popstate", look);
      removeEventListener(CHANGED, look);
    };
  }, []);
  return address;
}

/** Goes to a state. */
export function go(address: Address): void {
  history.pushState(null, "", query(address));
  dispatchEvent(new Event(CHANGED));
}
