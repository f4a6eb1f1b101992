"""Of a run's raw answer the little that is shown. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.answers import by_format, windows
from ..model.records import Answer


@dataclass(frozen=True)
class RunFigures:
    """A slice beside its parse times; what a server did not say is None.

    Times of the whole run, ns.
    """

    amount: int
    #: its library and that one's version, and what requests call it
    engine: str
    engine_name: str
    wall_ns: float
    fetch_ns: float | None
    guard_ns: float | None
    drop_ns: float | None
    gc_in_window_ns: float | None
    gc_outside_ns: float | None
    allocated_bytes: float | None
    peak_rss_bytes: float | None
    body_bytes: float
    #: of compressed bodies what they had on the wire, bytes an object, and the median window in
    #: which one was decoded, ns
    coded_bytes: float | None
    decoding_ns: float | None
    noise: tuple[tuple[str, float, float], ...]
    #: of a run whose bodies were pushed: the median of the sender's windows, ns, and what left its
    #: sockets, bytes an object
    written_ns: float | None = None
    sent_bytes: float | None = None


def run_of(item: Answer) -> RunFigures:
    """What is shown of a run."""
    answer = item.answer or {}
    reclaim, memory, payload = (
        answer.get("reclaim", {}),
        answer.get("memory", {}),
        answer["payload"],
    )
    push = answer.get("push")
    return RunFigures(
        amount=answer["amount"],
        engine=f"{answer['engine']['library']} {answer['engine']['version']}",
        engine_name=answer["engine"]["name"],
        # The sender's clock began before the receiver's, with the first object.
        wall_ns=1e6 * by_format(push["sender"] if push else answer, "total_time_ms"),
        fetch_ns=answer.get("fetch", {}).get("total_ns"),
        guard_ns=answer.get("guard_ns"),
        drop_ns=reclaim.get("drop_ns"),
        gc_in_window_ns=reclaim.get("gc_pause_in_window_ns"),
        gc_outside_ns=reclaim.get("gc_pause_outside_ns"),
        allocated_bytes=memory.get("allocated_bytes_per_object"),
        peak_rss_bytes=memory.get("peak_rss_bytes"),
        body_bytes=payload["bytes"] / answer["amount"],
        coded_bytes=coded["bytes"] / answer["amount"] if (coded := answer.get("coded")) else None,
        decoding_ns=decoding["p50_ns"] if (decoding := answer.get("decoding")) else None,
        noise=tuple(
            (rule["rule"], rule["value"], rule["limit"]) for rule in answer.get("noise", [])
        ),
        written_ns=windows(push["sender"])["p50_ns"] if push else None,
        sent_bytes=push["sent"]["sent_bytes"] / answer["amount"] if push else None,
    )


def failure(item: Answer) -> str:
    """A sentence on a run that failed: which, where, how."""
    problem = item.problem or {}
    return (
        f"round {item.round}, {item.scenario}, {item.series}: {problem.get('code', 'error')}: "
        f"{problem.get('detail', '')}"
    )
