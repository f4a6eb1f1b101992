"""Where a run's answer holds what. The raw answer, as a store keeps it: a plain dictionary of the shape that the contract gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def by_format(answer: Mapping[str, Any], field: str) -> Any:
    """A field that carries the run's format in its name, as `json_total_time_ms`; None where it is not there."""
    return answer.get(f"{answer['engine']['format'].lower()}_{field}")


def histogram(answer: Mapping[str, Any]) -> str | None:
    """The histogram of the measured windows: under `histograms`, or under `parse` as servers before had it; None where there is none."""
    found = answer.get("histograms", {}).get("measured") or answer["parse"].get("histogram")
    return str(found) if found else None


def parts(answer: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    """Everything that the answer says of its first so many objects, by their number: its checkpoints, and the whole run in the same shape."""
    whole = {"amount": answer["amount"], "parse": answer["parse"], **{field: by_format(answer, field) for field in ("parsing_time_micro_s", "total_time_ms")}}
    return {part["amount"]: part for part in (*answer["checkpoints"], whole)}
