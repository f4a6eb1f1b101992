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
    expect(found).toEqual({ ns: expect.closeTo(20, 6), lead_ns: expect.closeTo(1000, 6), compared: 3, counted: 9 });
    expect(did).toMatchObject({ parses: 3 + 5 + 12, pauses: 5 });
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
