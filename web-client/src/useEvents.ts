import { useCallback, useEffect, useState } from "preact/hooks";
import { Failed } from "./model/failed";

/** What was told last, also while the stream is lost; `lost` says since when it is. */
export interface Events<T> {
  readonly value: T | undefined;
  readonly lost: Date | undefined;
  readonly failed: Failed | undefined;
  readonly again: () => void;
}

interface State<T> {
  readonly value?: T;
  readonly lost?: Date | undefined;
  readonly failed?: Failed | undefined;
}

/**
 * A stream of events, each of which is the whole state. The browser itself asks again where the connection is lost; where the
 * server refuses, `ask` finds out why. Nothing is read while nobody looks at the page.
 */
export function useEvents<T>(path: string, ask: () => Promise<T>): Events<T> {
  const [state, set] = useState<State<T>>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    let source: EventSource | undefined;
    const tell = (next: (last: State<T>) => State<T>) => wanted && set(next);
    const ended = () => {
      tell((last) => ({ ...last, lost: last.lost ?? new Date() }));
      if (source?.readyState !== EventSource.CLOSED) return;
      ask().then(
        () => wanted && setTries((count) => count + 1),
        (failed: unknown) =>
          tell((last) => ({
            ...last,
            failed:
              failed instanceof Failed
                ? failed
                : new Failed("The page failed.", String(failed), "Report this as a defect."),
          })),
      );
    };
    const look = () => {
      source?.close();
      source = undefined;
      if (document.hidden) return;
      source = new EventSource(path);
      source.onopen = () => tell(({ value }) => (value === undefined ? {} : { value }));
      source.onmessage = (event) => tell(() => ({ value: JSON.parse(event.data) as T }));
      source.onerror = ended;
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      wanted = false;
      document.removeEventListener("visibilitychange", look);
      source?.close();
    };
  }, [path, tries]);
  const again = useCallback(() => {
    set((last) => ({ ...last, failed: undefined }));
    setTries((count) => count + 1);
  }, []);
  return { value: state.value, lost: state.lost, failed: state.failed, again };
}
