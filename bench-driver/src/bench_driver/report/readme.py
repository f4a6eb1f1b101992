"""The README's answer, made of a sweep in groups: a sentence, of each series a picture and a table, and where they come from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from ..analysis.grouped import headline
from ..analysis.grouped.facts import GroupedFacts
from ..analysis.grouped.headline import BY
from ..errors import ResultsError
from ..model.best import in_words
from ..stats.verdict import CLAIM_ROUNDS, PUBLISH_ROUNDS
from ..system import files
from .charts import svg, unchecked
from .document import Chart
from .documents import document, summary
from .grouped.answer import SAID_OF_BEST, SAID_OF_CHECKS, drawn
from .grouped.answer import headline as tables
from .grouped.best import choices
from .markdown import code, inline, line, markdown, table

#: What the answer stands between.
_BEFORE, _AFTER = "## The answer today\n", "**What is timed**"
#: Where its pictures and the whole summary are, from the repository's root.
PICTURES = Path("docs") / "results"
SUMMARY, OF_BEST, OF_MANY = (PICTURES / f"{name}.md" for name in ("summary", "summary-best", "summary-engines"))
_WIDTH = 100
#: A line after the first by which Markdown may end a paragraph.
_BLOCK = re.compile(r"\n(?:[-+*=#<>~|]|```|\d+[.)](?:\s|$))")


@dataclass(frozen=True)
class Answers:
    """A sweep of the defaults; one of the best, where there is one, and the one that chose them."""

    usual: GroupedFacts
    best: GroupedFacts | None = None
    many: GroupedFacts | None = None

    @property
    def summaries(self) -> dict[Path, GroupedFacts]:
        """The sweeps by where their whole summaries are."""
        every = {SUMMARY: self.usual, OF_BEST: self.best, OF_MANY: self.many}
        return {place: facts for place, facts in every.items() if facts}

    @property
    def series(self) -> list[GroupedFacts]:
        """What has a sentence, a picture and a table."""
        return [*self.usual.series, *([self.best] if self.best else [])]


def write(answers: Answers, root: Path) -> list[Path]:
    """Writes the answer into README.md, its pictures and the whole summaries into docs/results.

    Returns the files. ResultsError where README has no place for it.
    """
    file = root / "README.md"
    with files.explained(file):
        text = file.read_text()
    (root / PICTURES).mkdir(parents=True, exist_ok=True)
    contents: dict[Path, str] = {file: with_answer(text, answers)}
    for place, facts in answers.summaries.items():
        contents[root / place] = markdown(summary(facts, document(facts)))
    with unchecked():
        for made in (made for one in answers.series for made in drawn(one)[:1]):
            contents[root / _picture(made)] = svg({**made.spec, "background": "white"})
    for place, content in contents.items():
        files.write(place, content)
    return list(contents)


def with_answer(readme: str, answers: Answers) -> str:
    """The README with this answer in the place of the one that it has. ResultsError where it has none."""
    before, heading, rest = readme.partition(_BEFORE)
    _, after, end = rest.partition(_AFTER)
    if not heading or not after:
        why = f"the answer stands between {_BEFORE.strip()!r} and {_AFTER!r}, and one of the two is missing"
        raise ResultsError("README.md has no place for the answer", why=why, do="put both lines back")
    return f"{before}{heading}\n{_answer(answers)}\n\n{after}{end}"


def _answer(answers: Answers) -> str:
    facts = answers.usual
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
    headlines = " ".join(headline.of_quiet(one.title, one.first_rows, one_start=one.one_start) for one in facts.series)
    shown = [part for one in answers.series for part in _series(one)]
    about = [SAID_OF_CHECKS, f"{how} {origin}", *_of_best(answers), more]
    return "\n\n".join([_filled(line(headlines)), *map(_filled, _second(answers)), *shown, *map(_filled, about)])


def _second(answers: Answers) -> Iterator[str]:
    """The sentence on the best, and what the choice of a format and of a library makes."""
    if (one := answers.best) and one.rows:
        yield line(headline.of_quiet(one.title, one.first_rows, one_start=one.one_start))
    yield from map(line, choices(answers.many) if answers.many else ())


def _of_best(answers: Answers) -> Iterator[str]:
    """Where the figures of the best come from."""
    if one := answers.best:
        many = f"; [that sweep's summary]({OF_MANY.as_posix()})" if answers.many else ""
        command = code(str(one.sweep.about.get("command", "bench-driver sweep")))
        when = f"on {one.sweep.planned_at[:10]}, {one.rounds} rounds"
        links = f"([the whole summary]({OF_BEST.as_posix()}){many})"
        yield f"{SAID_OF_BEST} {line(in_words(one.best_of))} They were measured afresh by {command} {when} {links}."


def _series(facts: GroupedFacts) -> Iterator[str]:
    """The picture and the answer of a series."""
    with unchecked():
        yield from (f"![{facts.title}: each ratio as a dot on its interval]({_picture(made).as_posix()})" for made in drawn(facts)[:1])
    for made in tables(facts):
        yield _filled(f"{line(made.caption)}:")
        yield table(made.head, made.rows, text_columns=made.figures)


def _picture(made: Chart) -> Path:
    return PICTURES / f"{made.name}.svg"


def _filled(text: str) -> str:
    """A paragraph in lines; in one where another would begin a block, even within code."""
    made = fill(text, _WIDTH, break_on_hyphens=False, break_long_words=False)
    return text if _BLOCK.search(made) else made
