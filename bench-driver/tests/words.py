"""The private terms of `words.toml`, found in all prose and programs: `python -m tests.words`.

Most of these terms are phrases, and a line's end may cut them. codespell's dictionary has single
words, and Vale reads no strings of programs.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TERMS: Mapping[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
#: Files that people write: their comments and messages are searched too.
_WRITTEN = (".md", ".py", ".rs", ".java", ".ts", ".tsx", ".jinja", ".toml", ".yaml", ".yml", "file")
#: Pages that commands write, and this linter's own files.
_LEFT_OUT = re.compile(r"docs/results/|bench-driver/tests/(test_)?words\.")
#: A gap between two words: blanks, marks of comments and quotations, ends of string literals.
_GAP = r"""(?:[\s#/*!>"'`]|\bf(?="))+"""


def found(text: str, terms: Mapping[str, str] = TERMS) -> Iterator[tuple[int, str, str]]:
    """Each private term in a text: its line, its words there, and what to write."""
    for term, instead in terms.items():
        pattern = rf"\b(?:{term.replace(' ', _GAP)})\b"
        for match in re.finditer(pattern, text, re.IGNORECASE):
            words = " ".join(re.split(_GAP, match[0]))
            yield text.count("\n", 0, match.start()) + 1, words, instead


def _latest(changelog: str) -> str:
    """The newest release's part; the words of older ones are history."""
    return "\n## ".join(changelog.split("\n## ")[:2])


def main(root: Path) -> int:
    """Prints what is found in a checkout's files."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True
    ).stdout
    many = 0
    for name in listed.splitlines():
        if not name.endswith(_WRITTEN) or _LEFT_OUT.match(name):
            continue
        text = (root / name).read_text()
        text = _latest(text) if name == "CHANGELOG.md" else text
        for line, words, instead in sorted(found(text)):
            print(f"{name}:{line}: {words!r}: write {instead}")
            many += 1
    print(f"{many} private terms", file=sys.stderr)
    return min(many, 1)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if sys.argv[1:] else ROOT))
