/**
 * Who imports whom: the contract nothing, the model the contract, components the model, views all of it but engines,
 * which `trying` has; kinds nothing, objects and engines the kinds. Whoever wants an engine imports it as it is asked for.
 */

import { expect, it } from "vitest";

const SOURCES = import.meta.glob<string>(["./**/*.{ts,tsx}", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** What each folder may import beside itself; `.` is what lies in no folder. */
const ALLOWED: Record<string, readonly string[]> = {
  contract: [],
  model: ["contract"],
  components: ["contract", "model", ".", "preact", "hyparquet-writer"],
  trying: ["contract", "model", "engines", "objects", ".", "preact"],
  own: ["model"],
  views: ["contract", "model", "components", "trying", "own", ".", "styles", "preact"],
  kinds: [],
  objects: ["kinds"],
  engines: ["kinds", ".", "bson", "@rgrove"],
};

/** The folder that an import leads to, seen from a file of a folder. */
function target(path: string): string {
  if (!path.startsWith(".")) return path.split("/")[0] ?? path;
  return path.startsWith("./") ? "itself" : path.split("/").length === 2 ? "." : (path.split("/")[1] ?? "");
}

for (const [folder, allowed] of Object.entries(ALLOWED)) {
  it(`${folder} imports no more than it may`, () => {
    const files = Object.entries(SOURCES).filter(([name]) => name.startsWith(`./${folder}/`));
    expect(files).not.toEqual([]);
    const found = files.flatMap(([name, text]) =>
      [...text.matchAll(/from "([^"]+)"/g)]
        .map((match) => match[1] ?? "")
        .filter((path) => ![...allowed, "itself"].includes(target(path)))
        .map((path) => `${name} imports ${path}`),
    );
    expect(found).toEqual([]);
  });
}

it("components fetch nothing", () => {
  const fetching = Object.entries(SOURCES).filter(
    ([name, text]) => name.startsWith("./components/") && text.includes('"../data"'),
  );
  expect(fetching).toEqual([]);
});

it("nobody has an engine or an object type before it is asked for", () => {
  const early = /^import (?!type )[^;]*from "[^"]*\/(?:engines\/(?!registry")|objects\/)/m;
  const found = Object.entries(SOURCES).filter(
    ([name, text]) => !/^.\/(?:engines|objects)\//.test(name) && early.test(text),
  );
  expect(found.map(([name]) => name)).toEqual([]);
});

it("nobody has Try it or Your object before they are asked for", () => {
  const own = /^.\/(?:trying\/|own\/|views\/(?:Try|Tried|Asking|Requests|Own)\.tsx)/;
  const early =
    /^import (?!type )[^;]*"(?:[^"]*\/(?:trying|own)\/|\.\/(?:Try|Tried|Asking|Requests|Own)"|[^"]*(?:try|own)\.css)/m;
  const found = Object.entries(SOURCES).filter(([name, text]) => !own.test(name) && early.test(text));
  expect(found.map(([name]) => name)).toEqual([]);
});
