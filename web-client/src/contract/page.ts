// Generated from docs/contract/page.yaml by contract.py; change that instead.

/** The sweeps of a store. */
export interface Sweeps {
  /** The driver's. */
  readonly version: string;
  /** The newest first. */
  readonly sweeps: readonly SweepLine[];
}

/** A sweep in a line. */
export interface SweepLine {
  readonly id: string;
  /** Its maker's own name for it. */
  readonly label: string | null;
  readonly preset: string;
  readonly state: "planned" | "running" | "complete" | "interrupted" | "failed";
  /** UTC, ISO 8601. */
  readonly planned_at: string;
  /** As planned. */
  readonly rounds: number | null;
  /** Whether it measured in groups; the page shows no other. */
  readonly in_groups: boolean;
  /** The answer's first. */
  readonly conditions: readonly string[];
  /** In the plan's order. */
  readonly consumers: readonly string[];
  readonly machine: string;
  readonly commit: string | null;
  /** Earlier sweeps that it can be compared with, the oldest first. */
  readonly baselines: readonly string[];
}

/** A sweep in groups, read. */
export interface Sweep {
  readonly id: string;
  /** What was measured, in a line. */
  readonly measured: string;
  readonly told: Told;
  /** What else a reader must know, a sentence each. */
  readonly notes: readonly string[];
  /** Ratios from 1 / (1 + margin) to 1 + margin are the same. */
  readonly margin: number;
  /** Each has a colour by its place. */
  readonly consumers: readonly string[];
  /** The answer's first. */
  readonly conditions: readonly Condition[];
  /** What the report says beside its answer. */
  readonly sections: readonly Section[];
}

/** The answer in sentences; empty where there is nothing to say. */
export interface Told {
  /** Who is faster, how often, by what ratios. */
  readonly answer: string;
  /** How contenders differ from themselves. */
  readonly itself: string;
  /** What disturbed the sweep. */
  readonly noise: string;
  /** What to do now. */
  readonly next: string;
}

/** What was measured under a condition. */
export interface Condition {
  readonly name: string;
  /** What it does with the bodies. */
  readonly says: string;
  /** Who is faster under it. */
  readonly sentence: string;
  /** How its figures are made and read. */
  readonly reading: string;
  /** Of its figures: ns an object, or objects a second. */
  readonly unit: "quiet ns" | "adjusted ns" | "p50 ns" | "objects/s";
  readonly pairs: readonly Pair[];
  /** Of the answer's condition: each cell of more than two contenders. */
  readonly ranked: readonly Ranking[];
  readonly itself: readonly Itself[];
}

/** Two contenders, and a row for each cell that they are compared on. */
export interface Pair {
  readonly baseline: string;
  readonly other: string;
  /** Whose figure is divided by whose; above 1 the baseline is faster. */
  readonly over: string;
  /** What the axis of the ratios says. */
  readonly axis: string;
  /** Whether they are of other engines or setups than the usual ones, and the sentence is of those. */
  readonly aside: boolean;
  readonly rows: readonly Row[];
}

/** The engines of a cell by their places. */
export interface Ranking {
  readonly object_type: string;
  readonly format: string;
  readonly operation: string;
  readonly condition: string;
  /** The fastest by its name. */
  readonly first: string;
  /** The fastest first. */
  readonly places: readonly Place[];
}

/** An engine among those of its cell. */
export interface Place {
  /** Shared where nothing is decided between one and the next. */
  readonly place: number;
  readonly name: string;
  readonly consumer: string;
  /** Its time; ns. */
  readonly shown: string;
  readonly ratio: MaybeInterval;
  /** Its time over that of the first. */
  readonly ratio_shown: string;
  readonly kind: Kind;
}

/** Two contenders on a cell. */
export interface Row {
  readonly object_type: string;
  readonly format: string;
  readonly operation: string;
  readonly condition: string;
  readonly baseline: Side;
  readonly other: Side;
  readonly ratio: MaybeInterval;
  readonly ratio_shown: string;
  readonly kind: Kind;
  /** The contender that the verdict names. */
  readonly faster: string | null;
  /** In words. */
  readonly verdict: string;
}

/** A contender of a row. */
export interface Side {
  readonly contender: string;
  readonly consumer: string;
  /** In the condition's unit. */
  readonly value: number | null;
  readonly shown: string;
  /** With its version. */
  readonly library: string | null;
  /** On all cores: what part of its threads' rate it reaches. */
  readonly scaling: string | null;
}

/** What may be said of the other contender, or of the second sweep; or why nothing is. */
export type Kind = "slower" | "faster" | "same" | "unresolved" | "too few rounds" | "not measured";

