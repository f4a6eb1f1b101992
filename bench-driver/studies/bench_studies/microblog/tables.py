"""What the page of microblogs has beside the claims. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bench_driver.report import words
from bench_driver.report.document import Block, Items, Section, Table, Text

from ..trial_answers import Trials
from ..trial_study import Tags, columns, named

COLUMNS = ("store", "model", "level")
SHOWN = (
    *("rate", "reached", "operations", "failed", "unknown", "gap", "visible p50", "visible p99"),
    *("unseen", "generator CPU", "servers CPU", "servers memory", "servers disk"),
    *("servers written", "acknowledged", "rows", "missing", "largest share"),
)
_READ = (
    "Medians over rounds, ms, from the intended start of an operation until it is acknowledged; "
    "few: users with 1 to 9 followers, many: with 100 or more. In a closed loop each of the "
    "clients asks again once it is answered; in an open one operations start when they are due, "
    "at a share of the closed loop's rate in the same round. Where less than 99 % of that rate was "
    "reached, or the generator took more than 0.8 of its core, there are no times. All nodes and "
    "the generator share the cores of one machine."
)
_FAULTS = (
    "Under load in a closed loop. Killed: SIGKILL, after which a pair's replica is promoted, and a "
    "ring goes on; paused: SIGSTOP for 5 s; returned: killed and started again; joined: a fourth "
    "node bootstraps. Missing: rows of followers' timelines that acknowledged tweets owe, looked "
    "for at every node that runs, or at ALL once a ring is whole again. A killed process is no "
    "power cut: what the system has in memory stays. At most: the upper end of a one-sided "
    "interval of 95 % (Clopper and Pearson)."
)
_TIMES = tuple(
    f"{operation} {at}"
    for operation in ("post", "userline", "timeline")
    for at in ("p50", "p99", "p50, few", "p50, many")
)


def explaining(cells: Sequence[Tags], measured: Trials) -> Section:
    """How long operations take, a line each cell; what failed, and what each node used."""
    lines = [
        [
            *columns(tags, COLUMNS),
            *(words.number(measured.median("claims", tags, name)) for name in _TIMES),
        ]
        for tags in cells
    ]
    table = Table([*COLUMNS, "cell", *_TIMES], lines, 4)
    used = Items([*_errors(measured), *_nodes(measured)])
    return Section("times", "How long operations take", [table, Text(_READ), used])


def faults(cells: Sequence[Tags], measured: Trials) -> Sequence[Block]:
    """What a fault does, in all rounds."""
    lines = []
    for tags in cells:
        rounds = len(measured.values("killed", tags, "operations"))
        if rounds:
            counts = (
                sum(measured.values("killed", tags, name).values())
                for name in ("operations", "failed", "unknown", "acknowledged", "missing")
            )
            medians = (
                words.number(measured.median("killed", tags, name))
                for name in ("gap", "taken over", "timeline p99")
            )
            about = [str(tags[name]) for name in ("store", "model", "level", "fault")]
            lines.append([*about, f"{rounds}", *(f"{one:,.0f}" for one in counts), *medians])
    head = ["store", "model", "level", "fault", "rounds", "operations", "failed", "unknown"]
    more = ["tweets acknowledged", "rows missing", "longest gap, s", "there after, s"]
    return [Table([*head, *more, "timeline p99, ms"], lines, 4), Text(_FAULTS)]


def _errors(measured: Trials) -> Iterable[str]:
    """By cell, the operations that were not acknowledged, by kind."""
    kinds: dict[str, Counter[str]] = {}
    for one in measured.every:
        kinds.setdefault(named(one.tags), Counter()).update(one.about.get("errors", {}))
    for cell, counted in kinds.items():
        if counted:
            yield f"{cell}: {', '.join(f'{many:,} by {kind}' for kind, many in counted.items())}"


def _nodes(measured: Trials) -> Iterable[str]:
    """Of the last round, what each node used in each cell."""
    last = max((one.round for one in measured.every), default=0)
    for one in measured.every:
        if one.round == last and one.part == "claims" and one.about.get("nodes"):
            used = (
                f"{node} {spent['CPU']:.1f} s, {spent['memory'] / 1e6:.0f} MB, "
                f"disk {spent['disk'] / 1e6:+.1f} MB, {spent['written'] / 4096:,.0f} blocks"
                for node, spent in one.about["nodes"].items()
            )
            yield f"{named(one.tags)}: {'; '.join(used)}"
