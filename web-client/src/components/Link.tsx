import type { ComponentChildren } from "preact";
import { type Address, query } from "../model/address";
import { go } from "../router";

interface Props {
  readonly to: Address;
  readonly current?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a state of the page; a plain click changes the state without loading the page anew. */
export function Link({ to, current = false, children }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={query(to)} aria-current={current ? "page" : undefined} onClick={follow}>
      {children}
    </a>
  );
}
