"""The README's answer, made of a sweep in groups: a sentence, of each series a picture and a table, and where they come from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from ..analysis.grouped.facts import GroupedFacts
from ..analysis.grouped.headline import BY
from ..errors import ResultsError
from ..stats.verdict import CLAIM_ROUNDS, PUBLISH_ROUNDS
from ..system import files
from .charts import svg, unchecked
from .document import Chart
from .documents import document, summary
from .grouped.answer import SAID_OF_CHECKS, drawn, headline
from .markdown import code, inline, line, markdown, table

#: What the answer stands between.
_BEFORE, _AFTER = "## The answer today\n", "**What is timed**"
#: Where its pictures and the whole summary are, from the repository's root.
PICTURES, SUMMARY = Path("docs") / "results", Path("docs") / "results" / "summary.md"
_WIDTH = 100
#: A line after the first by which Markdown may end a paragraph.
_BLOCK = re.compile(r"\n(?:[-+*=#<>~|]|```|\d+[.)])")


def write(facts: GroupedFacts, root: Path) -> list[Path]:
    """Writes the answer into README.md, and its pictures and the whole summary into docs/results; returns the files. ResultsError where README has no place."""
    file = root / "README.md"
    with files.explained(file):
        text = file.read_text()
    (root / PICTURES).mkdir(parents=True, exist_ok=True)
    contents: dict[Path, str] = {file: with_answer(text, facts), root / SUMMARY: markdown(summary(facts, document(facts)))}
    with unchecked():
        contents |= {root / _picture(made): svg({**made.spec, "background": "white"}) for one in facts.series for made in drawn(one)[:1]}
    for place, content in contents.items():
        files.write(place, content)
    return list(contents)


def with_answer(readme: str, facts: GroupedFacts) -> str:
    """The README with this sweep's answer in the place of the one that it has. ResultsError where it has none."""
    before, heading, rest = readme.partition(_BEFORE)
    _, after, end = rest.partition(_AFTER)
    if not heading or not after:
        why = f"the answer stands between {_BEFORE.strip()!r} and {_AFTER!r}, and one of the two is missing"
        raise ResultsError("README.md has no place for the answer", why=why, do="put both lines back")
    return f"{before}{heading}\n{_answer(facts)}\n\n{after}{end}"


def _answer(facts: GroupedFacts) -> str:
    sweep, machine = facts.sweep, facts.sweep.about.get("machine", {})
    look = "" if facts.rounds >= PUBLISH_ROUNDS else "as a first look, "
    where = f"on {machine.get('cores', 'unknown')} cores of {machine.get('cpu', 'an unknown CPU')}"
    command = code(str(sweep.about.get("command", "bench-driver sweep")))
    when = f"{look}on {sweep.planned_at[:10]}: {facts.rounds} rounds."
    origin = f"The numbers come from {command} {inline(f'{where}, {when}')}"
    quiet = ", on a core that nobody else shares ([how](docs/methodology.md#a-quiet-core))" if facts.bases(facts.conditions[0]) == {"quiet"} else ""
    how = (
        f"A time is the parse time of one object, in ns{quiet}. A ratio is one of rounds; its interval is that of Student's t "
        f"over rounds, and all intervals of a series hold together with 95 %. A verdict takes {CLAIM_ROUNDS} rounds and a margin of {BY}."
    )
    waiting = f"what {' and '.join(map(inline, facts.beside))} adds, " if facts.beside else ""
    more = f"[The whole summary]({SUMMARY.as_posix()}) has {waiting}the versions, the flags, how sure each row is, and what disturbed the machine."
    shown = [part for one in facts.series for part in _series(one)]
    parts = [_filled(line(facts.answer)), *shown, _filled(SAID_OF_CHECKS), _filled(f"{how} {origin}"), _filled(more)]
    return "\n\n".join(parts)


def _series(facts: GroupedFacts) -> Iterator[str]:
    """The picture and the answer of a series."""
    with unchecked():
        yield from (f"![{facts.title}: each ratio as a dot on its interval]({_picture(made).as_posix()})" for made in drawn(facts)[:1])
    for made in headline(facts):
        yield _filled(f"{line(made.caption)}:")
        yield table(made.head, made.rows, text_columns=made.figures)


def _picture(made: Chart) -> Path:
    return PICTURES / f"{made.name}.svg"


def _filled(text: str) -> str:
    """A paragraph in lines; in one where another would begin a block, even within code."""
    made = fill(text, _WIDTH, break_on_hyphens=False, break_long_words=False)
    return text if _BLOCK.search(made) else made
