import { describe, expect, it } from "vitest";
import { firsts, type Parsing, slice, sliceOnce } from "./loop";

const BODIES = [1, 2, 3].map((byte) => new Uint8Array([byte]));

/** A clock that every parse moves on by so many ns, of the parse's number. */
function parsing(takes: (parse: number) => number, decode = (bytes: Uint8Array): object => ({ of: bytes[0] })) {
  const did = { parses: 0, ns: 0, pauses: 0 };
  const of: Parsing<object> = {
    decode: (bytes) => {
      did.ns += takes(did.parses++);
      return decode(bytes);
    },
    clock: () => did.ns / 1e6,
    window: 4,
    pause: async () => void did.pauses++,
  };
  return { of, did };
}

describe("a slice", () => {
  it("is the median over windows of their mean, after a warm-up of its own", async () => {
    const { of, did } = parsing((parse) => (parse < 3 + 5 ? 1000 : ([10, 90, 20][Math.floor((parse - 8) / 4)] ?? 0)));
    const found = await slice(of, firsts(of, BODIES), 5, 12);
    expect(found).toEqual({
      ns: expect.closeTo(20, 6),
      means: [10, 90, 20].map((ns) => expect.closeTo(ns, 6)),
      total_ns: expect.closeTo(480, 6),
      wall_ns: expect.closeTo(480, 6),
      lead_ns: expect.closeTo(1000, 6),
      compared: 12,
    });
    expect(did).toMatchObject({ parses: 3 + 5 + 12, pauses: 5 });
  });

  it("has objects beyond its last whole window, of which no mean is made", async () => {
    const { of } = parsing((parse) => (parse < 3 + 4 ? 10 : 1000));
    const found = await slice(of, firsts(of, BODIES), 0, 6);
    expect(found).toMatchObject({ ns: expect.closeTo(10, 6), total_ns: expect.closeTo(2040, 6), compared: 6 });
    expect(found.means).toHaveLength(1);
  });

  it("compares the last object of a body as well as the first", async () => {
    let count = 0;
    const { of } = parsing(
      () => 1,
      (bytes) => ({ of: count++ < 9 ? bytes[0] : 7 }),
    );
    await expect(slice(of, firsts(of, BODIES), 0, 8)).rejects.toThrow("became another object than at first");
  });

  it("ends where a body becomes another object than at first", async () => {
    let count = 0;
    const { of } = parsing(
      () => 1,
      () => ({ of: count++ }),
    );
    await expect(slice(of, firsts(of, BODIES), 0, 4)).rejects.toThrow("body 0 became another object than at first");
  });

  it("ends where the engine refuses", async () => {
    const { of } = parsing(
      () => 1,
      () => {
        throw new Error("no");
      },
    );
    expect(() => firsts(of, BODIES)).toThrow("no");
    await expect(slice(of, { bodies: BODIES, first: [] }, 0, 4)).rejects.toThrow("no");
  });

  it("of fewer objects than a window has the mean of all", async () => {
    const { of } = parsing((parse) => (parse < 3 ? 0 : 30));
    expect(await slice(of, firsts(of, BODIES), 0, 2)).toMatchObject({
      ns: expect.closeTo(30, 6),
      means: [],
      lead_ns: 0,
    });
  });
});

describe("a slice of bodies of its own", () => {
  const OWN = [1, 2, 3, 1, 2, 3, 1].map((byte) => new Uint8Array([byte]));

  it("parses each for the first time, and what it is compared with after the first window", async () => {
    const seen: number[] = [];
    const { of, did } = parsing(
      (parse) => (parse < 4 || parse >= 7 ? 10 : 1000),
      (bytes) => {
        seen.push(bytes[0] ?? 0);
        return { of: bytes[0] };
      },
    );
    const found = await sliceOnce(of, { bodies: [], first: [] }, 0, OWN, 3);
    expect(seen).toEqual([1, 2, 3, 1, 1, 2, 3, 2, 3, 1]);
    expect(found).toMatchObject({ total_ns: expect.closeTo(70, 6), lead_ns: 0, compared: 7 });
    expect(did.parses).toBe(7 + 3);
  });

  it("parses what is held before, if anything", async () => {
    const { of } = parsing((parse) => (parse < 3 ? 0 : parse < 3 + 5 ? 100 : 10));
    const held = firsts(of, BODIES);
    expect(await sliceOnce(of, held, 5, OWN, 3)).toMatchObject({
      lead_ns: expect.closeTo(100, 6),
      ns: expect.closeTo(10, 6),
    });
  });

  it("ends where a body becomes another object than its like", async () => {
    let count = 0;
    const { of } = parsing(
      () => 1,
      (bytes) => ({ of: count++ === 9 ? 7 : bytes[0] }),
    );
    await expect(sliceOnce(of, { bodies: [], first: [] }, 0, OWN, 3)).rejects.toThrow("body 6 became another object");
  });
});
