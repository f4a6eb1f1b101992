"""Node with the page's own engines and loop: the same code without a page, a worker, or a coarse clock."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench_driver.browser.page import program as chromium
from bench_driver.errors import SetupError

_BUILD = """
import { build } from "vite";
const lib = { entry: { held: "src/trying/held.ts", framed: "src/trying/framed.ts" }, formats: ["es"] };
await build({ configFile: false, logLevel: "warn", build: { target: "es2023", outDir: process.argv[1], emptyOutDir: true, lib } });
"""
#: Orders come a line each, and so do answers; a file has bodies as the page fetches them.
_SCRIPT = """
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const { hold } = await import(`${process.argv[1]}/held.js`);
const { split } = await import(`${process.argv[1]}/framed.js`);
let held;
console.log(JSON.stringify({ version: process.version, v8: process.versions.v8 }));
for await (const line of createInterface({ input: process.stdin })) {
  const { engine, type, file, lead, amount } = JSON.parse(line);
  if (engine) held = await hold({ kind: "hold", engine, type, bodies: split(new Uint8Array(readFileSync(file)).buffer) }, 500, async () => {});
  console.log(JSON.stringify(engine ? {} : await held.slice(lead, amount)));
}
"""


def program() -> str:
    """The Node that `make web` installs, beside this Python."""
    found = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        raise SetupError("no Node is here", why="the comparison needs one", do="run `make web` at the repository's root")
    return found


def versions() -> list[str]:
    """Which Chromium and which Node are here. SetupError."""
    return [subprocess.run([one, "--version"], check=True, capture_output=True, text=True).stdout.strip() for one in (chromium(), program())]


def build(client: Path, folder: Path) -> str:
    """The page's loop and engines as modules for Node, in that folder; gives their digest. SetupError."""
    if not (client / "node_modules" / "vite").is_dir():
        raise SetupError("the page's packages are missing", why=f"{client} has no node_modules", do="run `make web` at the repository's root")
    subprocess.run([program(), "--input-type=module", "-e", _BUILD, str(folder)], cwd=client, check=True)
    return sha256(b"".join(file.read_bytes() for file in sorted(folder.glob("*.js")))).hexdigest()


class Node:
    """A Node that was just started."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.said = self._answer()

    def hold(self, engine: str, object_type: str, bodies: Path) -> None:
        """Has an engine and bodies ready."""
        self._ask({"engine": engine, "type": object_type, "file": str(bodies)})

    def slice(self, lead: int, amount: int) -> float:
        """Parses so many uncounted, then so many: the median over blocks of 500 of their mean, ns."""
        return float(self._ask({"lead": lead, "amount": amount})["ns"])

    def _ask(self, order: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout
        if line := self._process.stdout.readline():
            return dict(json.loads(line))
        raise SetupError("Node ended", why=f"exit code {self._process.wait()}; it said why above", do="run `make web` anew")


@contextmanager
def started(modules: Path) -> Iterator[Node]:
    """One, until the block ends."""
    command = [program(), "--input-type=module", "-e", _SCRIPT, str(modules)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Node(process)
        finally:
            process.kill()
