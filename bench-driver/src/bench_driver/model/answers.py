"""Where a run's answer holds what. The raw answer, as a store keeps it: a plain dictionary of the
shape that the contract gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def by_format(answer: Mapping[str, Any], field: str) -> Any:
    """A field that carries the run's format in its name, as `json_total_time_ms`; None where it is
    not there.
    """
    return answer.get(f"{answer['engine']['format'].lower()}_{field}")


def windows(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """The times of the windows of a run, its warm-up or a checkpoint, ns, whatever the windows
    hold.
    """
    found: Mapping[str, Any] = part["encode"] if "encode" in part else part["parse"]
    return found


def sum_micro_s(part: Mapping[str, Any]) -> int:
    """Their sum, us, as the server rounded it."""
    return int(
        next(
            value
            for name, value in part.items()
            if name.endswith(("parsing_time_micro_s", "encoding_time_micro_s"))
        )
    )


def compiles(answer: Mapping[str, Any]) -> float | None:
    """Which part of a run's time the runtime spent compiling meanwhile, on threads of its own; None
    where nothing is compiled at run time.
    """
    jit = answer.get("jit")
    return part_of(jit["compilation_ms"], by_format(answer, "total_time_ms") or 0) if jit else None


def part_of(ms: float, whole_ms: float) -> float:
    """Which part of a run's time so much of it is; the time is in whole ms, and may be none."""
    return ms / max(1, whole_ms)


def histogram(answer: Mapping[str, Any]) -> str | None:
    """The histogram of the measured windows: under `histograms`, or under `parse` as servers before
    had it; None where there is none.
    """
    found = answer.get("histograms", {}).get("measured") or windows(answer).get("histogram")
    return str(found) if found else None


def parts(answer: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    """Everything that the answer says of its first this many objects, by their number: its
    checkpoints, and the whole run in the same shape.
    """
    named = "encode" if "encode" in answer else "parse"
    sums = f"{'encoding' if named == 'encode' else 'parsing'}_time_micro_s"
    whole = {
        "amount": answer["amount"],
        named: answer[named],
        **{field: by_format(answer, field) for field in (sums, "total_time_ms")},
    }
    return {part["amount"]: part for part in (*answer["checkpoints"], whole)}
