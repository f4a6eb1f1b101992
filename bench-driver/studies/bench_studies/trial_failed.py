"""What a runner raises where a store or its client failed."""

from __future__ import annotations

from bench_driver.errors import StackError

from .figures import Readings


class TrialFailed(StackError):
    """A trial failed; `readings` is what is known of it. `alone` where its store works on, so that
    the trials after it can be made.
    """

    def __init__(
        self, what: str, *, why: str = "", readings: Readings, alone: bool = False
    ) -> None:
        super().__init__(what, why=why, do="go on with --resume once the cause is gone")
        self.readings, self.alone = readings, alone
