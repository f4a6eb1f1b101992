"""The page of a study on real stores: each claim with its verdict, what was measured, what explains
it, what a killed primary loses, and how all of it was made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bench_driver import moment
from bench_driver.model.trials import Trial
from bench_driver.report import words
from bench_driver.report.document import Block, Document, Items, Section, Table, Text

from . import page
from .figures import FIGURES
from .runners import RUNNERS
from .trial_answers import Trials, answers
from .trial_plan import seconds
from .trial_study import TrialStudy, columns, named
from .verdicts import Answer

_READ = (
    "Measured is a ratio over the rounds of one run, each with pairs started from empty folders; "
    "all intervals of the claims are simultaneous at 95 %. A claim about times, CPU or memory "
    "holds where the whole interval lies 3 % or more on its side of 1, or, where the two are "
    "claimed to be equal, within 3 %. Bytes are counts: they are judged without a margin. Of "
    "several rows the one that speaks most against a claim decides it."
)


def document(study: TrialStudy, measured: Trials) -> Document:
    """All of it."""
    run, runner = measured.run, RUNNERS[study.runner]
    found = answers(study, study.claims, measured)
    sections = [
        Section("claims", "The claims", [Items([*said(found)]), Text(_READ)]),
        Section("measured", "What is measured", [page.table(found, "at")]),
        runner.explaining(study.cells(run.preset, "claims"), measured),
        Section("cells", "All cells", [cells(study, measured)]),
    ]
    if study.promises and any(one.part == "killed" for one in measured.every):
        promises = answers(study, study.promises, measured)
        lost: list[Block] = [Items([*said(promises)]), page.table(promises, "at")]
        lost += runner.faults(study.cells(run.preset, "killed"), measured)
        sections.append(Section("killed", "What the stores promise", lost))
    made = Section("made", "How it was made", [Items([*how(measured)])])
    by = f"{study.by}; answered by {run.id}, planned {run.planned_at[:10]}, preset {run.preset}"
    return Document(
        study.title, f"{by}, of {run.rounds} rounds", [*sections, page.about(study), made]
    )


def said(found: Iterable[Answer]) -> Iterable[str]:
    """Each claim with what becomes of it, and what explains the difference."""
    for one in found:
        explained = getattr(one.claim, "explained", "")
        yield f"{page.sentence(one)} {explained}".rstrip()


def cells(study: TrialStudy, measured: Trials) -> Table:
    """The medians of every cell, for those who ask."""
    runner, figures = RUNNERS[study.runner], FIGURES[study.runner]
    head = [f"{name}, {figures[name].unit}".removesuffix(", ") for name in runner.shown]
    lines = []
    for tags in study.cells(measured.run.preset, "claims"):
        medians = (_shown(measured.median("claims", tags, name)) for name in runner.shown)
        lines.append([*columns(tags, runner.columns), *medians])
    head = [*runner.columns, "cell", *head]
    return Table(head, lines, 3, "medians over rounds", aside=True)


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


def _shown(value: float | None) -> str:
    if value is None:
        return words.DASH
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
