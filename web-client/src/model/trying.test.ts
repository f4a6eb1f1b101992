import { describe, expect, it } from "vitest";
import type { Server } from "../contract/page";
import { read } from "./address";
import { alone, asked, between, curl, enginesOf, formatsOf, left, ns, providerOf, request, sentence } from "./trying";

const ENGINE = { library: "x", version: "1", object_types: ["DummyObject", "Polygon"] };
const ENGINES = [
  { ...ENGINE, name: "a", format: "JSON" },
  { ...ENGINE, name: "b", format: "JSON", object_types: ["DummyObject"] },
  { ...ENGINE, name: "c", format: "XML", object_types: ["DummyObject"] },
];

function server(name: string, role: Server["role"], up = true): Server {
  const said = {
    engines: up ? ENGINES : [],
    object_types: up
      ? [
          { name: "DummyObject", variants: 1024 },
          { name: "Polygon", variants: 8 },
        ]
      : [],
  };
  return { name, role, runtime: name.split("-")[0] ?? "", url: `http://${name}`, up, why: "", ...said };
}

const KNOWN = {
  servers: [
    server("rust-server", "consumer"),
    server("java-server", "consumer", false),
    server("rust-provider", "provider"),
  ],
};
const PROVIDER = KNOWN.servers[2] as Server;
const ask = (query: string) =>
  asked(read(`?view=try&${query.slice(1)}`), KNOWN, PROVIDER, ["DummyObject", "Polygon"], (format) => [
    `${format}-1`,
    `${format}-2`,
  ]);

describe("what is asked for", () => {
  it("is the first of everything where the address says nothing", () => {
    const { provider: _, consumers, ...rest } = ask("");
    expect(rest).toEqual({
      type: "DummyObject",
      format: "JSON",
      condition: "replay",
      engine: "JSON-1",
      objects: 5000,
      slices: 10,
      variants: 256,
      warmup: 20000,
    });
    expect(consumers.map(([one, engine]) => [one.name, engine])).toEqual([["rust-server", "a"]]);
  });

  it("is what the address says, where it is there", () => {
    const { engine, objects, slices, consumers } = ask("?engine=JSON-2&rust=b&objects=1000&slices=40");
    expect([engine, objects, slices, consumers[0]?.[1]]).toEqual(["JSON-2", 1000, 40, "b"]);
    expect(ask("?objects=2300&condition=block&warmup=0&slices=1&beside=nobody")).toMatchObject({
      objects: 2300,
      condition: "block",
      warmup: 0,
      slices: 1,
      consumers: [],
    });
    expect(ask("?engine=none&objects=0&slices=-1&condition=http&warmup=1&type=none&format=none")).toEqual(ask(""));
  });

  it("keeps to what a type has", () => {
    expect(ask("?type=Polygon&format=XML")).toMatchObject({ format: "JSON", variants: 8 });
    expect(formatsOf(PROVIDER, "Polygon", (format) => [format])).toEqual(["JSON"]);
    expect(formatsOf(PROVIDER, "Polygon", () => [])).toEqual([]);
    expect(enginesOf(PROVIDER, "Polygon", "JSON")).toEqual(["a"]);
    expect(enginesOf(undefined, "Polygon", "JSON")).toEqual([]);
  });

  it.each(["0", "-1", "1.5", "100001", "many", ""])("takes no %s for a number of objects", (objects) => {
    expect(ask(`?objects=${objects}`).objects).toBe(5000);
  });

  it("takes the provider that is named, or the first that answers", () => {
    expect(providerOf(KNOWN, "")?.name).toBe("rust-provider");
    const two = { servers: [...KNOWN.servers, server("java-provider", "provider")] };
    expect([providerOf(two, "java-provider")?.name, providerOf(two, "none")?.name]).toEqual([
      "java-provider",
      "rust-provider",
    ]);
    expect(providerOf({ servers: [server("rust-provider", "provider", false)] }, "")).toBeUndefined();
  });
});

it("the browser alone says how long its one slice took, or an object of many", () => {
  const found = { estimate: 2309.4, rounds: 10 };
  expect(alone(ask("?objects=2300&slices=1"), found, 5_311_620)).toBe("The browser parses 2,300 objects in 5.312 ms.");
  expect(alone(ask("?objects=1&slices=1"), found, 10_000)).toBe("The browser parses 1 object in 0.010 ms.");
  expect(alone(ask(""), found, 5_311_620)).toBe("The browser takes 2,309 ns an object.");
  expect(alone(ask(""), null, undefined)).toBe("");
});

it("a server fetches blocks where each object is requested anew", () => {
  const run = request(ask("?condition=block"), "", 0);
  expect(run).toMatchObject({ block: 500, warmup: 0, variants: 256 });
  expect(run).not.toHaveProperty("source");
});

it("a slice can be asked for by hand, also where a name has a quote", () => {
  const run = request(ask(""), "it's", 256);
  expect(run).toMatchObject({
    amount: 5000,
    warmup: 256,
    variants: 256,
    source: "replay",
    provider_url: "http://rust-provider",
  });
  const line = curl("http://here", run);
  expect(
    line.startsWith("curl -s http://here/triggerReqs -H 'Content-Type: application/json' -d '{\"amount\":5000,"),
  ).toBe(true);
  expect(line).toContain("it'\\''s");
  expect(request(ask(""), "", 1)).not.toHaveProperty("engine");
});

describe("the sentence", () => {
  const of = (estimate: number, low?: number, high?: number) => ({
    estimate,
    rounds: 2,
    ...(low !== undefined && { low }),
    ...(high !== undefined && { high }),
  });

  it("sets each beside the browser", () => {
    const said = sentence([
      ["Rust", of(0.42, 0.4, 0.44)],
      ["Java", of(1.3, 1.2, 12.345)],
    ]).replaceAll("\u00a0", " ");
    expect(said).toBe("Rust parses in 0.42 of the browser's time (0.40 to 0.44), Java in 1.30 (1.20 to 12.3).");
    expect(sentence([["Java", of(1.3)]])).toBe("Java parses in 1.30 times the browser's time.");
    expect(sentence([])).toBe("");
  });
});

it("figures are written as they are read", () => {
  expect([ns(2326.4), ns(87.654), ns(0.5)]).toEqual(["2,326", "87.7", "0.500"]);
  expect(between({ estimate: 2, rounds: 2, low: 1000, high: 2000 })).toBe("1,000 to 2,000");
  expect([between({ estimate: 2, rounds: 1 }), between(null)]).toEqual(["", ""]);
  expect([left(3.2), left(89), left(150)]).toEqual(["4 s", "89 s", "3 min"]);
});
