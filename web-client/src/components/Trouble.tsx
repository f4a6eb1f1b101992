import type { ComponentChildren } from "preact";
import { Told } from "./Told";

interface Props {
  readonly what: string;
  readonly why: string;
  readonly todo: string;
  readonly again?: () => void;
  readonly children?: ComponentChildren;
}

/** What happened, why, and what to do. */
export function Trouble({ what, why, todo, again, children }: Props) {
  return (
    <section class="trouble" role="alert">
      <h1 class="sentence">{what}</h1>
      {why && (
        <p>
          <Told text={why} />
        </p>
      )}
      {todo && (
        <p class="lead">
          <Told text={todo} />
        </p>
      )}
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
      {children}
    </section>
  );
}
