"""The answer of a sweep in a sentence, and the verdict on each of its rows in words.

Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Literal

from ..model.best import KEY
from ..model.cell import Cell
from ..model.formats import USUAL as FORMATS
from ..model.reading import planned_contenders
from ..model.records import SweepRecord
from ..model.series import ENCODE
from ..stats.decision import MARGIN, MOST_ROUNDS
from ..stats.verdict import CLAIM_ROUNDS, PUBLISH_ROUNDS, too_few
from .phrases import span
from .ratios import Row

#: The margin, as people read it.
BY = f"{100 * MARGIN:g} %"
Kind = Literal["slower", "faster", "same", "unresolved", "too few rounds", "not measured"]
#: How rows that name nobody are counted.
_REST: dict[Kind, str] = {
    "same": f"the same within {BY}",
    "unresolved": "unresolved",
    "too few rounds": f"with fewer than the {CLAIM_ROUNDS} rounds that a claim needs",
    "not measured": "without a whole group",
}


def kind(row: Row) -> Kind:
    """What may be said of a row: of the other contender, or why nothing is."""
    if row.decision is None:
        return "not measured"
    few = row.decision.verdict == "unresolved" and row.decision.ratio.rounds < CLAIM_ROUNDS
    return "too few rounds" if few else row.decision.verdict


def said(row: Row, *, one_start: bool = False) -> str:
    """The verdict on a row.

    What was measured in one start of the processes is said of these alone.
    """
    found = kind(row)
    if found == "not measured" or row.decision is None:
        return "no whole group"
    if found in ("slower", "faster"):
        verdict = f"{row.sides[found == 'faster']} faster by {BY} or more"
    else:
        verdict = {
            "same": f"the same within {BY}",
            "too few rounds": too_few(row.decision.ratio.rounds),
        }.get(found) or _unresolved(row)
    return f"of these processes: {verdict}" if one_start and found != "too few rounds" else verdict


def _unresolved(row: Row) -> str:
    """How wide the interval is, and how many rounds it would take."""
    if row.decision is None:
        return ""
    if row.basis == "not alike":
        return "unresolved: one side met more noise"
    ratio, wanted = row.decision.ratio, row.decision.rounds_wanted
    width = 100 * ratio.half_width
    if wanted is None:
        return f"unresolved, ± {width:.1f} %, too near the margin for any number of rounds"
    rounds = rounds_wanted(row)
    more = f"would take {rounds} rounds" if rounds else "more than this machine can tell"
    return f"unresolved, ± {width:.1f} %, {more}"


def rounds_wanted(row: Row) -> int | None:
    """How many rounds an open row would take, as its words say it; None where they
    say no number.
    """
    if row.decision is None or kind(row) != "unresolved":
        return None
    wanted = row.decision.rounds_wanted
    return wanted if wanted is not None and wanted <= MOST_ROUNDS else None


def who_is_faster(rows: Sequence[Row], *, one_start: bool) -> str:
    """How often each contender is the faster one, by what ratios, and what is left."""
    if not rows:
        return "Fewer than two contenders were measured on the same objects, so nobody is compared."
    wins: dict[str, list[float]] = {}
    kinds = Counter(kind(row) for row in rows)
    for row in rows:
        if row.decision and (found := kind(row)) in ("slower", "faster"):
            estimate = row.decision.ratio.estimate
            times = estimate if found == "slower" else 1 / estimate
            wins.setdefault(str(row.sides[found == "faster"]), []).append(times)
    did = "wrote" if all(row.cell.operation == ENCODE for row in rows) else "parsed"
    told = [
        f"{name} {did} faster by {BY} or more in {len(times)} of {_rows(rows)} ({span(times)} "
        "times)"
        for name, times in _most(wins)
    ]
    left = [f"{kinds[name]} {words}" for name, words in _REST.items() if kinds[name]]
    first = "; ".join(told) if told else f"Nobody is called faster in {_rows(rows)}"
    whole = f"{first}{(', ' if told else ': ') if left else ''}{', '.join(left)}."
    return (
        f"Of these processes, which were started once, and of no others: {whole}"
        if one_start
        else whole
    )


def of_series(title: str, rows: Sequence[Row], *, one_start: bool) -> str:
    """The same of a series, which is named first."""
    said = who_is_faster(rows, one_start=one_start)
    return f"{title}, {said[0].lower()}{said[1:]}"


def of_quiet(title: str, rows: Sequence[Row], *, one_start: bool) -> str:
    """The same of the rows on a quiet core alone, and how many others there are."""
    quiet = [row for row in rows if row.basis == "quiet"]
    if not quiet and rows:
        return f"{title}, none of {_rows(rows)} is on a quiet core, so nobody is called faster."
    others = len(rows) - len(quiet)
    rest = (
        f" Not counted: {others} of {_rows(rows)}, because of noisy neighbours." if others else ""
    )
    return of_series(title, quiet, one_start=one_start) + rest


def _rows(rows: Sequence[Row]) -> str:
    return f"{len(rows)} row{'' if len(rows) == 1 else 's'}"


def _most(wins: Mapping[str, Sequence[float]]) -> list[tuple[str, Sequence[float]]]:
    return sorted(wins.items(), key=lambda item: -len(item[1]))


def groups_lost(failed: Mapping[Cell, int], whole: int) -> str:
    """How many groups failed; empty where none did."""
    lost = sum(failed.values())
    return f"{lost} of {lost + whole} groups failed and count nowhere." if lost else ""


def cores(rows: Sequence[Row]) -> str:
    """What it means that rows are busy or uneven; empty where none is."""
    bases = Counter(row.basis for row in rows)
    found = {
        "Busy ({}): too few rounds had a quiet core, so these verdicts are of this sweep.": "with "
        "neighbours",
        "Uneven ({}): one side had a quiet core far more often, so there is no verdict.": "not "
        "alike",
    }
    told = {basis: f"{bases[basis]} of {_rows(rows)}" for basis in bases}
    return " ".join(words.format(told[basis]) for words, basis in found.items() if basis in told)


def checked(rows: Sequence[Row], ordered: Sequence[bool], drifted: Sequence[bool]) -> list[str]:
    """A sentence for each check that found something; `ordered` and `drifted` say of which rows."""
    sides = (
        ("The order within a group moves", ordered),
        ("The ratio drifts through the rounds", drifted),
    )
    return [
        f"{words}: "
        f"{', '.join(row.cell.in_series for row, seen in zip(rows, found, strict=True) if seen)}."
        for words, found in sides
        if any(found)
    ]


def only(rows: Sequence[Row]) -> str:
    """The options that sweep the objects of these rows alone; none where some come in sizes."""
    if any(row.cell.size for row in rows):
        return ""
    types = dict.fromkeys(row.cell.object_type for row in rows)
    formats = dict.fromkeys(row.cell.format for row in rows)
    return f" --object-type {','.join(types)} --format {','.join(formats)}"


def _same(sweep: SweepRecord, rows: Sequence[Row]) -> str:
    """The options that sweep all again, where a sweep without any would leave formats or codings
    out.
    """
    coded = ",".join(filter(None, dict.fromkeys(one.coding for one in planned_contenders(sweep))))
    if all(row.cell.format in FORMATS for row in rows) and not coded:
        return ""
    return only(rows) + (coded and f" --coding {coded}")


def minutes(sweep: SweepRecord, rounds: int, part: float = 1) -> str:
    """How long this many rounds of a part of a sweep take, by the rounds that it made."""
    seconds = list(((sweep.about.get("stopping") or {}).get("seconds") or {}).values())
    return f", some {max(1, round(part * rounds * median(seconds) / 60))} min" if seconds else ""


def next_steps(
    sweep: SweepRecord, rows: Sequence[Row], earlier: str | None, *, disturbed: bool
) -> list[str]:
    """What to do now: go on where the sweep was cut; else compare with the sweep before, or measure
    more.
    """
    if sweep.state != "complete":
        return [sweep.resumption]
    most = max((row.decision.ratio.rounds for row in rows if row.decision), default=0)
    least = PUBLISH_ROUNDS if most < PUBLISH_ROUNDS else 0
    open_ = [row for row in rows if rounds_wanted(row)]
    rounds = max([least, *(rounds_wanted(row) or 0 for row in open_)])
    steps = [f"bench-driver compare {earlier} {sweep.id}"] if earlier else []
    if rounds:
        chose, publishes = sweep.about.get(KEY), rounds <= PUBLISH_ROUNDS
        some = not publishes and len(open_) < len(rows)
        what = "figures to publish" if publishes else "what is unresolved"
        which = (
            f" --best-of {chose['sweep']}" if chose else only(open_) if some else _same(sweep, rows)
        )
        if sweep.about.get("objects"):
            which = f" --objects DIR{which or only(rows)}"
        part = len(open_) / len(rows) if some and not chose else 1
        time = minutes(sweep, rounds, part)
        steps += [f"bench-driver sweep{which} --rounds {rounds}{time and f'{time},'} for {what}"]
    steps += ["bench-driver doctor says what disturbs this machine"] if disturbed else []
    return steps
