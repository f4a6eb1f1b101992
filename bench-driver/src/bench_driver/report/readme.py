"""The README's answer, made of a sweep: a sentence, of each series a picture and a table, and where
they come from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from ..analysis import headline
from ..analysis.facts import Facts
from ..errors import ResultsError
from ..model.best import in_words
from ..stats.verdict import PUBLISH_ROUNDS
from ..system import files
from .charts import unchecked
from .document import Chart
from .documents import document, summary
from .markdown import code, inline, line, markdown, table
from .pictures import origin_of, svg
from .sections.answer import headline as tables
from .sections.best_libraries import choices
from .sections.dots import drawn
from .sections.ranks import board

#: What the answer stands between.
_BEFORE, _AFTER = "## The answer today\n", "**What is timed**"
#: Where its pictures and the whole summary are, from the repository's root.
PICTURES = Path("docs") / "results"
SUMMARY, OF_BEST, OF_MANY = (
    PICTURES / f"{name}.md" for name in ("summary", "summary-best", "summary-engines")
)
_WIDTH, _NARROWEST = 100, 80
#: How sure factors of formats and libraries are, and where the intervals are.
_SURE = (
    "Factors without an interval are estimates; [the "
    f"ranking]({OF_MANY.as_posix()}#engines-ranked) compares each runtime's formats with intervals."
)
#: What the README's picture is of: texts, numbers and lists, as services send them.
_OBJECT = "DummyObject"
#: A line after the first by which Markdown may end a paragraph.
_BLOCK = re.compile(r"\n(?:[-+*=#<>~|]|```|\d+[.)](?:\s|$))")


@dataclass(frozen=True)
class Answers:
    """A sweep of the defaults; one of the best, where there is one, and the one that chose them."""

    usual: Facts
    best: Facts | None = None
    many: Facts | None = None

    @property
    def summaries(self) -> dict[Path, Facts]:
        """The sweeps by where their whole summaries are."""
        every = {SUMMARY: self.usual, OF_BEST: self.best, OF_MANY: self.many}
        return {place: facts for place, facts in every.items() if facts}

    @property
    def series(self) -> list[Facts]:
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
        contents[root / place] = markdown(summary(document(facts)))
    with unchecked():
        for one in answers.series:
            for made in drawn(one)[:1]:
                contents[root / _picture(made)] = svg(made, origin_of(one.sweep))
        if answers.many and (picture := _board(answers)):
            contents[root / _picture(picture)] = svg(picture, origin_of(answers.many.sweep))
    for place, content in contents.items():
        files.write(place, content)
    return list(contents)


def with_answer(readme: str, answers: Answers) -> str:
    """The README with this answer in the place of the one that it has.

    ResultsError where it has none.
    """
    before, heading, rest = readme.partition(_BEFORE)
    _, after, end = rest.partition(_AFTER)
    if not heading or not after:
        why = (
            f"the answer stands between {_BEFORE.strip()!r} and {_AFTER!r}, and one of the two is "
            "missing"
        )
        raise ResultsError(
            "README.md has no place for the answer", why=why, do="put both lines back"
        )
    return f"{before}{heading}\n{_answer(answers)}\n\n{after}{end}"


def _answer(answers: Answers) -> str:
    facts = answers.usual
    sweep, machine = facts.sweep, facts.sweep.about.get("machine", {})
    look = "" if facts.rounds >= PUBLISH_ROUNDS else "as a first look, "
    where = f"on {machine.get('cores', 'unknown')} cores of {machine.get('cpu', 'an unknown CPU')}"
    command = code(str(sweep.about.get("command", "bench-driver sweep")))
    when = f"{look}on {sweep.planned_at[:10]}: {facts.rounds} rounds."
    origin = f"The table: {command} {inline(f'{where}, {when}')}"
    quiet = (
        " on a core without [noisy neighbours](docs/methodology.md#a-quiet-core)"
        if facts.bases(facts.conditions[0]) == {"quiet"}
        else ""
    )
    how = (
        f"Times are ns for one object{quiet}, intervals 95 % and simultaneous ([how to read a "
        "row](docs/guide/row.md))."
    )
    waiting = f"what {' and '.join(map(inline, facts.beside))} adds, " if facts.beside else ""
    more = (
        f"[The whole summary]({SUMMARY.as_posix()}) has {waiting}the versions, the flags, how sure "
        "each row is, and what disturbed the machine."
    )
    headlines = " ".join(
        headline.of_quiet(one.title, one.first_rows, one_start=one.one_start)
        for one in facts.series
    )
    about = [" ".join([how, origin, *_of_best(answers), more])]
    return "\n\n".join(
        [
            *_drawn(answers),
            _filled(line(headlines)),
            *map(_filled, _second(answers)),
            *_tables(facts),
            *map(_filled, about),
        ]
    )


def _board(answers: Answers) -> Chart | None:
    """The picture of format, library and runtime, of the object type that is most like a record of
    a service.
    """
    return board(answers.many, _OBJECT) if answers.many else None


def _drawn(answers: Answers) -> Iterator[str]:
    with unchecked():
        if made := _board(answers):
            yield f"![{made.words}]({_picture(made).as_posix()})"


def _second(answers: Answers) -> Iterator[str]:
    """The sentence on the best, how far to trust both, and what the choice of a format and of a
    library makes.
    """
    best = answers.best if answers.best and answers.best.rows else None
    if best:
        yield line(headline.of_quiet(best.title, best.first_rows, one_start=best.one_start))
    first, second = f"**Trust**: {inline(str(answers.usual.trust))}", "The best libraries' sweep:"
    yield f"{first}. {second} {inline(str(best.trust))}." if best else f"{first}."
    if answers.many and (made := choices(answers.many)):
        yield f"{line(' '.join(made))} {_SURE}"


def _of_best(answers: Answers) -> Iterator[str]:
    """Where the figures of the best come from."""
    if one := answers.best:
        many = f", [that sweep's]({OF_MANY.as_posix()})" if answers.many else ""
        command = code(str(one.sweep.about.get("command", "bench-driver sweep")))
        yield (
            f"{line(in_words(one.best_of))} {command} measured them afresh "
            f"([summary]({OF_BEST.as_posix()}){many})."
        )


def _tables(facts: Facts) -> Iterator[str]:
    """The answer of the first series; of others the summary has it."""
    for made in tables(facts)[:1]:
        yield _filled(f"{line(made.caption)}:")
        yield table(made.head, made.rows, text_columns=made.figures)


def _picture(made: Chart) -> Path:
    return PICTURES / f"{made.name}.svg"


def _filled(text: str) -> str:
    """A paragraph in lines, none of which begins a block, as an option within code would."""
    for width in range(_WIDTH, _NARROWEST, -1):
        made = fill(text, width, break_on_hyphens=False, break_long_words=False)
        if not _BLOCK.search(made):
            return made
    return text
