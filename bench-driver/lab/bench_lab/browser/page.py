"""The page of it: whether a known wait is reported, and whether Node agrees."""

from __future__ import annotations

from collections.abc import Sequence

from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text
from bench_driver.stats.groups import estimate, figure

from ..within import within
from .round import AMOUNT, LEAD, PAIRS, TYPE, VARIANTS, WAIT_NS, WARMING, Made

TITLE = "A browser's figures"
#: By how much the wait that is reported may differ from what it was, and Chromium from Node.
OF_THE_WAIT, OF_NODE = 0.05, 0.03


def sections(made: Sequence[Made]) -> list[Section]:
    """Both, over the rounds."""
    return [_wait(made), _node(made)]


def _wait(made: Sequence[Made]) -> Section:
    found = estimate([one.of_the_wait for one in made])
    says = f"A wait of {WAIT_NS / 1000:g} us in each parse is reported as {words.close(found)} of what it was: {within(found, OF_THE_WAIT)}."
    note = (
        "The same worker parses with the wait and without, in pairs; the difference of the two figures stands over what the wait's own loop took right before "
        "and after, by the mean of 500."
    )
    return Section("wait", "A planted wait", [Text(says, lead=True), Text(note)])


def _node(made: Sequence[Made]) -> Section:
    names = list(made[0].over_node)
    ratios = {name: estimate([one.over_node[name] for one in made], len(names)) for name in names}
    lines = [[name, f"{figure([one.ns[name] for one in made]) / 1000:.2f}", words.close(ratios[name]), within(ratios[name], OF_NODE)] for name in names]
    note = f"{made[0].chromium} beside {made[0].node}: the page's own engines and loop, built once for each. These intervals hold together."
    return Section("node", "Beside Node", [Table(["engine", "Chromium, us", "Chromium / Node", "verdict"], lines, 1), Text(note)])


def how() -> list[str]:
    """The conditions of measurement."""
    return [
        f"{TYPE}, {VARIANTS:,} bodies; Chromium and Node just started in each round, {WARMING:,} objects parsed by each engine before the first pair",
        f"slices of {AMOUNT:,} objects, {LEAD:,} uncounted before, {PAIRS} pairs a round in random order; a slice's figure is the median over blocks of 500",
    ]
