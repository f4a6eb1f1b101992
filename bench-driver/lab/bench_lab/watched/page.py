"""The page of it: what watching does to each contender's time, and to the ratio that the answer is made of. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text
from bench_driver.stats.groups import estimate

from ..within import within

TITLE = "A sweep that is watched"
MARGIN = 0.03


def sections(figures: Mapping[str, Sequence[float]], counted: tuple[int, int, int]) -> list[Section]:
    """A row a contender, and one for the ratio of the two."""
    found = {name: estimate(rounds, len(figures)) for name, rounds in sorted(figures.items())}
    lines = [[name, words.close(ratio), within(ratio, MARGIN)] for name, ratio in found.items()]
    watched, unwatched, both = counted
    lead = f"Watched over not watched, {words.listed(f'{name} {words.close(ratio)}' for name, ratio in found.items())}."
    note = (
        "Each group by how far it lies from the middle of its cell, between the medians watched and not; of a round the median of those watched, less that "
        "of those not; and Student's t over rounds. These intervals hold together. "
        f"{watched:,} groups were watched from begin to end, {unwatched:,} not for a moment; {both:,}, in which the view opened or "
        "closed, are left out."
    )
    return [Section("watched", "Watched and not", [Text(lead, lead=True), Table(["what", "watched / not watched", "verdict"], lines, 1), Text(note)])]


def how(seconds: float, sweep: str) -> list[str]:
    """The conditions of measurement."""
    return [
        f"the sweep: {sweep}",
        f"the page's Live view in headless Chromium on the same machine, open for {seconds:g} s and closed for as long, in random order, until the sweep ended",
    ]
