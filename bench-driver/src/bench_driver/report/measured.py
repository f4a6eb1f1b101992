"""The document of a measurement that is no sweep: what was found, and how, where and by which
command it was measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import moment
from ..stats.verdict import not_for_publishing
from .document import Document, Items, Section
from .sections.environment import where

#: What most rounds are made in.
FRESH = " in fresh processes"


def measured(
    title: str,
    sections: Sequence[Section],
    how: Sequence[str],
    about: Mapping[str, Any],
    rounds: int,
    each: str = FRESH,
) -> Document:
    """`how` says how it was measured, a line each; `about` is what `where` tells, with the command;
    `each` says what a round is made in.
    """
    wrote = (
        f"`{about['command']}` wrote this page on {moment.today()}, of {rounds} "
        f"round{'' if rounds == 1 else 's'}{each}."
    )
    conditions = Section("conditions", "Conditions", [Items([*how, *where(about)])])
    return Document(title, " ".join([wrote, *not_for_publishing(rounds)]), [*sections, conditions])
