"""What a round of several comparisons found, and all rounds of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench_driver.stats.pairs import Group

from .rows import Parsed

#: A round's groups, by comparison and by what is parsed.
Found = dict[str, dict[Parsed, list[Group]]]
#: Each comparison's groups, by what is parsed and round.
Gathered = dict[str, dict[Parsed, dict[int, list[Group]]]]


def gather(gathered: Gathered, number: int, found: Mapping[str, Mapping[Parsed, Sequence[Group]]]) -> None:
    """Takes in a round."""
    for name, rows in found.items():
        for parsed, groups in rows.items():
            gathered.setdefault(name, {}).setdefault(parsed, {})[number] = list(groups)
