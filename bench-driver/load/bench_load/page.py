"""What providers under load came to, as sections of a page and as rows for programs. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import log
from statistics import median, stdev

from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text
from bench_driver.stats.decision import MARGIN, Decision, decide
from bench_driver.stats.interval import Interval
from bench_driver.stats.log_ratios import estimate, figure, geometric_mean
from bench_driver.stats.verdict import CLAIM_ROUNDS, too_few

from .generators import LOADS
from .rates import Plan, Slice
from .served import OBJECT, TEXT, Endpoint
from .waits import CEILING_S, PERCENTILES, Wait

#: What an object's rate shall reach of plain text's.
AIM = 0.9
#: A cell: an endpoint under a load.
Cell = tuple[Endpoint, str]
#: One who is requested: the provider and the kind.
Who = tuple[str, str]


def sections(slices: Sequence[Slice], waits: Sequence[Wait]) -> list[Section]:
    """Who serves more, what an object takes beside plain text, and how long clients wait."""
    good = [one for one in slices if not one.sample.failed and one.sample.requests]
    made = [_rates(good), _beside(good)] if good else []
    made += [_waits(waits)] if waits else []
    return [*made, *_failed(slices, waits)]


def ratios(slices: Iterable[Slice], above: Who, below: Who) -> dict[Cell, list[float]]:
    """A round's log ratio of the time that an answer takes, above over below, of each cell.

    It is the median of its groups'; a cell that lacks one of the two has none.
    """
    groups: dict[tuple[Cell, int, int], dict[Who, Slice]] = {}
    for one in slices:
        groups.setdefault(((one.endpoint, one.load), one.number, one.group), {})[
            one.provider, one.kind
        ] = one
    by_round: dict[Cell, dict[int, list[float]]] = {}
    for (cell, number, _), group in groups.items():
        if above in group and below in group:
            by_round.setdefault(cell, {}).setdefault(number, []).append(
                log(group[above].each_s / group[below].each_s)
            )
    return {
        cell: [figure(values) for values in rounds.values()] for cell, rounds in by_round.items()
    }


def decided(figures: Sequence[float], rows: int) -> Decision:
    """The verdict on a cell's ratio; all of `rows` intervals are simultaneous."""
    return decide(estimate(figures, rows), stdev(figures) if len(figures) > 1 else None, rows=rows)


def _providers(slices: Iterable[Slice]) -> list[str]:
    return sorted({one.provider for one in slices}, reverse=True)


def _cells(slices: Iterable[Slice]) -> list[Cell]:
    order = list(LOADS)
    return sorted(
        {(one.endpoint, one.load) for one in slices},
        key=lambda cell: (order.index(cell[1]), cell[0]),
    )


def _median(
    slices: Iterable[Slice], provider: str, kind: str, cell: Cell, of: str = "rate"
) -> float | None:
    """The median over rounds: answers a second, or the provider's CPU an answer, us."""
    by_round: dict[int, list[float]] = {}
    for one in slices:
        if (one.provider, one.kind, (one.endpoint, one.load)) == (provider, kind, cell):
            value = (
                1 / one.each_s
                if of == "rate"
                else None
                if one.cpu_s is None
                else 1e6 * one.cpu_s / one.sample.requests
            )
            if value is not None:
                by_round.setdefault(one.number, []).append(value)
    return median(median(values) for values in by_round.values()) if by_round else None


