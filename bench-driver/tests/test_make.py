"""The end of `make test`, as whoever runs it sees it."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_part_that_fails_keeps_no_other_from_running_and_is_named_at_the_end() -> None:
    done = subprocess.run(
        ["make", "test-parts", "TESTS=none-such help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "make first" in done.stdout, "the part behind it ran"
    _, told = done.stderr.split("make test: FAILED: none-such\n")
    assert "No rule to make target" in told, "why stands at the end, too"


def test_parts_that_pass_are_said_to() -> None:
    done = subprocess.run(
        ["make", "test-parts", "TESTS=help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "make test: all of help passed" in done.stdout) == (0, True)
