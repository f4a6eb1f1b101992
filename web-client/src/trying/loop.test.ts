import { describe, expect, it } from "vitest";
import { firsts, type Parsing, slice } from "./loop";

const BODIES = [1, 2, 3].map((byte) => new Uint8Array([byte]));

/** A clock that every parse moves on by so many ns, of the parse's number. */
function parsing(takes: (parse: number) => number, decode = (bytes: Uint8Array): object => ({ of: bytes[0] })) {
  const did = { parses: 0, ns: 0, pauses: 0 };
  const of: Parsing<object> = {
    decode: (bytes) => {
      did.ns += takes(did.parses++);
      return decode(bytes);
    },
    bodies: BODIES,
    clock: () => did.ns / 1e6,
    window: 4,
    pause: async () => void did.pauses++,
  };
  return { of, did };
}

describe("a slice", () => {
  it("is the median over windows of their mean, after a warm-up of its own", async () => {
    const { of, did } = parsing((parse) => (parse < 3 + 5 ? 1000 : ([10, 90, 20][Math.floor((parse - 8) / 4)] ?? 0)));
    const found = await slice(of, firsts(of), 5, 12);
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
    const found = await slice(of, firsts(of), 0, 6);
    expect(found).toMatchObject({ ns: expect.closeTo(10, 6), total_ns: expect.closeTo(2040, 6), compared: 6 });
    expect(found.means).toHaveLength(1);
  });

  it("compares the last object of a body as well as the first", async () => {
    let count = 0;
    const { of } = parsing(
      () => 1,
      (bytes) => ({ of: count++ < 9 ? bytes[0] : 7 }),
    );
    await expect(slice(of, firsts(of), 0, 8)).rejects.toThrow("became another object than at first");
  });

  it("ends where a body becomes another object than at first", async () => {
    let count = 0;
    const { of } = parsing(
      () => 1,
      () => ({ of: count++ }),
    );
    await expect(slice(of, firsts(of), 0, 4)).rejects.toThrow("body 0 became another object than at first");
  });

  it("ends where the engine refuses", async () => {
    const { of } = parsing(
      () => 1,
      () => {
        throw new Error("no");
      },
    );
    expect(() => firsts(of)).toThrow("no");
    await expect(slice(of, [], 0, 4)).rejects.toThrow("no");
  });
});
