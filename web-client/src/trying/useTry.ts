import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Asked } from "../model/trying";
import { course } from "./course";
import { after, begun, ended, type Tried } from "./state";

/** The try that goes on or was last, and how one begins and ends; it ends with the view. */
export interface Trying {
  readonly tried: Tried | undefined;
  readonly start: (asked: Asked) => void;
  readonly cancel: () => void;
}

export function useTry(): Trying {
  const [tried, set] = useState<Tried>();
  const going = useRef<AbortController>(undefined);
  const cancel = useCallback(() => {
    going.current?.abort();
    set((last) => last && ended(last, undefined, true));
  }, []);
  const start = useCallback((asked: Asked) => {
    going.current?.abort();
    const own = new AbortController();
    going.current = own;
    const change = (next: (last: Tried) => Tried) => {
      if (!own.signal.aborted) set((last) => last && next(last));
    };
    set(begun(asked));
    course(asked, own.signal, (step) => change((last) => after(last, step)))
      .then(
        () => change((last) => ({ ...last, phase: "done" })),
        (error: unknown) => change((last) => ended(last, error, false)),
      )
      .finally(() => own.abort()); // what still runs beside it ends: the worker, bodies on their way
  }, []);
  useEffect(() => () => going.current?.abort(), []);
  return { tried, start, cancel };
}
