import { useEffect, useState } from "preact/hooks";
import type { Asked } from "../model/trying";
import { course } from "./course";
import { after, begun, ended, type Tried } from "./state";

/** The try that goes on or was last, and how one begins and ends. */
export interface Trying {
  readonly tried: Tried | undefined;
  readonly start: (asked: Asked) => void;
  readonly cancel: () => void;
}

// It belongs to the page and not to the view: who looks at another view meanwhile finds it again.
let tried: Tried | undefined;
let going: AbortController | undefined;
const watching = new Set<(tried: Tried | undefined) => void>();

/** The page's one try, which goes on while its view is not shown. It ends with the page. */
export function useTry(): Trying {
  const [shown, show] = useState(tried);
  useEffect(() => {
    watching.add(show);
    show(tried); // a step between the first paint and now
    return () => void watching.delete(show);
  }, []);
  return { tried: shown, start, cancel };
}

function become(next: Tried | undefined): void {
  tried = next;
  for (const show of watching) show(next);
}

function cancel(): void {
  going?.abort();
  become(tried && ended(tried, undefined, true));
}

function start(asked: Asked): void {
  going?.abort();
  const own = new AbortController();
  going = own;
  const change = (next: (last: Tried) => Tried) => {
    if (!own.signal.aborted && tried) become(next(tried));
  };
  become(begun(asked));
  course(asked, own.signal, (step) => change((last) => after(last, step)))
    .then(
      () => change((last) => ({ ...last, phase: "done" })),
      (error: unknown) => change((last) => ended(last, error, false)),
    )
    .finally(() => own.abort()); // what still runs beside it ends: the worker, bodies on their way
}
