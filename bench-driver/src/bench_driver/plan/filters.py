"""Which object types, formats and engines a request asks for, among what the consumers announce.

Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import product

from ..errors import UsageError
from ..model import formats as of_formats
from ..model.cell import Contender
from ..model.scenario import object_name
from ..model.series import CHECKS, PARTIAL, SERIES, operation_of
from ..model.sizes import SIZES
from .amounts import choose
from .announced import Announced, AnnouncedEngine

#: A consumer in a setup, a format, a series.
Kind = tuple[Contender, str, str]
#: What a sweep measures unless it is asked for others: what all results so far are about.
USUAL = ("NumericObject", "DummyObject")


@dataclass(frozen=True)
class Filters:
    """What to measure; each that is empty takes all, but of object types and formats the usual
    ones, of sizes none, and of engines the default of each series.
    """

    object_types: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    checks: tuple[str, ...] = tuple(CHECKS)
    #: takes the first engine whose library differs between consumers, rather than the default,
    #: where any does
    changed: bool = False
    #: takes the engines of these letters next to the defaults
    touched: Collection[str] = ()
    #: of these consumers only engines that their usual ones lack, all of them where none is named
    adding: Collection[str] = ()


@dataclass(frozen=True)
class Objects:
    """An object type, in a size or as it is."""

    object_type: str
    size: str = ""

    @property
    def name(self) -> str:
        """For people."""
        return object_name(self.object_type, self.size)


@dataclass(frozen=True)
class Chosen:
    """What a request's filters leave: object types each in the formats that carry it, and of each
    consumer, format and series the engines.

    `defaults` has the first that is announced for each of these, and `readers` each consumer's
    engines with the object types that they read, or write.
    """

    objects: tuple[tuple[Objects, str], ...]
    engines: Mapping[Kind, Sequence[str]]
    defaults: Mapping[Kind, str]
    readers: Set[tuple[Contender, str, str, str]]
    #: the object types of which three fields can be read alone
    excerpted: Set[str] = frozenset()

    def of(self, object_type: str, who: Contender, format_name: str, checks: str) -> list[str]:
        """The engines of a consumer that read a type.

        A default that does not is among them: it is at fault, and its runs say so.
        """
        if operation_of(checks) == PARTIAL and object_type not in self.excerpted:
            return []
        kind, of = (who, format_name, checks), (operation_of(checks), object_type)
        return [
            name
            for name in self.engines[kind]
            if name == self.defaults[kind] or (who, name, *of) in self.readers
        ]


def chosen(filters: Filters, consumers: Mapping[Contender, Announced]) -> Chosen:
    """What the filters leave of what each consumer announces. UsageError where one fits nothing, or
    where nothing is left.
    """
    announced = [engine for engines in consumers.values() for engine in engines.engines]
    known = list(dict.fromkeys(name for engine in announced for name in engine.object_types))
    growing = [name for name in known if all(name in said.growing for said in consumers.values())]
    asked = (
        _in_sizes(filters, growing)
        if filters.sizes
        else [Objects(name) for name in choose_types(filters.object_types, known)]
    )
    formats = choose_formats(
        filters.formats, list(dict.fromkeys(engine.format for engine in announced))
    )
    wanted = {name.strip() for item in filters.engines for name in item.split(",")}
    _refuse_unfit(wanted, announced, filters.checks)
    there = {
        (who, *kind): _engines(said, *kind)
        for who, said in consumers.items()
        for kind in product(formats, filters.checks)
    }
    lacking = {
        key: _lacking(known, key[0], consumers) if key[0].server in filters.adding else known
        for key, known in there.items()
    }
    engines = {
        key: [name for name in known if name in wanted or "all" in wanted]
        if wanted
        else known
        if key[0].server in filters.adding
        else [*known[:1], *(name for name in known[1:] if letters(name) in filters.touched)]
        for key, known in lacking.items()
    }
    if filters.changed and not wanted and (changed := _changed(announced)):
        engines = {
            key: [name for name in known if name in changed][:1] for key, known in there.items()
        }
    if not any(engines.values()):
        what = (
            f"--engine {', '.join(filters.engines)}"
            if wanted
            else f"no engine of the series {', '.join(filters.checks)}"
        )
        why = (
            f"{what} reads {'none' if wanted else 'any'} of {', '.join(formats)} in "
            f"{', '.join(who.server for who in consumers)}"
        )
        raise UsageError(
            "there is nothing to sweep",
            why=why,
            do="see `bench-driver servers engines`, and leave a filter out",
        )
    # A type that no engine of a format announces is not carried by that format.
    carried = {(name, engine.format) for engine in announced for name in engine.object_types}
    objects = tuple(
        (one, format_name)
        for one, format_name in product(asked, formats)
        if (one.object_type, format_name) in carried
    )
    if not objects:
        names = ", ".join(one.name for one in asked)
        why = f"no engine of {', '.join(formats)} carries {names}"
        raise UsageError(
            "there is nothing to sweep",
            why=why,
            do="see `bench-driver servers engines` for the reason, and take another format",
        )
    every = [(who, engine) for who, said in consumers.items() for engine in said.engines]
    readers = {
        (who, engine.name, engine.operation, name)
        for who, engine in every
        for name in engine.object_types
    }
    excerpted = {name for said in consumers.values() for name in said.excerpted}
    return Chosen(
        objects,
        engines,
        {key: known[0] for key, known in there.items() if known},
        readers,
        excerpted,
    )


def letters(name: str) -> str:
    """What `JacksonCore`, `jackson_core` and `jackson-core` have in common."""
    return name.replace("-", "").replace("_", "").lower()


def choose_types(asked: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Those that a filter names; all of them for the word `all`; where it names none, the usual
    ones among those known. UsageError on a name that fits nothing.
    """
    return _choose(asked, USUAL, known, "--object-type")