def _rates(slices: Sequence[Slice]) -> Section:
    who = _providers(slices)
    pairs = list(combinations(who, 2))
    found = {pair: ratios(slices, (pair[1], OBJECT), (pair[0], OBJECT)) for pair in pairs}
    cells = _cells(slices)
    heads = [head for one in who for head in (f"{one}, a second", "MB/s")]
    head = [
        "load",
        "object type",
        "format",
        "bytes",
        *heads,
        *(text for low, high in pairs for text in (f"time, {high} over {low}", "verdict")),
    ]
    lines, said = [], []
    for cell in cells:
        endpoint, load = cell
        line = [LOADS[load].words, endpoint.object_type, endpoint.format, f"{endpoint.length:,}"]
        for one in who:
            rate = _median(slices, one, OBJECT, cell)
            line += [
                words.number(rate, 0),
                words.number(rate * endpoint.length / 1e6 if rate else None),
            ]
        for pair in pairs:
            decision = decided(found[pair][cell], len(found[pair])) if cell in found[pair] else None
            line += [words.ratio(decision.ratio if decision else None), _verdict(decision)]
            said.append(
                decision.verdict
                if decision and decision.ratio.rounds >= CLAIM_ROUNDS
                else "unresolved"
            )
        lines.append(line)
    counted = [
        f"{said.count(kind)} {kind}"
        for kind in ("faster", "slower", "same", "unresolved")
        if kind in said
    ]
    lead = (
        f"Of {len(said)} comparisons, the second provider against the first: "
        f"{words.listed(counted)}."
        if pairs
        else "One provider alone was requested."
    )
    note = (
        "Objects a second in a closed loop: the next request goes out when an answer has come. "
        "MB/s are of bodies. A verdict is on the time of an answer."
    )
    return Section(
        "rates", "Who serves more", [Text(lead, lead=True), Table(head, lines, 3), Text(note)]
    )


def _verdict(decision: Decision | None) -> str:
    if decision is None:
        return "not measured"
    return (
        too_few(decision.ratio.rounds) if decision.ratio.rounds < CLAIM_ROUNDS else decision.verdict
    )


def _beside(slices: Sequence[Slice]) -> Section:
    """An object's rate as a share of plain text's: the inverse of the ratio of times."""
    who, cells = _providers(slices), _cells(slices)
    found = {one: ratios(slices, (one, OBJECT), (one, TEXT)) for one in who}
    shares = {
        one: {
            cell: estimate(figures, len(found[one])).inverse for cell, figures in found[one].items()
        }
        for one in who
    }
    head = [
        "load",
        "object type",
        "format",
        *(text for one in who for text in (f"{one}, of plain text", "CPU us", "plain text's")),
    ]
    lines = []
    for cell in cells:
        line = [LOADS[cell[1]].words, cell[0].object_type, cell[0].format]
        for one in who:
            used = (
                words.number(_median(slices, one, kind, cell, "cpu")) for kind in (OBJECT, TEXT)
            )
            line += [words.ratio(shares[one].get(cell)), *used]
        lines.append(line)
    leads = [_share_sentence(one, shares[one]) for one in who]
    note = (
        "Plain text is as many letters as the object has bytes, by the same framework, in the "
        "same group. CPU us are the provider's own, all its threads together, for an answer."
    )
    return Section(
        "beside",
        "Beside plain text of the same length",
        [Text(" ".join(filter(None, leads)), lead=True), Table(head, lines, 3), Text(note)],
    )


def _share_sentence(provider: str, shares: Mapping[Cell, Interval]) -> str:
    at_16 = [ratio for (_, load), ratio in shares.items() if load == "wrk-16"] or list(
        shares.values()
    )
    if not at_16:
        return ""
    where = (
        "at 16 connections"
        if any(load == "wrk-16" for _, load in shares)
        else "under the loads measured"
    )
    low, high = (each(ratio.estimate for ratio in at_16) for each in (min, max))
    span = f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"
    reached = sum(ratio.estimate >= AIM for ratio in at_16)
    return (
        f"{provider} serves objects at {span} of plain text's rate {where}; {reached} of "
        f"{len(at_16)} reach {AIM}."
    )


