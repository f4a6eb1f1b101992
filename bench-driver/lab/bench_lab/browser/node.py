"""Node with the page's own engines and loop: no page, no worker, no coarse clock."""

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

from bench_browser.page import program as chromium
from bench_driver.errors import SetupError

_BUILD = """
import { build } from "vite";
const entry = { held: "src/trying/held.ts", framed: "src/trying/framed.ts" };
const out = { target: "es2023", outDir: process.argv[1], emptyOutDir: true };
await build({ configFile: false, logLevel: "warn",
  build: { ...out, lib: { entry, formats: ["es"] } } });
"""
#: Orders come a line each, and so do answers; a file has bodies as the page fetches them.
_SCRIPT = """
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const { hold } = await import(`${process.argv[1]}/held.js`);
const { split } = await import(`${process.argv[1]}/framed.js`);
const read = (file) => split(new Uint8Array(readFileSync(file)).buffer);
let held;
console.log(JSON.stringify({ version: process.version, v8: process.versions.v8 }));
for await (const line of createInterface({ input: process.stdin })) {
  const { engine, type, file, lead, amount } = JSON.parse(line);
  const given = { kind: "hold", engine, type };
  if (engine) held = await hold({ ...given, bodies: read(file) }, 500, async () => {});
  console.log(JSON.stringify(engine ? {} : await held.slice(lead, amount)));
}
"""
_DO = "run `make web` at the repository's root"


def program() -> str:
    """The Node that `make web` installs, beside this Python."""
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    if (node := shutil.which("node", path=beside)) is None:
        raise SetupError("no Node is here", why="the comparison needs one", do=_DO)
    return node


def versions() -> list[str]:
    """Which Chromium and which Node are here."""
    commands = ([one, "--version"] for one in (chromium(), program()))
    said = (subprocess.run(one, check=True, capture_output=True, text=True) for one in commands)
    return [one.stdout.strip() for one in said]


def build(client: Path, folder: Path) -> str:
    """The page's loop and engines as modules for Node, in that folder; gives their digest."""
    if not (client / "node_modules" / "vite").is_dir():
        why = f"{client} has no node_modules"
        raise SetupError("the page's packages are missing", why=why, do=_DO)
    command = [program(), "--input-type=module", "-e", _BUILD, str(folder)]
    subprocess.run(command, cwd=client, check=True)
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
        """Parses this many uncounted, then this many: the median over blocks of 500, ns."""
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
        why = f"exit code {self._process.wait()}; it said why above"
        raise SetupError("Node ended", why=why, do="run `make web` anew")


@contextmanager
def started(modules: Path) -> Iterator[Node]:
    """One, until the block ends."""
    command = [program(), "--input-type=module", "-e", _SCRIPT, str(modules)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Node(process)
        finally:
            process.kill()
