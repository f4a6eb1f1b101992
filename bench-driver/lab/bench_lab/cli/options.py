"""What commands share that measure several things in rounds: `--only`, also where rounds that are kept say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from bench_driver.errors import UsageError

if TYPE_CHECKING:
    from bench_driver.measure.kept import Kept


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_One = TypeVar("_One", bound=_Named)
_Given = TypeVar("_Given")
_Found = TypeVar("_Found")


def chosen_of(all_: Sequence[_One], only: Sequence[str]) -> list[_One]:
    """Those of these names, in their own order; all where none is named. UsageError where a name fits nothing."""
    known = [one.name for one in all_]
    unknown = [name for name in only if name not in known]
    if unknown:
        raise UsageError(f"--only {unknown[0]} fits nothing", why=f"there are {', '.join(known)}", do="name one of these")
    return [one for one in all_ if one.name in only or not only]


def of_kept(before: Kept[_Found] | None, option: str, given: _Given) -> _Given:
    """What an option asks for: where rounds are gone on with, what these are of. UsageError where it was given and asks for something else."""
    if before is None:
        return given
    kept: Any = before.asked[option.removeprefix("--")]
    kept = tuple(kept) if isinstance(given, tuple) else kept
    if given and given != kept:
        raise UsageError(f"{option} does not go with --resume", why="the rounds that are kept are of something else", do="leave one of the two out")
    return kept  # type: ignore[no-any-return]
