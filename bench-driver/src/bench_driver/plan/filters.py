"""Which object types, formats and engines a request asks for, among what the consumers announce. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ..errors import UsageError
from ..model.sizes import SIZES, of_size, type_of
from .amounts import choose
from .announced import Announced

#: What a sweep measures unless it is asked for others: what all results so far are about.
USUAL = ("NumericObject", "DummyObject")


@dataclass(frozen=True)
class Filters:
    """What to measure; each that is empty takes all, but of object types the `USUAL` ones, of sizes none, and of engines the default of each format."""

    object_types: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chosen:
    """What a request's filters leave: object types each in the formats that carry it, and of each consumer and format the engines, None for its default."""

    objects: tuple[tuple[str, str], ...]
    engines: Mapping[tuple[str, str], Sequence[str | None]]


def chosen(filters: Filters, consumers: Mapping[str, Announced]) -> Chosen:
    """What the filters leave of what each consumer announces. UsageError where one fits nothing, or where nothing is left."""
    announced = [engine for engines in consumers.values() for engine in engines.engines]
    known = list(dict.fromkeys(name for engine in announced for name in engine.object_types))
    growing = [name for name in known if all(name in said.growing for said in consumers.values())]
    object_types = _in_sizes(filters, growing) if filters.sizes else _object_types(filters.object_types, known)
    formats = choose(filters.formats, list(dict.fromkeys(engine.format for engine in announced)), "--format")
    engines = {(name, format_name): _engines(filters.engines, said, format_name) for name, said in consumers.items() for format_name in formats}
    if filters.engines:
        _refuse_unknown(filters.engines, [engine.name for engine in announced])
    if not any(engines.values()):
        why = f"--engine {', '.join(filters.engines)} reads none of {', '.join(formats)} in {', '.join(consumers)}"
        raise UsageError("there is nothing to sweep", why=why, do="see `bench-driver servers engines`, and leave a filter out")
    # An engine that alone does not announce a type is at fault, and its runs say so; a type that none of a format announces is not carried by that format.
    carried = {(name, engine.format) for engine in announced for name in engine.object_types}
    objects = tuple((name, format_name) for name, format_name in product(object_types, formats) if (type_of(name), format_name) in carried)
    if not objects:
        why = f"no engine of {', '.join(formats)} carries {', '.join(object_types)}"
        raise UsageError("there is nothing to sweep", why=why, do="see `bench-driver servers engines` for the reason, and take another format")
    return Chosen(objects, engines)


def _object_types(asked: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Those that a filter names; all of them for the word `all`; where it names none, the usual ones among those known."""
    if any(name.strip().lower() == "all" for item in asked for name in item.split(",")):
        return tuple(known)
    return choose(asked or [name for name in USUAL if name in known], known, "--object-type")


def _in_sizes(filters: Filters, growing: Sequence[str]) -> tuple[str, ...]:
    """Each type that a filter names in each size; where it names none, all that come in sizes."""
    if not growing:
        raise UsageError("--size fits nothing", why="these consumers have no object type that comes in sizes", do="leave it out, or build the servers anew")
    sizes = choose(() if "all" in filters.sizes else filters.sizes, list(SIZES), "--size")
    types = _object_types(filters.object_types or ("all",), growing)
    return tuple(of_size(name, size) for name in types for size in sizes)


def _engines(asked: Sequence[str], announced: Announced, format_name: str) -> list[str | None]:
    """The engines of a consumer for a format, None for its default."""
    if not asked:
        return [None]
    wanted = {name.strip() for item in asked for name in item.split(",")}
    there = [engine for engine in announced.engines if engine.format == format_name and (engine.name in wanted or "all" in wanted)]
    return [None if engine.default else engine.name for engine in there]


def _refuse_unknown(asked: Sequence[str], known: Sequence[str]) -> None:
    for item in asked:
        for name in item.split(","):
            if name.strip() not in (*known, "all"):
                raise UsageError(f"--engine {name.strip()} fits nothing", why=f"there are {', '.join(dict.fromkeys(known))}", do="name one of these, or all")
