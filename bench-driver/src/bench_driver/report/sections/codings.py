"""Compressed bodies next to plain ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ...analysis.codings import Pair, pairs
from ...analysis.facts import Facts
from .. import words
from ..document import Section, Table, Text
from .columns import CELL, of_each

_TITLE = "Coded against plain"
_SAID = (
    "Each body is compressed as a whole, and its consumer decodes it in a window of its own before "
    "guard and parse. To have the object: decoding, guard and parse, compared with guard and parse "
    "of the plain body; the two are in different groups, so the ratio is one of rounds, and the "
    "table's intervals are simultaneous at 95 %. Quicker below: the bandwidth below which the "
    "saved bytes are worth that time. What compressing takes the provider is not included."
)
_HEAD = (
    "coding",
    "contender",
    "bytes plain",
    "bytes coded",
    "decoding ns",
    "guard ns",
    "parse ns",
    "ns",
    "ns plain",
    "over plain",
    "quicker below",
)


def coded(facts: Facts) -> Section | None:
    """A sentence for each coding and consumer, and a row for each contender on each cell; None
    where no body was compressed.
    """
    found = [(one, pairs(one)) for one in facts.series]
    if not any(those for _, those in found):
        return None
    known = {one.title: those for one, those in found}
    several = len(found) > 1
    said = [
        (f"{one.title}: " if several else "") + sentence(those) for one, those in found if those
    ]
    return Section(
        "codings",
        _TITLE,
        [
            Text(" ".join(said)),
            *of_each(facts, lambda one: _tables(known.get(one.title, []))),
            Text(_SAID),
        ],
    )


def sentence(found: Sequence[Pair]) -> str:
    """By coding and consumer, the range of what compressed bodies have of the bytes, and of what
    they take of the time.
    """
    told = []
    for coding in dict.fromkeys(one.coded.cell.coding for one in found):
        mine = [one for one in found if one.coded.cell.coding == coding]
        sizes = [one.coded.body_bytes / one.plain.body_bytes for one in mine]
        times = [
            f"{_range([_times(one) for one in those])} times as long in {consumer}"
            for consumer in dict.fromkeys(one.coded.contender.consumer for one in mine)
            if (those := [one for one in mine if one.coded.contender.consumer == consumer])
        ]
        told.append(
            f"{coding}: {_range(sizes)} of the bytes, and to have the object takes "
            f"{words.listed(times)}."
        )
    return " ".join(told)


def _times(one: Pair) -> float:
    return one.coded.delivered_ns() / one.plain.delivered_ns()


def _range(figures: Sequence[float]) -> str:
    least, most = f"{min(figures):.2f}", f"{max(figures):.2f}"
    return least if least == most else f"{least} to {most}"


def _tables(found: Sequence[Pair]) -> list[Table]:
    lines = [
        [
            one.coded.cell.object_name,
            one.coded.cell.format,
            one.coded.cell.coding,
            str(one.coded.contender),
            words.ns(one.plain.body_bytes),
            words.ns(one.coded.body_bytes),
            words.ns(one.coded.of_decoding_ns),
            words.ns(one.coded.of_guard_ns),
            words.ns(one.coded.of_parse_ns),
            words.ns(one.coded.delivered_ns()),
            words.ns(one.plain.delivered_ns()),
            words.ratio(decision.ratio if (decision := one.row.decision) else None),
            bandwidth(one.below_bits_s),
        ]
        for one in found
    ]
    return [Table([*CELL, *_HEAD], lines, len(CELL) + 2, _TITLE)] if found else []


def bandwidth(bits_s: float | None) -> str:
    """A bandwidth below which compressed bodies are quicker, for people."""
    if bits_s is None or bits_s == inf:
        return "never" if bits_s is None else "always"
    for unit, size in (("Gbit/s", 1e9), ("Mbit/s", 1e6)):
        if bits_s >= size:
            return f"{bits_s / size:,.3g} {unit}"
    return f"{bits_s / 1e3:,.3g} kbit/s"