def choose_formats(asked: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """The same of formats."""
    return _choose(asked, of_formats.USUAL, known, "--format")


def _choose(
    asked: Sequence[str], usual: Sequence[str], known: Sequence[str], option: str
) -> tuple[str, ...]:
    if any(name.strip().lower() == "all" for item in asked for name in item.split(",")):
        return tuple(known)
    return choose(asked or [name for name in usual if name in known], known, option)


def _in_sizes(filters: Filters, growing: Sequence[str]) -> list[Objects]:
    """Each type that a filter names in each size; where it names none, all that come in sizes."""
    if not growing:
        raise UsageError(
            "--size fits nothing",
            why="these consumers have no object type that comes in sizes",
            do="leave it out, or build the servers anew",
        )
    sizes = choose(() if "all" in filters.sizes else filters.sizes, list(SIZES), "--size")
    types = choose_types(filters.object_types or ("all",), growing)
    return [Objects(name, size) for name in types for size in sizes]


def _changed(announced: Sequence[AnnouncedEngine]) -> set[str]:
    """The engines whose library has not the same version wherever they are announced."""
    versions: dict[str, set[str]] = {}
    for engine in announced:
        versions.setdefault(engine.name, set()).add(engine.version)
    return {name for name, found in versions.items() if len(found) > 1}


def _engines(announced: Announced, format_name: str, checks: str) -> list[str]:
    """The engines of a consumer for a format in a series; the first is the default."""
    return [
        engine.name
        for engine in announced.engines
        if engine.format == format_name and checks in engine.series
    ]


def _lacking(
    known: Sequence[str], who: Contender, consumers: Mapping[Contender, Announced]
) -> list[str]:
    """Those of a setup's engines that its usual consumer has not."""
    usual = consumers.get(Contender(who.consumer))
    return [
        name for name in known if not usual or name not in {engine.name for engine in usual.engines}
    ]


def _refuse_unfit(
    wanted: Set[str], announced: Sequence[AnnouncedEngine], checks: Collection[str]
) -> None:
    """UsageError where an engine was named that nobody has, that is compared with nothing, or that
    is in no series that is measured.
    """
    series: dict[str, set[str]] = {}
    for engine in announced:
        series.setdefault(engine.name, set()).update(engine.series)
    for name in sorted(wanted - {"all"}):
        if name not in series:
            raise UsageError(
                f"--engine {name} fits nothing",
                why=f"there are {', '.join(series)}",
                do="name one of these, or all; some are in a build of their own, see --setup",
            )
        if not series[name]:
            why = "its server announces it in no series, so that it is compared with nothing"
            raise UsageError(
                f"--engine {name} cannot be swept",
                why=why,
                do=f"measure it alone: `bench-driver run --engine {name}`",
            )
        if not series[name] & set(checks):
            stands = " and ".join(found for found in SERIES if found in series[name])
            why = f"its series are {stands}, and this sweep measures {' and '.join(checks)}"
            raise UsageError(
                f"--engine {name} is not of this series",
                why=why,
                do="name another engine, another --checks, or its --operation",
            )
