"""What disturbed the slices, and whether idle contenders were idle."""

from __future__ import annotations

from collections import Counter
from statistics import median

from ...analysis.disturbance import LIMITS
from ...analysis.facts import Facts
from ...analysis.rules import ALWAYS, tells
from ...model.cell import IDLE
from .. import words
from ..document import Block, Section, Table, Text
from .columns import of_each

_SAID = (
    "The rules of every run, applied to a contender's slices of a cell and round together, "
    "since one tick of a counter is some per cent of a slice. What slows a whole group "
    f"cancels out of its ratio. A rule that fires in {100 * ALWAYS:g} % of cases or more "
    "describes the machine, so it is left out here; csv/slices.csv has it."
)


def noise(facts: Facts) -> Section:
    """How often each rule fired that tells one case from another, and what idle contenders used."""
    blocks: list[Block] = [
        Text(_SAID),
        _rules(facts),
        *of_each(facts, lambda one: [_idle(one)]),
        _marked(facts),
    ]
    return Section("noise", "Noise", blocks)


def _rules(facts: Facts) -> Table:
    rows = []
    for rule, limit in LIMITS.items():
        values = [one.values[rule] for one in facts.judged if rule in one.values]
        fired = sum(value > limit for value in values)
        if values and tells(fired, len(values)):
            rows.append(
                [
                    rule,
                    f"{fired} of {len(values)}",
                    words.percent(median(values)),
                    words.percent(max(values)),
                    words.percent(limit),
                ]
            )
    return Table(
        ["rule", "fired", "median", "greatest", "limit"],
        rows,
        1,
        "Rules, over a contender's slices of a cell and round",
    )


def _idle(facts: Facts) -> Table:
    rows = []
    for contender in dict.fromkeys(who for those in facts.contenders.values() for who in those):
        used = [
            one.slice.idle_cpu
            for one in facts.seen
            if one.slice.contender == contender and one.slice.idle_cpu is not None
        ]
        if used:
            over = sum(share > IDLE for share in used)
            rows.append(
                [
                    str(contender),
                    words.percent(median(used)),
                    words.percent(max(used)),
                    f"{over} of {len(used)}",
                ]
            )
    return Table(
        [
            "while this one was measured",
            "the idle used, median",
            "greatest",
            f"slices over {100 * IDLE:g} %",
        ],
        rows,
        1,
        "CPU that idle contenders used",
    )


def _marked(facts: Facts) -> Table:
    counted = Counter(cell for cell, *_ in facts.not_idle)
    rows = [
        [str(cell), f"{number:,}", f"{sum(map(len, facts.groups[cell].values())):,}"]
        for cell, number in counted.items()
    ]
    caption = f"Groups during which an idle contender used more than {100 * IDLE:g} % of a CPU"
    return Table(["cell", "marked", "groups"], rows, 1, caption, aside=True)
