import { useCallback, useEffect, useState } from "preact/hooks";
import { Failed } from "./model/failed";

/** What was fetched last; while the next is on its way the last stays, so that nothing jumps. */
export interface Fetched<T> {
  readonly value: T | undefined;
  readonly failed: Failed | undefined;
  readonly busy: boolean;
  readonly again: () => void;
}

/** Fetches whenever the key changes; an empty key fetches nothing. */
export function useFetched<T>(key: string, fetch: () => Promise<T>): Fetched<T> {
  const [state, set] = useState<{ key: string; value?: T; failed?: Failed }>({ key: "" });
  const [tries, setTries] = useState(0);
  // The key stands for what is fetched; another try is one more.
  useEffect(() => {
    let wanted = key !== "";
    if (wanted) {
      fetch().then(
        (value) => wanted && set({ key, value }),
        (error: unknown) => wanted && set({ key, failed: asFailed(error) }),
      );
    }
    return () => {
      wanted = false;
    };
  }, [key, tries]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  return { value: state.value, failed: state.failed, busy: key !== state.key, again };
}

function asFailed(error: unknown): Failed {
  return error instanceof Failed ? error : new Failed("The page failed.", String(error), "Report this as a defect.");
}