def _waits(waits: Sequence[Wait]) -> Section:
    head = [
        "provider",
        "object type",
        "format",
        "of the ceiling",
        "asked a second",
        "reached",
        *(f"p{one:g}, us" for one in PERCENTILES),
    ]
    keys = sorted(
        {(one.endpoint, one.provider, one.share) for one in waits},
        key=lambda key: (key[0], key[1], key[2]),
    )
    lines = []
    for endpoint, provider, share in keys:
        those = [
            one
            for one in waits
            if (one.endpoint, one.provider, one.share) == (endpoint, provider, share)
            and not one.failed
        ]
        if those:
            asked, reached = (
                median(getattr(one, name) for one in those) for name in ("asked", "reached")
            )
            percentiles = [
                words.times(geometric_mean([one.waits_ns[place] / 1000 for one in those]))
                for place in range(len(PERCENTILES))
            ]
            lines.append(
                [
                    provider,
                    endpoint.object_type,
                    endpoint.format,
                    f"{100 * share:.0f} %",
                    words.ns(asked),
                    words.ns(reached),
                    *percentiles,
                ]
            )
    late = sum(one.reached < 0.99 * one.asked for one in waits)
    behind = (
        f"In {late} of {len(waits)} slices the rate was not reached within 1 %: there the wait "
        "grew with time."
    )
    lead = behind if late else "Every rate was reached within 1 %."
    note = (
        "An open loop: requests go out at their rate, whatever the answers do, and each has "
        "waited since it was due. The ceiling is what the same program reaches over 16 "
        "connections when it waits for answers; program and provider share the machine's cores. A "
        "cell is the median over rounds."
    )
    return Section(
        "waits",
        "How long a client waits",
        [Text(lead, lead=True), Table(head, lines, 3), Text(note)],
    )


def _failed(slices: Sequence[Slice], waits: Sequence[Wait]) -> list[Section]:
    """Slices with answers that were no 200 or did not come; their figures are nowhere above."""
    bad = [
        (one.provider, f"{one.kind} under {one.load}", one.sample.failed)
        for one in slices
        if one.sample.failed or not one.sample.requests
    ]
    bad += [
        (one.provider, f"{OBJECT} at {one.asked} a second", one.failed)
        for one in waits
        if one.failed
    ]
    if not bad:
        return []
    table = Table(
        ["provider", "what", "answers that failed"],
        [[provider, what, f"{number:,}"] for provider, what, number in bad],
        2,
    )
    return [Section("failed", "Failed", [Text("Their slices are left out above."), table])]


def how(plan: Plan) -> list[str]:
    """How it was measured, a line each."""
    return [
        "providers in fresh processes each round, each object and text requested for "
        f"{plan.warmup} s before; seed {plan.seed}",
        f"a group is a slice of {plan.seconds} s of each provider's object and plain text, back to "
        f"back, in random order; {plan.groups} a round and cell",
        "ratio: of a group's slices; the median over a round's groups, then Student's t over "
        "rounds; a table's intervals are simultaneous at 95 %; the margin is "
        f"{100 * MARGIN:.0f} %",
        f"waits: vegeta for {plan.seconds} s at each rate; the ceiling by {CEILING_S} s over 16 "
        "connections; from when a request was due",
    ]


def rows(slices: Sequence[Slice]) -> list[list[object]]:
    """A row a slice, under `HEAD`."""
    return [
        [one.number, one.group, one.place, one.load, one.provider, one.kind,
         one.endpoint.object_type, one.endpoint.format, one.endpoint.length,
         one.sample.requests, one.sample.seconds, one.sample.received, one.sample.failed, one.cpu_s]
        for one in slices
    ]  # fmt: skip


HEAD = (
    "round",
    "group",
    "place",
    "load",
    "provider",
    "kind",
    "object_type",
    "format",
    "bytes",
    "requests",
    "seconds",
    "received_bytes",
    "failed",
    "cpu_s",
)
WAITS_HEAD = (
    "round",
    "provider",
    "object_type",
    "format",
    "ceiling",
    "share",
    "asked",
    "reached",
    "p50_ns",
    "p99_ns",
    "p99_9_ns",
    "failed",
)


def wait_rows(waits: Sequence[Wait]) -> list[list[object]]:
    """A row a wait, under `WAITS_HEAD`."""
    return [
        [
            one.number,
            one.provider,
            one.endpoint.object_type,
            one.endpoint.format,
            one.ceiling,
            one.share,
            one.asked,
            one.reached,
            *one.waits_ns,
            one.failed,
        ]
        for one in waits
    ]
