/** What servers say against the slices that they answered. Pure. */

/** A rule that fired: its value is over its limit, both ratios. docs/contract/steadiness.md has the rules. */
export interface FiredRule {
  readonly rule: string;
  readonly value: number;
  readonly limit: number;
}

/** What a server says of a slice: what its figures are not good for, and the rules by which it was disturbed. */
export interface Warnings {
  readonly advice: readonly string[];
  readonly noise: readonly FiredRule[];
}

/** A sentence, and how many slices it was said of. */
export interface Remark {
  readonly text: string;
  readonly slices: number;
}

/** Others disturbed these slices. A slice is too short to be judged alone, so a rule counts that fired in half of them or more. */
export function isBusy(slices: readonly Warnings[]): boolean {
  const rules = new Set(slices.flatMap(({ noise }) => noise.map((one) => one.rule)));
  rules.delete("jit"); // the runtime itself compiles: no other program disturbs
  return [...rules].some((rule) => 2 * slices.filter(({ noise }) => fired(noise, rule)).length >= slices.length);
}

function fired(noise: readonly FiredRule[], rule: string): boolean {
  return noise.some((one) => one.rule === rule);
}

/** Each sentence once: advice that differs in figures alone as it was last given, a rule with its greatest value. */
export function remarks(slices: readonly Warnings[]): Remark[] {
  const sentences = new Map<string, Remark>();
  const add = (key: string, text: string) =>
    sentences.set(key, { text, slices: (sentences.get(key)?.slices ?? 0) + 1 });
  for (const text of slices.flatMap(({ advice }) => advice)) add(text.replaceAll(/\d[\d.,]*/g, "#"), text);
  const greatest = new Map<string, FiredRule>();
  for (const one of slices.flatMap(({ noise }) => noise)) {
    if (one.value >= (greatest.get(one.rule)?.value ?? 0)) greatest.set(one.rule, one);
    add(one.rule, disturbed(greatest.get(one.rule) ?? one));
  }
  return [...sentences.values()];
}

function disturbed({ rule, value, limit }: FiredRule): string {
  return `disturbed by ${rule}, up to ${percent(value)} (limit ${percent(limit)})`;
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)}\u00a0%`;
}
