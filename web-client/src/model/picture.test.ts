import { expect, it } from "vitest";
import { type Dot, picture } from "./picture";
import { scaleOf } from "./scale";

const COLOURS = {
  ink: "#111",
  soft: "#777",
  paper: "#fff",
  grid: "#ddd",
  tone: (place: number) => (place === 1 ? "#f80" : "#00f"),
};
const DOTS: readonly Dot[] = [
  {
    name: "A & B as <JSON>",
    ratio: { estimate: 2, low: 1.8, high: 2.2, rounds: 10 },
    kind: "slower",
    colour: 1,
    shown: "2.00 (1.80 … 2.20)",
  },
  { name: "C", ratio: { estimate: 1, low: 0.9, high: 1.1, rounds: 10 }, kind: "unresolved", colour: undefined },
  { name: "D", ratio: null, kind: "not measured", colour: undefined },
];

function drawn(title = "Java over Rust"): string {
  const scale = scaleOf(
    DOTS.map((dot) => dot.ratio),
    0.03,
  );
  return picture(
    title,
    ["rust: serde_json 1.0", "An <old> CPU; sweep x"],
    DOTS,
    scale,
    0.03,
    "right of 1 Rust is faster",
    COLOURS,
  );
}

it("stands alone: a size, a paper, no word of a style sheet", () => {
  expect(drawn()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="960" height="212" /);
  expect(drawn()).toContain('<rect width="100%" height="100%" fill="#fff"/>');
  expect(drawn()).not.toMatch(/class=|var\(|style=/);
});

it("writes names so that they stay text", () => {
  expect(drawn()).toContain(">A &amp; B as &lt;JSON&gt;</text>");
});

it("gives each ratio its whisker and its shape, filled where it names somebody", () => {
  expect(drawn()).toMatch(/stroke="#f80" stroke-width="2"\/><path transform="translate\([\d.]+ 90\)" d="M-3.5 -5/);
  expect(drawn()).toMatch(/d="M0 -3.5[^"]+" fill="#fff" stroke="#777"/);
  expect(drawn().match(/stroke-width="2"/g)).toHaveLength(2);
});

it("says what it is of, by what and where, and each value at its mark", () => {
  expect(drawn()).toMatch(/"><title>Java over Rust<\/title><desc>rust: serde_json 1.0; An &lt;old&gt; CPU; sweep x</);
  expect(drawn()).toContain(">An &lt;old&gt; CPU; sweep x</text>");
  expect(drawn()).toContain(">2.00 (1.80 … 2.20)</text>");
});

it("writes a long title smaller, so that it fits", () => {
  expect(drawn("x".repeat(101))).toContain(`font-size="11" fill="#111">${"x".repeat(101)}<`);
});
