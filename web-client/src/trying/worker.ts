/** The worker in which the browser's slices run; it does what it is told, one after the other, until it is terminated. */

import { type Held, hold, type Order, type Report, WINDOW } from "./held";

let held: Held | undefined;

async function done(order: Order): Promise<Report> {
  if (order.kind === "hold") {
    held = await hold(order, WINDOW, () => Promise.resolve());
    return { kind: "held", library: held.library };
  }
  if (!held) throw new Error("nothing is held yet");
  const parsed = order.kind === "once" ? held.once(order) : held.slice(order.lead, order.amount);
  return { kind: "sliced", ...(await parsed) };
}

addEventListener("message", ({ data }: MessageEvent<Order>) => {
  done(data)
    .catch((error: unknown): Report => ({
      kind: "failed",
      why: error instanceof Error ? error.message : String(error),
    }))
    .then((report) => postMessage(report));
});
