"""What reclaiming an object costs: its drop, or its share of the collector's pauses. Pure.

A pause collects what was allocated since the one before it, whichever cell that was for. So all
pauses of a round are shared among its objects by what each one's parse allocates. Fetching
allocates too, in amounts that no server tells; that makes the share an upper bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from ..model.cell import Cell, Contender
from .slice_facts import Seen


def reclaims(seen: Iterable[Seen]) -> dict[tuple[Cell, Contender], dict[int, float]]:
    """What reclaiming an object costs by cell, contender and round, ns; a round in which a server
    does not tell it is left out.
    """
    rounds: dict[
        tuple[str, Contender, int], list[Seen]
    ] = {}  # by series, each of which has processes of its own
    for one in seen:
        rounds.setdefault((one.slice.cell.checks, one.slice.contender, one.slice.round), []).append(
            one
        )
    found: dict[tuple[Cell, Contender], dict[int, float]] = {}
    for (_, contender, number), those in rounds.items():
        rate = _pause_a_byte(those)
        for cell in dict.fromkeys(one.slice.cell for one in those):
            parts = [_reclaim(one, rate) for one in those if one.slice.cell == cell]
            known = [part for part in parts if part is not None]
            if len(known) == len(parts):
                found.setdefault((cell, contender), {})[number] = median(known)
    return found


def _pause_a_byte(those: Iterable[Seen]) -> float | None:
    """The pauses of a contender's round over all that its parses allocated, ns a byte; None where
    either is not told.
    """
    paused = allocated = 0.0
    for one in those:
        if one.paused_ns is None or one.run.allocated_bytes is None:
            return None
        paused += one.paused_ns
        allocated += one.run.allocated_bytes * one.slice.amount
    return paused / allocated if allocated else None


def _reclaim(one: Seen, pause_a_byte: float | None) -> float | None:
    if one.run.drop_ns is not None:
        return one.run.drop_ns / one.slice.amount
    return (
        None
        if pause_a_byte is None or one.run.allocated_bytes is None
        else pause_a_byte * one.run.allocated_bytes
    )
