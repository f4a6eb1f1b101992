"""The condition `cores`: on how many threads contenders parse, and that each does so twice, on all
and on one. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..errors import UsageError
from ..model.cell import ONE_THREAD, Contender
from .announced import Announced

#: The most that a request may ask for, by the contract.
MOST = 64


def threads_of(consumers: Mapping[Contender, Announced]) -> int:
    """As many threads as each of the consumers has CPUs for.

    UsageError where that is one, or where a consumer does not say.
    """
    name, said = min(consumers.items(), key=lambda item: item[1].cpus or 0)
    if said.cpus is None:
        raise UsageError(
            f"{name} cannot be measured on all cores",
            why="it does not say how many CPUs it may use: it is older",
            do="build it again",
        )
    if said.cpus == 1:
        why = f"{name} may use one CPU, and `cores` compares all CPUs with one"
        raise UsageError(
            "--condition cores needs two CPUs",
            why=why,
            do="give every consumer two or more, or leave cores out",
        )
    return min(said.cpus, MOST)


def twice(contenders: Iterable[Contender]) -> tuple[Contender, ...]:
    """Each as it is, and then each on one thread, which its scaling is taken from."""
    every = tuple(contenders)
    return (*every, *(replace(who, role=ONE_THREAD) for who in every))


def threads_for(contender: Contender, threads: int) -> dict[str, Any]:
    """What a contender's request says of its threads."""
    return {"threads": 1 if contender.role == ONE_THREAD else threads}
