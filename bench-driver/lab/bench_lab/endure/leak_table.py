"""What leaked, pure: what a consumer held before, half-way and after its failures in, lines with a verdict out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .leaks import Held

#: More than this in the second half of the failures is a leak, bytes a failure; less is an allocator that has not settled.
ALLOWED_BYTES = 200
#: Threads and files that pools may come to hold beside those of before.
ALLOWED_MORE = 2


@dataclass(frozen=True)
class Line:
    """A line of the table; `held` is None where it only shows."""

    server: str
    what: str
    values: tuple[str, str, str]
    verdict: str
    held: bool | None


HEADER = ("server", "what", "before", "half-way", "after", "verdict")


def lines(held: Held) -> list[Line]:
    """The table of one consumer."""
    return list(_lines(held))


def _lines(held: Held) -> Iterator[Line]:
    looks = (held.before, held.halfway, held.after)
    for what, counts in (("threads", [one.threads for one in looks]), ("open files", [one.files for one in looks])):
        more = counts[2] - counts[0]
        yield _line(held, what, [f"{count}" for count in counts], f"{more:+d}", more <= ALLOWED_MORE)
    for state in sorted({name for one in looks for name in one.sockets}):
        counts = [one.sockets.get(state, 0) for one in looks]
        yield _line(held, f"sockets, {state}", [f"{count}" for count in counts], f"{counts[2] - counts[0]:+d}", counts[2] <= counts[0] + ALLOWED_MORE)
    memories = [one.memory_bytes for one in looks]
    grown = (memories[2] - memories[1]) / max(held.failures - held.failures // 2, 1)
    heap = held.after.heap_bytes is not None
    verdict = f"{grown:+,.0f} bytes a failure in the second half"
    yield _line(held, "live heap" if heap else "resident memory", [megabytes(one) for one in memories], verdict, grown <= ALLOWED_BYTES)
    if heap:
        yield _line(held, "resident memory", [megabytes(one.rss_bytes) for one in looks], "shown: the heap's pages stay the JVM's", None)
    yield _line(held, "answers other than contracted", ["", "", str(len(held.wrong))], "; ".join(sorted(set(held.wrong))[:3]), not held.wrong)


def _line(held: Held, what: str, values: list[str], verdict: str, good: bool | None) -> Line:
    word = {True: "holds", False: "LEAKS", None: ""}[good]
    return Line(held.server, what, (values[0], values[1], values[2]), ": ".join(filter(None, (word, verdict))), good)


def megabytes(count: float) -> str:
    """Bytes in MB."""
    return f"{count / 1e6:,.1f} MB"


def cells(line: Line) -> list[str]:
    """A line as text, in the order of `HEADER`."""
    return [line.server, line.what, *line.values, line.verdict]
