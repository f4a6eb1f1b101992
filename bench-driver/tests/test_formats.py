"""Formats are announced: what lists them by name is what docs/adding-a-format.md lists."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import yaml

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
#: Where a format may be named; and there what is made, or has its name for another reason: that of
#: the files that describe messages, and locks of the studies' stores.
OF_IT = [
    "*.rs",
    "*.java",
    "*.toml",
    "*.xml",
    "*.py",
    "*.in",
    "*.ts*",
    "*.yaml",
    "*.jinja",
    "Makefile",
]
NOT_OF_IT = [
    "*/messages/*",
    "*/protobufjava/*",
    "providers/schema/names.py",
    "providers/schema/proto.py",
    "providers/generate.py",
    "providers/object_types.py",
    # The price of its messages, which no other format has.
    "*/prices.toml",
    "*/benches/prices/*",
    "*/bench/Priced.java",
    "bench-driver/tests/*",
    "bench-driver/studies/bench_studies/stores/*",
]


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


def test_the_format_that_joined_last_is_named_only_where_the_page_says() -> None:
    contract = yaml.safe_load((ROOT / "docs" / "contract" / "openapi.yaml").read_text())
    last = contract["components"]["schemas"]["Format"]["enum"][-1]
    assert last not in USUAL
    page = (ROOT / "docs" / "adding-a-format.md").read_text()
    listed = [
        re.sub("<[A-Za-z]+>", "*", token) for token in re.findall(r"`([^`\s]+/[^`\s]+)`", page)
    ]
    where = "git", "grep", "-lie", last, "--", *OF_IT, *(f":!{name}" for name in NOT_OF_IT)
    files = subprocess.run(where, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [
        file
        for file in files.splitlines()
        if not any(Path(file).match(pattern) for pattern in listed)
    ] == []
