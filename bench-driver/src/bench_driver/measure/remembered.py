"""What servers announced in an earlier sweep: programs that have not changed since would announce
it again, so that a plan can be checked and shown without starting them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..errors import BenchError, UsageError
from ..model.formats import of_ending
from ..model.records import SweepRecord
from ..model.shape import shape
from ..plan.filters import USUAL, choose_formats, choose_types, letters
from ..plan.request import Request
from ..servers.base import Target
from ..servers.contract import Engines, read
from ..servers.identity import Live
from ..servers.specs import NAMES
from ..store.database import Store
from ..store.read import newest
from . import origin
from .wanted import Whose

#: Where a checkout has an object of each type in each format that carries it.
_GOLDEN = Path("providers") / "golden"
#: Where it has a file for each engine, of the engine's name: tests of both servers hold that.
_ENGINES = ("*-server/rooms/**/engines/**/*.*", "*-server/src/**/engines/**/*.*")


@dataclass(frozen=True)
class Remembered:
    """Servers as the sweep `sweep` met them."""

    sweep: str
    live: Mapping[str, Live]


def remembered(store: Store, whose: Whose, root: Path) -> Remembered | None:
    """The servers as the newest sweep met them that this checkout planned with the same programs.
    None where no sweep did: of native servers alone it is known which programs they are.
    """
    if whose.stack != "native":
        return None
    for sweep in newest(store):
        try:
            before = origin.started(root, sweep)
            if _same(before, whose) and not _changed(sweep, whose, root):
                return Remembered(
                    sweep.id, live_of(sweep.about["servers"], whose, root, f"sweep {sweep.id}")
                )
        except BenchError:  # another checkout's, or one of an older driver, or nothing is built
            continue
    return None


def refuse_uncommitted(request: Request, root: Path) -> None:
    """UsageError where the request names an object type or a format that no committed object is of,
    or an engine that has no file.

    It is what can be known of a first sweep before its servers start.
    """
    _refuse_without_file(request.engines, root)
    known = committed(root)
    if not known:
        return
    types = dict.fromkeys([*USUAL, *sorted(name for name, _ in known)])
    choose_formats(request.formats, sorted({form for _, form in known}))
    choose_types(request.object_types, list(types))


def committed(root: Path) -> list[tuple[str, str]]:
    """Each object type and format that a committed object is of."""
    names = [path.name.split(".") for path in (root / _GOLDEN).glob("*.*") if path.suffix[1:]]
    return [
        (name[0], of_ending(name[1])) for name in names if len(name) == 2 and name[1] != "sha256"
    ]


def shapes(root: Path) -> dict[str, dict[str, float]]:
    """What the canonical object of each type is like."""
    files = sorted((root / _GOLDEN).glob("*.json"))
    return {file.stem: shape(file.read_text(encoding="utf-8")) for file in files}


def _refuse_without_file(engines: Collection[str], root: Path) -> None:
    """UsageError where an engine is named of which the checkout has no file.

    A library in several forms has one file: `a-b.rs` may announce `a-b` and `a-b-equal`.
    """
    files = {
        letters(path.stem): path.name for pattern in _ENGINES for path in sorted(root.glob(pattern))
    }
    names = [name.strip() for item in engines for name in item.split(",")]
    for name in names if files else ():
        ends = [place for place, sign in enumerate(f"{name}-") if sign == "-"]
        if name != "all" and not any(letters(name[:end]) in files for end in ends):
            near = [files[one] for one in get_close_matches(letters(name), files, 3)]
            raise UsageError(
                f"--engine {name} fits nothing",
                why="neither server of this checkout has a file for an engine of that name"
                + (f"; near it are {', '.join(near)}" if near else ""),
                do="name one that `bench-driver servers engines` lists, or all",
            )


def _same(before: Whose, whose: Whose) -> bool:
    """Whether both start the wanted servers alike; the earlier one may have had more of the
    stack's own.
    """
    more = set(before.names) - set(whose.names)
    return (
        set(whose.names) <= set(before.names)
        and more <= set(NAMES)
        and (before.stack, before.setups, before.java_home, before.jvm_flags, before.objects)
        == (whose.stack, whose.setups, whose.java_home, whose.jvm_flags, whose.objects)
    )


def _changed(sweep: SweepRecord, whose: Whose, root: Path) -> bool:
    """Whether a program was built since the sweep was planned, or a server runs on another Java."""
    planned = datetime.fromisoformat(sweep.planned_at).timestamp()
    programs = [Path(word) for command in whose.commands(root) for word in command]
    java = sweep.about.get("java")
    return any(one.is_file() and one.stat().st_mtime >= planned for one in programs) or (
        java is not None and java != whose.java(root)
    )


def live_of(servers: Mapping[str, Any], whose: Whose, root: Path, source: str) -> dict[str, Live]:
    """Servers by what they announced once, as a plan keeps it; ServerError where that is none."""
    live = {}
    for name, spec in whose.specs(root).items():
        if (raw := servers.get(name)) is None:  # one that is joined with another
            continue
        said = read(Engines, raw, source)
        target = Target(
            name,
            spec.runtime,
            spec.role,
            raw["url"],
            consumer=spec.consumer,
            setup=spec.setup,
        )
        live[name] = Live(target, None, said, dict(raw))
    return live
