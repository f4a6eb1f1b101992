"""What a runner raises where a store or its client failed."""

from __future__ import annotations

from bench_driver.errors import StackError

from .figures import Readings


class TrialFailed(StackError):
    """A store failed while it was measured; `readings` is what is known of the trial."""

    def __init__(self, what: str, *, why: str = "", readings: Readings) -> None:
        super().__init__(what, why=why, do="go on with --resume once the cause is gone")
        self.readings = readings
