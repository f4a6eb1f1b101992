"""Why a run is not made, in the contract's words."""

from __future__ import annotations


class ProblemError(Exception):
    """A problem of the contract: the status, the code, and what a person reads."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
