"""The linter of private terms: what it finds in prose and in programs, and what it passes over."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from .words import found, main


@pytest.mark.parametrize(
    "text",
    [
        "A row of\nthe made-up sweeps.",
        '    """Made-up\n    sweeps."""',
        'help="Draw made-up "\n    f"sweeps."',
        "/// of made-up\n/// sweeps",
        "/**\n * Made-up\n * sweeps.\n */",
        "# of made-up\n# sweeps",
    ],
)
def test_a_term_is_found_over_the_ends_of_lines_comments_and_literals(text: str) -> None:
    [(line, words, instead)] = found(text)
    assert (line, words.lower(), instead) == (
        1 + text[: text.lower().index("made")].count("\n"),
        "made-up sweeps",
        "simulated",
    )


def test_ordinary_english_is_no_finding() -> None:
    said = "It claims a place beside others for the night, so many that none is left, or else none."
    assert list(found(said)) == []


def test_a_checkout_with_a_term_fails_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.md").write_text("# A page\n\nAll quiet ns.\n")
    (tmp_path / "CHANGELOG.md").write_text("# Log\n\n## 2\n\nNew\n\n## 1\n\nAll quiet ns\n")
    (tmp_path / "docs" / "results").mkdir(parents=True)
    (tmp_path / "docs" / "results" / "old.md").write_text("All quiet ns.\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    assert main(tmp_path) == 1
    assert capsys.readouterr().out == "page.md:3: 'quiet ns': write ns\n"
    (tmp_path / "page.md").write_text("# A page\n")
    assert main(tmp_path) == 0
