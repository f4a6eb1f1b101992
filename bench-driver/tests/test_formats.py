"""Formats are announced: what lists them by name is what docs/adding-a-format.md lists."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from bench_driver.model.formats import USUAL

ROOT = Path(__file__).resolve().parents[2]
#: Where a list of formats would be one more to change. What the past was like stays as it is.
LOOKED_AT = [
    *(
        f"bench-driver/{name}/*.py"
        for name in ("src", "builds", "load", "browser", "cluster", "lab")
    ),
    "bench-driver/studies/*.py",
    "web-client/src/*.ts*",
    "providers/*.py",
    ":!*/migrations/*",
    ":!*.test.ts",
]
#: Besides the driver's own list: bodies against guards, and the browser's engines.
OTHERS = {
    "bench-driver/src/bench_driver/model/formats.py",
    "bench-driver/lab/bench_lab/endure/guard_bodies.py",
    "bench-driver/lab/bench_lab/browser/round.py",
}


def test_no_file_lists_the_formats_anew() -> None:
    listed = "git", "ls-files", "--", *LOOKED_AT
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    quoted = re.compile("|".join(f"[\"']{name}[\"']" for name in USUAL))
    found = {
        file
        for file in files.splitlines()
        for line in (ROOT / file).read_text().splitlines()
        if len({*quoted.findall(line)}) == len(USUAL)
    }
    assert found <= OTHERS, "take the formats that servers announce, or USUAL of model/formats.py"
    assert "bench-driver/src/bench_driver/model/formats.py" in found