/** An estimate with its interval; of one round there are no ends. */
export interface Interval {
  readonly estimate: number;
  readonly rounds: number;
  readonly low?: number;
  readonly high?: number;
}

/** Null where no round has both. */
export type MaybeInterval = Interval | null;

/** A contender beside itself, half of its slices over the other half; 1 but for noise. */
export interface Itself {
  readonly object_type: string;
  readonly format: string;
  readonly operation: string;
  readonly condition: string;
  readonly contender: string;
  readonly consumer: string;
  readonly ratio: MaybeInterval;
  readonly ratio_shown: string;
  /** Whether the halves are the same within the margin. */
  readonly within: boolean;
}

/** Two sweeps beside each other. */
export interface Comparison {
  /** The baseline's id. */
  readonly first: string;
  readonly second: string;
  readonly margin: number;
  /** How many contenders are slower or faster. */
  readonly sentence: string;
  readonly notes: readonly string[];
  /** How the two columns of figures are headed. */
  readonly units: readonly string[];
  /** Contenders, then ratios of two. */
  readonly rows: readonly ComparedRow[];
  /** What else the two say differently of themselves. */
  readonly differing: readonly string[];
}

/** Second over first, of a contender's figure or of a ratio of two. */
export interface ComparedRow {
  readonly object_type: string;
  readonly format: string;
  readonly operation: string;
  readonly condition: string;
  readonly name: string;
  readonly contender: string;
  /** Of a ratio: its other side. */
  readonly baseline: string | null;
  /** ns an object; under cores, objects a second. */
  readonly first: number | null;
  readonly first_shown: string;
  readonly second: number | null;
  readonly second_shown: string;
  readonly ratio: MaybeInterval;
  readonly ratio_shown: string;
  readonly kind: Kind;
  readonly verdict: string;
}

/** The sweeps up to one that asked for the same things on the same machine. */
export interface Nights {
  readonly id: string;
  /** The oldest first. */
  readonly sweeps: readonly string[];
  /** Each has a colour by its place. */
  readonly consumers: readonly string[];
  /** Whether anybody looked for changes of level. */
  readonly looked: boolean;
  /** What is missing, and why. */
  readonly doubts: readonly string[];
  /** Changes of level that this night is the first to show. */
  readonly news: readonly string[];
  readonly lines: readonly Line[];
  readonly changes: Table;
}

/** A contender on a cell through the nights. */
export interface Line {
  readonly name: string;
  readonly contender: string;
  readonly consumer: string;
  readonly object_type: string;
  readonly format: string;
  readonly operation: string;
  readonly condition: string;
  /** What the values are, in words; ns an object. */
  readonly figure: string;
  /** The oldest first. */
  readonly nights: readonly Night[];
  readonly changes: readonly Change[];
}

