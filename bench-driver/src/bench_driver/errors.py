"""Everything that ends a command, each with what happened, why, and what to do.

    BenchError
    ├── UsageError            an option's value cannot be used
    ├── NotComparable         two things were measured in ways that nothing can be said of together
    ├── SetupError            something that has to be there is not: a build, a JDK, the repository
    ├── StackError            a server did not start, stop or keep its port
    ├── ServerError           a server answers, but not as its contract says
    │   └── Unreachable       a server does not answer
    │       └── ServerLost    it did, and ended within a round
    ├── RunFailed             a run ended in a problem
    ├── SomeRunsFailed        a sweep ended, but not all of its runs did well
    ├── ResultsError          results cannot be written or read
    ├── StoreError            the store cannot be written or read
    │   ├── OutdatedStore     an older driver wrote it
    │   └── Misnamed          a name in it is none: no driver wrote it
    └── Busy                  something else measures here, or another driver the same servers

    Interrupted               a signal; a KeyboardInterrupt, so that nothing takes it for a failure

`cli.main` is the one place that prints them and turns them into an exit code.
"""

from __future__ import annotations

import traceback
from enum import IntEnum
from pathlib import Path
from typing import Any


class ExitCode(IntEnum):
    """What the process ends with."""

    OK = 0
    FAILED = 1
    USAGE = 2
    #: of a gate (`nightly`, `check`, `compare --fail-over`): something became slower
    REGRESSION = 3
    #: of a gate: nothing became slower as far as it could tell, but it could not tell everywhere
    UNDECIDED = 4
    #: of a gate: nothing is there that could be compared
    NOT_COMPARABLE = 5
    #: `EX_IOERR` of sysexits.h: all was done, and what came of it could not be printed
    UNPRINTED = 74
    #: `EX_CONFIG` of sysexits.h, as the servers use it
    CONFIG = 78
    #: 128 + SIGINT, as shells have it
    INTERRUPTED = 130


class BenchError(Exception):
    """What happened (`what`, one line), `why`, and what to `do` about it."""

    exit_code = ExitCode.FAILED

    def __init__(self, what: str, *, why: str = "", do: str = "") -> None:
        super().__init__(what)
        self.what, self.why, self.do = what, why, do

    def __str__(self) -> str:
        """All of it, for logs and tracebacks."""
        return "\n".join(
            filter(None, (self.what, self.why and f"why: {self.why}", self.do and f"do: {self.do}"))
        )


class UsageError(BenchError):
    """An option's value cannot be used."""

    exit_code = ExitCode.USAGE


class NotComparable(BenchError):
    """Two things were measured in ways that nothing can be said of together."""

    exit_code = ExitCode.NOT_COMPARABLE


class SetupError(BenchError):
    """Something that has to be there is not."""

    exit_code = ExitCode.CONFIG


class StackError(BenchError):
    """A server did not start, stop or keep its port."""


class ServerError(BenchError):
    """A server answered something else than its contract says."""


class Unreachable(ServerError):
    """A server does not answer."""


class ServerLost(Unreachable):
    """A server that answered before is gone, and with it its round."""


class RunFailed(BenchError):
    """A run ended in a problem; `problem` is the RFC 9457 body as it came."""

    def __init__(self, what: str, *, problem: dict[str, Any], why: str = "", do: str = "") -> None:
        super().__init__(what, why=why, do=do)
        self.problem = problem


class SomeRunsFailed(BenchError):
    """A sweep ended, but not all of its runs did well."""


class ResultsError(BenchError):
    """Results cannot be written or read."""


class StoreError(BenchError):
    """The store cannot be written or read."""


class OutdatedStore(StoreError):
    """An older driver wrote the store."""

    exit_code = ExitCode.CONFIG


class Misnamed(StoreError):
    """A name in the store is none: no driver wrote it."""


class Busy(BenchError):
    """Something else measures on this machine, or another driver measures the same servers."""


class Interrupted(KeyboardInterrupt):
    """Somebody wants the command to end; `signal_number` says how they said so."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(f"signal {signal_number}")
        self.signal_number = signal_number


def unexpected(error: Exception) -> BenchError:
    """What nobody foresaw, as people read it: a row that no driver wrote, or a defect."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    why = f"{type(error).__name__}: {str(error)[:100]} ({Path(at.filename).name}, line {at.lineno})"
    do = (
        "where the store is somebody else's, one of its rows is damaged; else report this as a "
        "defect, with what BENCH_TRACEBACK=1 shows"
    )
    return BenchError("the command met what it did not expect", why=why, do=do)
