/** Fetches what the contract describes, relative to the page, so that a static site works in any folder. */

import type { Comparison, Live, Nights, Problem, Sweep, Sweeps } from "./contract/page";
import { Absent, Failed } from "./model/failed";

/** Throws Absent where what was asked for is not there, else what was thrown. */
export function absent(what: string, who: string, todo: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Failed && error.status === 404)) throw error;
    throw new Absent(what, `This is a site of files: there is nobody who could ${who}.`, todo);
  };
}

export const fetched = {
  sweeps: () => get<Sweeps>("api/sweeps.json"),
  sweep: (id: string) => get<Sweep>(`api/sweep/${encodeURIComponent(id)}.json`),
  compared: (first: string, second: string) =>
    get<Comparison>(`api/compared/${encodeURIComponent(first)}/${encodeURIComponent(second)}.json`),
  live: () => get<Live>("api/live.json"),
  nights: (id: string) => get<Nights>(`api/nights/${encodeURIComponent(id)}.json`),
};

/** JSON of the server. */
export async function get<T>(path: string): Promise<T> {
  const response = await answered(path);
  return (await response.json().catch(() => {
    throw new Failed(
      "The server's answer cannot be read.",
      `${path} is no JSON, or was cut.`,
      "Try again; then look at what bench-driver serve says.",
    );
  })) as T;
}

/** An answer that is no error. */
export async function answered(path: string, init: RequestInit = {}): Promise<Response> {
  if (location.protocol === "file:") {
    throw new Failed(
      "The page was opened as a file.",
      "A browser lets no file read another.",
      "Serve its folder: python3 -m http.server",
    );
  }
  const response = await fetch(path, { cache: "no-cache", ...init }).catch((error: unknown) => {
    throw new Failed(
      "The server does not answer.",
      String(error instanceof Error ? error.message : error),
      "See that bench-driver serve still runs, then try again.",
    );
  });
  if (!response.ok) throw await refused(response, path);
  return response;
}

/** What the server says of it; a server of files says its status alone. */
async function refused(response: Response, path: string): Promise<Failed> {
  if (response.headers.get("content-type")?.startsWith("application/problem+json")) {
    const problem = (await response.json()) as Problem;
    return new Failed(sentence(problem.detail), sentence(problem.why), sentence(problem.do), response.status);
  }
  if (response.status !== 404) {
    return new Failed(
      "The server failed.",
      `It answers ${response.status} for ${path}.`,
      "See what it says of it.",
      response.status,
    );
  }
  return new Failed(
    "This is not part of the site.",
    `The server answers ${response.status} for ${path}.`,
    "Choose what the list of sweeps has.",
    response.status,
  );
}

function sentence(text: string): string {
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;
}
