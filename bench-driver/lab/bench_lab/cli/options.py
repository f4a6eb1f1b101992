"""The option `--only` of a command that measures several things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from bench_driver.errors import UsageError


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_One = TypeVar("_One", bound=_Named)


def chosen_of(all_: Sequence[_One], only: Sequence[str]) -> list[_One]:
    """Those of these names, in their own order; all where none is named. UsageError where a name fits nothing."""
    known = [one.name for one in all_]
    unknown = [name for name in only if name not in known]
    if unknown:
        raise UsageError(f"--only {unknown[0]} fits nothing", why=f"there are {', '.join(known)}", do="name one of these")
    return [one for one in all_ if one.name in only or not only]
