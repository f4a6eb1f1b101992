import { expect, it } from "vitest";
import { isBusy, remarks } from "./warnings";

const QUIET = { advice: [], noise: [] };
const fired = (rule: string, value: number) => ({ advice: [], noise: [{ rule, value, limit: 0.05 }] });

it("a machine is busy where a rule fired in half of the slices or more", () => {
  expect(isBusy([])).toBe(false);
  expect(isBusy([QUIET])).toBe(false);
  expect(isBusy([fired("cpu_pressure", 1)])).toBe(true);
  expect(isBusy([fired("cpu_pressure", 1), QUIET])).toBe(true);
  expect(isBusy([fired("cpu_pressure", 1), QUIET, QUIET])).toBe(false);
  expect(isBusy([fired("steal", 1), fired("throttled", 1), QUIET, QUIET, QUIET])).toBe(false);
  expect(isBusy([fired("jit", 1)])).toBe(false);
});

it("advice that differs in figures alone is said once, as it was last given", () => {
  const compiling = (ms: string) => ({ ...QUIET, advice: [`It was compiling, for ${ms} ms.`, "Run it again."] });
  expect(remarks([compiling("20"), compiling("3.5"), QUIET])).toEqual([
    { text: "It was compiling, for 3.5 ms.", slices: 2 },
    { text: "Run it again.", slices: 2 },
  ]);
  expect(remarks([QUIET])).toEqual([]);
});

it("a rule that fired is said with its greatest value, and in how many slices", () => {
  const said = remarks([fired("steal", 0.5), fired("steal", 0.063), fired("jit", 0.0512)]);
  expect(said.map(({ text, slices }) => [text.replaceAll("\u00a0", " "), slices])).toEqual([
    ["disturbed by steal, up to 50.0 % (limit 5.0 %)", 2],
    ["disturbed by jit, up to 5.1 % (limit 5.0 %)", 1],
  ]);
});
