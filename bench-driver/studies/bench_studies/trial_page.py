"""The page of a study on real stores: each claim with its verdict, what was measured, what explains
it, what a killed primary loses, and how all of it was made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from bench_driver import moment
from bench_driver.model.trials import Trial
from bench_driver.report import words
from bench_driver.report.document import Document, Items, Section, Table, Text

from . import page
from .drivers import rungs
from .figures import FIGURES
from .microblog import tables
from .trial_answers import Trials, answers
from .trial_plan import seconds
from .trial_study import Tags, TrialStudy, named
from .verdicts import Answer

_READ = (
    "Measured is a ratio over the rounds of one run, each with pairs started from empty folders; "
    "all intervals of the claims are simultaneous at 95 %. A claim about times, CPU or memory "
    "holds where the whole interval lies 3 % or more on its side of 1, or, where the two are "
    "claimed to be equal, within 3 %. Bytes are counts: they are judged without a margin. Of "
    "several rows the one that speaks most against a claim decides it."
)
_BYTES = (
    "Medians over rounds. On the link are all bytes of packets to the replica with their headers, "
    "where the pair has network namespaces, or the bytes within them that a relay counted. Beyond "
    "the document: what a store and its protocol add to the text of a document."
)
_OF_BYTES = ("document bytes", "link bytes", "payload bytes", "log bytes")
_KILLED = (
    "The primary and all its processes got SIGKILL while 16 clients inserted. Gone: acknowledged, "
    "and not there afterwards. A killed process is no power cut: what the system has in memory "
    "stays, so what fsync is for is not testable here. At most: the upper end of a one-sided "
    "interval of 95 % (Clopper and Pearson)."
)
#: Of a cell: what the page shows of its figures, and which of its tags have columns.
_SHOWN: Mapping[str, Sequence[str]] = {
    "replication": ("wall", "caught up", "acknowledged p50", "lag p50", "lag p99", "primary CPU",
                    "replica CPU", "client CPU", "primary memory", "replica memory",
                    "primary disk", "missing", "different"),
    "drivers": ("client CPU", "allocated", "peak memory", "event-loop delay", "wall", "server CPU",
                "server share"),
    "microblog": ("rate", "reached", "operations", "failed", "unknown", "gap", "visible p50",
                  "visible p99", "unseen", "generator CPU", "servers CPU", "servers memory",
                  "servers disk", "servers written", "acknowledged", "rows", "missing"),
}  # fmt: skip
_COLUMNS = {
    "replication": ("store", "form"),
    "drivers": ("store", "library"),
    "microblog": ("store", "model", "level"),
}


_Block = Items | Table | Text


def document(study: TrialStudy, measured: Trials) -> Document:
    """All of it."""
    run = measured.run
    found = answers(study, study.claims, measured)
    sections = [
        Section("claims", "The claims", [Items([*said(found)]), Text(_READ)]),
        Section("measured", "What is measured", [page.table(found, "at")]),
        _explaining(study, measured),
        Section("cells", "All cells", [cells(study, measured)]),
    ]
    if study.promises and any(one.part == "killed" for one in measured.every):
        promises = answers(study, study.promises, measured)
        lost: list[_Block] = [Items([*said(promises)]), page.table(promises, "at")]
        lost += _faults(study, measured)
        sections.append(Section("killed", "What the stores promise", lost))
    made = Section("made", "How it was made", [Items([*how(measured)])])
    by = f"{study.by}; answered by {run.id}, planned {run.planned_at[:10]}, preset {run.preset}"
    return Document(
        study.title, f"{by}, of {run.rounds} rounds", [*sections, page.about(study), made]
    )


def _explaining(study: TrialStudy, measured: Trials) -> Section:
    """What explains the figures of the claims."""
    if study.runner == "drivers":
        table = rungs.table(study.cells(measured.run.preset, "claims"), measured)
        return Section("rungs", "Driver against mapper", [table, Text(rungs.READ)])
    if study.runner == "microblog":
        times = tables.times(study.cells(measured.run.preset, "claims"), measured)
        used = Items([*tables.errors(measured), *tables.nodes(measured)])
        return Section("times", "How long operations take", [times, Text(tables.READ), used])
    table = bytes_of(study, measured)
    return Section("bytes", "What explains the bytes", [table, Text(_BYTES)])


def _faults(study: TrialStudy, measured: Trials) -> list[_Block]:
    """What faults took."""
    if study.runner == "microblog":
        table = tables.faults(study.cells(measured.run.preset, "killed"), measured)
        return [table, Text(tables.FAULTS)]
    return [killed(study, measured), Text(_KILLED)]


def said(found: Iterable[Answer]) -> Iterable[str]:
    """Each claim with what becomes of it, and what explains the difference."""
    for one in found:
        explained = getattr(one.claim, "explained", "")
        yield f"{page.sentence(one)} {explained}".rstrip()


def bytes_of(study: TrialStudy, measured: Trials) -> Table:
    """What a document takes on the link and in the log, and how much of it is its own."""
    lines = []
    for tags in study.cells(measured.run.preset, "claims"):
        own, link, payload, logged = (_median(measured, tags, name) for name in _OF_BYTES)
        if own is not None:
            beyond = [None if value is None else value - own for value in (link, payload, logged)]
            lines.append(
                [*_cell(study, tags), *(words.number(value) for value in (own, link, *beyond))]
            )
    head = ["store", "form", "cell", "document, B", "on the link", "beyond the document"]
    return Table([*head, "without headers", "in the log beyond it"], lines, 3)


def cells(study: TrialStudy, measured: Trials) -> Table:
    """The medians of every cell, for those who ask."""
    shown, figures = _SHOWN[study.runner], FIGURES[study.runner]
    head = [f"{name}, {figures[name].unit}".removesuffix(", ") for name in shown]
    lines = [
        [*_cell(study, tags), *(_shown(_median(measured, tags, name)) for name in shown)]
        for tags in study.cells(measured.run.preset, "claims")
    ]
    columns = [*_COLUMNS[study.runner], "cell"]
    return Table([*columns, *head], lines, 3, "medians over rounds", aside=True)


def killed(study: TrialStudy, measured: Trials) -> Table:
    """What a killed primary took with it, in all rounds."""
    lines = []
    for tags in study.cells(measured.run.preset, "killed"):
        sums = [
            measured.values("killed", tags, name) for name in ("acknowledged", "gone", "unasked")
        ]
        took = measured.values("killed", tags, "taken over")
        if took:
            counts = [f"{sum(each.values()):,.0f}" for each in sums]
            about = [str(tags["store"]), str(tags["acknowledgement"]), str(tags["way"])]
            lines.append([*about, f"{len(took)}", *counts, f"{median(took.values()):.2f}"])
    head = ["store", "acknowledged by", "then", "rounds", "acknowledged", "gone"]
    return Table([*head, "there, not acknowledged", "back after, s"], lines, 3)


def how(measured: Trials) -> Iterable[str]:
    """Versions, settings, machine, and what failed or lasted."""
    done = [one for one in measured.every if one.about]
    for one in done[-1:]:
        machine = one.about.get("machine", {})
        yield f"{machine.get('cpu')}, {machine.get('cores')} cores, {machine.get('system')}"
        yield f"the link: {one.about.get('link')}"
        yield from (f"{name}: {version}" for name, version in one.about.get("runtimes", {}).items())
    settings = {
        (one.about.get("title"), one.tags.get("acknowledgement")): one.about.get("settings", {})
        for one in done
    }
    for (title, acknowledgement), values in settings.items():
        listed = ", ".join(f"{name} {value}".rstrip() for name, value in values.items())
        by = f", acknowledged by {acknowledgement}" if acknowledgement else ""
        yield f"{title}{by}: {listed}"
    for one in measured.every:
        if one.problem:
            yield f"round {one.round}, {named(one.tags)}: {one.problem.get('what')}"
    whys = Counter((one.problem or {}).get("what", "their round was cut") for one in measured.void)
    for why, many in whys.items():
        yield f"{many} trials are void and were measured again, or are to be: {why}"
    if ended := measured.run.ended_at:
        yield f"planned {moment.minute(measured.run.planned_at)}, ended {moment.minute(ended)}"


def planned(study: TrialStudy, trials: Sequence[Trial], past: Sequence[Trial]) -> list[str]:
    """What a run would measure, a line each cell, and how long that takes."""
    first = [one for one in trials if one.round == 1]
    rounds, each = trials[-1].round, seconds(study, first, past)
    ordered = sorted(first, key=lambda one: (one.part, *map(str, one.tags.values())))
    many = f"{rounds} round{'s' if rounds > 1 else ''} of {len(first)} trials"
    lines = [f"{one.part}: {named(one.tags)}" for one in ordered]
    return [*lines, f"{many}, {each:.0f} s each: {rounds * each / 60:.0f} min"]


def _cell(study: TrialStudy, tags: Tags) -> list[str]:
    columns = _COLUMNS[study.runner]
    rest = {name: value for name, value in tags.items() if name not in columns}
    return [*(str(tags[name]) for name in columns), named(rest)]


def _median(measured: Trials, tags: Tags, figure: str) -> float | None:
    values = measured.values("claims", tags, figure)
    return median(values.values()) if values else None


def _shown(value: float | None) -> str:
    if value is None:
        return words.DASH
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
