import type { ComponentChildren } from "preact";
import { Absent, type Failed } from "../model/failed";
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

/** What was thrown, and a button that asks again where that may help. */
export function Failure({ of, again }: { readonly of: Failed; readonly again: () => void }) {
  const may = of instanceof Absent ? {} : { again };
  return <Trouble what={of.message} why={of.why} todo={of.todo} {...may} />;
}
