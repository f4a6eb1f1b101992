import { expect, it } from "vitest";
import type { SweepLine } from "../contract/page";
import { read } from "./address";
import { chosen, shown, unknownChoices, values } from "./choose";

const ROWS = ["JSON", "BSON"].flatMap((format) =>
  ["A", "B"].map((object_type) => ({ object_type, format, condition: "block" })),
);

function line(id: string, label: string | null, in_groups = true): SweepLine {
  const rest = { preset: "own", state: "complete", planned_at: "", rounds: 6, conditions: [], consumers: [] } as const;
  return { id, label, in_groups, ...rest, machine: "", commit: null, baselines: [] };
}

it("shows what both filters let through", () => {
  expect(shown(ROWS, read("?type=A&format=JSON"))).toEqual([ROWS[0]]);
  expect(shown(ROWS, read("?type=A"))).toHaveLength(2);
  expect(shown(ROWS, read(""))).toHaveLength(4);
  expect(shown(ROWS, read("?type=C"))).toEqual([]);
});

it("names the choices that nothing has", () => {
  expect(unknownChoices(ROWS, read("?type=A&format=JSON&condition=block"))).toEqual([]);
  expect(unknownChoices(ROWS, read("?type=C&format=YAML&condition=replay"))).toEqual([
    "object type C",
    "format YAML",
    "condition replay",
  ]);
});

it("names each value once, in order", () => {
  expect(values(ROWS, (row) => row.format)).toEqual(["JSON", "BSON"]);
});

it("finds the newest complete sweep where none is named, and another only where none is complete", () => {
  const interrupted = { ...line("c", null), state: "interrupted" as const };
  const sweeps = [line("d", null, false), interrupted, line("b", null), line("a", null)];
  expect(chosen({ version: "", served: true, sweeps }, "")?.id).toBe("b");
  expect(chosen({ version: "", served: true, sweeps }, "last")?.id).toBe("c");
  expect(chosen({ version: "", served: true, sweeps: sweeps.slice(0, 2) }, "")?.id).toBe("c");
});

it("finds a sweep by id, by label, or the newest in groups", () => {
  const known = {
    version: "",
    served: true,
    sweeps: [line("d", null, false), line("c", "x"), line("b", "x"), line("x", null)],
  };
  expect(chosen(known, "b")?.id).toBe("b");
  expect(chosen(known, "x")?.id).toBe("x");
  expect(chosen({ ...known, sweeps: known.sweeps.slice(0, 3) }, "x")?.id).toBe("c");
  expect(chosen(known, "last")?.id).toBe("c");
  expect(chosen(known, "")?.id).toBe("c");
  expect(chosen(known, "none")).toBeUndefined();
  expect(chosen({ version: "", served: true, sweeps: [] }, "")).toBeUndefined();
});
