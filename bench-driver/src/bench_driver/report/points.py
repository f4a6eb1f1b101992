"""Points out of the runs of a store: the flat rows of the CSV. Pure, and one run at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..model.answers import parts, sum_micro_s, windows
from ..model.records import Answer
from ..model.scenario import Scenario


@dataclass(frozen=True)
class Point:
    """One scenario at one amount in one round: the running totals over the first `amount` objects.
    Names carry the units.
    """

    scenario: Scenario
    round: int
    #: its run's place in the round
    order: int
    amount: int
    parsing_time_micro_s: int
    total_time_ms: int
    mean_ns: float
    min_ns: int
    p50_ns: int
    p90_ns: int
    p99_ns: int
    max_ns: int
    timer_overhead_ns: int
    #: of the whole run that the point belongs to
    run_amount: int
    payload_bytes_per_object: float
    connections: int
    #: None where there was no such warm-up
    warmup_replay_amount: int | None
    warmup_replay_mean_ns: float | None
    warmup_http_amount: int | None
    warmup_http_mean_ns: float | None
    engine: str
    engine_library: str
    engine_version: str
    #: what the server says of the whole run: the rules by which it was disturbed, and whether its
    #: series is steady; None where it does not say
    noise: str | None
    steadiness: str | None


#: The series whose runs are figures; older sweeps by amounts have `steady`.
FIGURES = ("slice", "steady", "cold")


class Warmed:
    """Points of one scenario's runs in the order in which they were made, since a run is told apart
    by the warm-up that came before it.
    """

    def __init__(self) -> None:
        self._replay: Answer | None = None

    def points(self, made: Answer) -> Iterator[Point]:
        """The points of a run that did well, and is a figure; of an older sweep's A/A pair only
        A's.
        """
        if made.series == "warmup" and made.request.get("source") == "replay":
            self._replay = made
        elif made.series in FIGURES and made.answer is not None and made.arm != "B":
            replay = self._replay if made.series != "cold" else None
            warmed = replay is not None and (replay.round, replay.arm) == (made.round, made.arm)
            yield from _of_run(made, made.answer, replay.answer if replay and warmed else None)


def _of_run(made: Answer, answer: dict[str, Any], replay: dict[str, Any] | None) -> list[Point]:
    warmup = answer.get("warmup")
    return [
        Point(
            scenario=made.scenario,
            round=made.round,
            order=made.position,
            amount=part["amount"],
            parsing_time_micro_s=sum_micro_s(part),
            total_time_ms=part["total_time_ms"],
            **{
                name: windows(part)[name]
                for name in (
                    "mean_ns",
                    "min_ns",
                    "p50_ns",
                    "p90_ns",
                    "p99_ns",
                    "max_ns",
                    "timer_overhead_ns",
                )
            },
            run_amount=answer["amount"],
            payload_bytes_per_object=answer["payload"]["bytes"] / answer["amount"],
            connections=answer.get("connections", 0),
            warmup_replay_amount=replay["amount"] if replay else None,
            warmup_replay_mean_ns=windows(replay)["mean_ns"] if replay else None,
            warmup_http_amount=warmup["amount"] if warmup else None,
            warmup_http_mean_ns=windows(warmup)["mean_ns"] if warmup else None,
            engine=answer["engine"]["name"],
            engine_library=answer["engine"]["library"],
            engine_version=answer["engine"]["version"],
            noise=" ".join(item["rule"] for item in answer["noise"]) if "noise" in answer else None,
            steadiness=answer.get("steadiness", {}).get("class"),
        )
        for part in parts(answer).values()
    ]
