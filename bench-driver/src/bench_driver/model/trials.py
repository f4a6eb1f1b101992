"""Trials of a study on real stores, as a store of results keeps them: frozen, and of no library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Tag = str | int | bool


@dataclass(frozen=True)
class Trial:
    """One measurement of a subject, as planned, and what came of it."""

    #: what one `study run` planned
    run: str
    study: str
    part: str
    preset: str
    planned_at: str
    seed: int
    round: int
    #: its place in the order of its round, from 1
    position: int
    #: what is measured, and how: store, form, acknowledgement, …
    tags: Mapping[str, Tag]
    #: how often its round has begun, from 1
    attempt: int = 1
    state: str = "planned"
    started_at: str | None = None
    ended_at: str | None = None
    #: versions, settings, machine
    about: Mapping[str, Any] = field(default_factory=dict)
    #: `what`, `why` and `do` of what failed, or why it is void
    problem: Mapping[str, str] | None = None
    #: by figure: the value, and its unit
    readings: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    key: int = 0


@dataclass(frozen=True)
class TrialRun:
    """What one `study run` planned, and how far it got."""

    id: str
    study: str
    preset: str
    planned_at: str
    seed: int
    rounds: int
    #: trials of a round
    each: int
    complete: int
    failed: int
    #: when its last trial ended; None where none did
    ended_at: str | None = None

    @property
    def planned(self) -> int:
        """The trials of all rounds."""
        return self.rounds * self.each

    @property
    def state(self) -> str:
        """As `bench-driver list` says it."""
        return "complete" if self.complete == self.planned else "incomplete"
