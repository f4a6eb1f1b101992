"""The groups of what is parsed, as a round's line of JSON has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bench_driver.model.cell import Contender, Slice
from bench_driver.stats.pairs import Group

from .rows import Parsed, contender


def row_told(parsed: Parsed, groups: Sequence[Group]) -> dict[str, Any]:
    """The groups of what is parsed, each with its slices by what tables call the contenders."""
    return {**asdict(parsed), "groups": [{who.setup: _slice(one) for who, one in group.items()} for group in groups]}


def row_taken(said: Mapping[str, Any]) -> tuple[Parsed, list[Group]]:
    """The same, read back."""
    parsed = parsed_taken(said)
    return parsed, [{(who := contender(name)): _slice_taken(parsed, who, one) for name, one in group.items()} for group in said["groups"]]


def parsed_taken(said: Mapping[str, Any]) -> Parsed:
    """What is parsed, of what is told of it among other things."""
    return Parsed(*(said[name] for name in Parsed.__dataclass_fields__))


def _slice(one: Slice) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name not in ("cell", "contender")}


def _slice_taken(parsed: Parsed, who: Contender, said: Mapping[str, Any]) -> Slice:
    return Slice(parsed.cell, who, **{**said, "blocks": tuple(map(tuple, said["blocks"]))})