/** A line's figure in a sweep, the median over rounds, and the least and greatest round; ns. */
export interface Night {
  readonly sweep: string;
  readonly planned_at: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

/** From this sweep on the level is another; means in ns. */
export interface Change {
  readonly sweep: string;
  readonly ratio: number;
  readonly before: number;
  readonly after: number;
  readonly p: number;
}

/** A section of the report. */
export interface Section {
  readonly anchor: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** What stands in a section, by its kind. */
export type Block = TextBlock | ItemsBlock | CodeBlock | TableBlock;

/** A paragraph; a lead must not be missed. */
export interface TextBlock {
  readonly kind: "text";
  readonly text: string;
  readonly lead: boolean;
}

/** A list. */
export interface ItemsBlock {
  readonly kind: "items";
  readonly items: readonly string[];
}

/** Commands. */
export interface CodeBlock {
  readonly kind: "code";
  readonly text: string;
}

/** A table, as Table has it. */
export interface TableBlock {
  readonly kind: "table";
  readonly caption: string;
  readonly head: readonly string[];
  readonly figures: readonly boolean[];
  readonly rows: readonly (readonly string[])[];
  readonly aside: boolean;
}

/** A table. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  /** Which columns hold figures. */
  readonly figures: readonly boolean[];
  readonly rows: readonly (readonly string[])[];
  /** Whether it is for those who ask, and closed at first. */
  readonly aside: boolean;
}

/** A sweep while it runs, or after it. */
export interface Live {
  /** The one that runs, else the one that was planned last; null in an empty store. */
  readonly sweep: LiveSweep | null;
}

/** How far a sweep is, and what it says so far. */
export interface LiveSweep {
  readonly id: string;
  readonly label: string | null;
  readonly preset: string;
  readonly state: "planned" | "running" | "complete" | "interrupted" | "failed";
  /** Whether it measures in groups; of no other are there figures here. */
  readonly in_groups: boolean;
  /** UTC, ISO 8601. */
  readonly planned_at: string;
  /** Which round runs, of how many; or how the sweep ended. */
  readonly round: string;
  /** What runs; empty where nothing does. */
  readonly now: string;
  /** Runs that have ended, well or not. */
  readonly made: number;
  /** Runs that are planned so far; a pilot's rounds are planned one after the other. */
  readonly planned: number;
  /** What part of it is made, by rounds. */
  readonly part: number;
  /** Seconds until its end, by how long rounds took; null before one has ended. */
  readonly left_s: number | null;
  /** The answer so far. */
  readonly sentence: string;
  /** What the ratios so far are worth; empty where there are none. */
  readonly worth: string;
  readonly margin: number;
  /** Each has a colour by its place. */
  readonly consumers: readonly string[];
  /** What the axis of the ratios says. */
  readonly axis: string;
  /** Those of the plan; their ratios are of whole rounds. */
  readonly rows: readonly LiveRow[];
  /** Each contender on each cell. */
  readonly figures: readonly LiveFigure[];
  readonly noise: LiveNoise;
  readonly health: LiveHealth;
}

/** Two contenders on a cell that decides; without a verdict, since there is none before the end. */
export interface LiveRow {
  readonly object_type: string;
  readonly format: string;
  readonly condition: string;
  readonly baseline: string;
  readonly other: string;
  /** The median of its slices' median windows so far, as they came; ns. */
  readonly baseline_shown: string;
  readonly other_shown: string;
  readonly ratio: MaybeInterval;
  /** With an interval from the third round on. */
  readonly ratio_shown: string;
}

/** A contender on a cell, so far. */
export interface LiveFigure {
  readonly object_type: string;
  readonly format: string;
  readonly condition: string;
  readonly contender: string;
  readonly consumer: string;
  /** How many did well. */
  readonly slices: number;
  /** The median of their median windows, as they came; ns. */
  readonly shown: string;
}

/** What disturbs. */
export interface LiveNoise {
  readonly sentence: string;
  /** Those that the system keeps counters for. */
  readonly rules: readonly LiveRule[];
  /** The last 240, in the order in which they were made. */
  readonly slices: readonly LiveSlice[];
}

/** A rule of steadiness.md, over slices together. */
export interface LiveRule {
  readonly rule: string;
  /** Whether it is over its limit in the last round. */
  readonly over: boolean;
  /** Its value over the last round's slices. */
  readonly round_shown: string;
  /** Its value over all slices. */
  readonly sweep_shown: string;
  readonly limit_shown: string;
}

/** A slice beside its like. */
export interface LiveSlice {
  /** When it ended: UTC, ISO 8601. */
  readonly at: string;
  readonly consumer: string;
  /** The contender, the cell and the round. */
  readonly name: string;
  /** Its median window over the median of the same contender's slices of the same cell so far. */
  readonly over_median: number;
}

/** Whether all is well. */
export interface LiveHealth {
  readonly well: boolean;
  readonly sentence: string;
  /** What to do about it; empty where nothing is. */
  readonly do: string;
  /** When it was last written to, as far as its runs say: UTC, ISO 8601. */
  readonly written_at: string;
  /** Why runs failed, how many, and which was the last; the latest reason first. */
  readonly failures: readonly string[];
}

/** The servers that Try it asks. */
export interface Servers {
  /** Consumers first. */
  readonly servers: readonly Server[];
}

/** A server, and what it said of itself. */
export interface Server {
  readonly name: string;
  readonly role: "consumer" | "provider";
  readonly runtime: string;
  /** Its origin. */
  readonly url: string;
  /** Whether it answers. */
  readonly up: boolean;
  /** Why it does not; empty where it does. */
  readonly why: string;
  /** The formats' defaults first. */
  readonly engines: readonly ServerEngine[];
  readonly object_types: readonly Variants[];
}

/** An engine of a server. */
export interface ServerEngine {
  readonly name: string;
  readonly library: string;
  readonly version: string;
  readonly format: string;
  /** Those that it reads. */
  readonly object_types: readonly string[];
}

/** How many different objects of a type there are. */
export interface Variants {
  readonly name: string;
  readonly variants: number;
}

/** RFC 9457. `type` is always about:blank; `code` is what a program reads. */
export interface Problem {
  readonly type: "about:blank";
  /** The status's usual phrase. */
  readonly title: string;
  readonly status: number;
  readonly code: "unknown_sweep" | "not_to_be_shown" | "store_unreadable" | "failed" | "misdirected" | "origin_not_allowed" | "method_not_allowed" | "not_found" | "unknown_server" | "machine_busy" | "server_unreachable" | "server_busy" | "server_refused" | "too_large";
  /** What happened. */
  readonly detail: string;
  readonly why: string;
  /** What to do about it. */
  readonly do: string;
}
