"""The best library of each runtime, and by what factors formats and libraries differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from statistics import fmean

from ..errors import StoreError, UsageError
from ..model.best import BestEngine, Choice
from ..model.cell import Cell, Contender
from ..model.series import USUAL
from ..stats.interval import Interval
from ..store import read
from ..store.database import Store
from .disturbance import WORDS
from .facts import Facts
from .gather import gather
from .ranking import in_order
from .ratios import ratio_between_rounds

#: By these words an engine's settings say that somebody wrote its readers for each object type.
#: Such engines are a class of their own.
BY_HAND = "by hand"
#: By runtime its libraries on a cell, the fastest first.
Libraries = Mapping[str, Sequence[Contender]]
_DO = "make one: bench-driver sweep --engine all --checks usual; then name that one"


def chosen_by(store: Store, name: str) -> Choice:
    """The choice of the sweep of that name. UsageError where it has none."""
    try:
        sweep = read.find(store, name)
    except StoreError as error:
        why = f"{error.what}: {error.why}"
        raise UsageError(f"--best-of {name} names no sweep", why=why, do=error.do) from error
    if sweep.by_amounts:
        why = "an older driver measured it by amounts"
        raise UsageError(f"--best-of {sweep.id} cannot be used", why=why, do=_DO)
    return choice(gather(store, sweep))


def choice(facts: Facts) -> Choice:
    """The best engine of each runtime on each cell. UsageError where there is nothing to choose."""
    cells = libraries(facts)
    if why := _nothing_to_choose(cells):
        raise UsageError(f"--best-of {facts.sweep.id} has nothing to choose from", why=why, do=_DO)
    engines = [
        _best(facts, cell, those)
        for cell, runtimes in cells.items()
        for those in runtimes.values()
        if len(runtimes) > 1
    ]  # fmt: skip
    return Choice(facts.sweep.id, facts.sweep.planned_at, engines)


def _best(facts: Facts, cell: Cell, those: Sequence[Contender]) -> BestEngine:
    name, noise = facts.engine_name(cell, those[0]), WORDS[facts.measured[cell].basis(*those)]
    return BestEngine(cell, those[0].consumer, name, noise)


def has_several(facts: Facts) -> bool:
    """Whether two runtimes or more have several libraries each."""
    return not _nothing_to_choose(libraries(facts))


def libraries(facts: Facts) -> dict[Cell, Libraries]:
    """Each cell's libraries, under block and as people run it.

    Setups, object types in sizes and readers by hand are not among them.
    """
    found: dict[Cell, Libraries] = {}
    for cell, those in facts.compared("block").items():
        if cell.checks == USUAL and cell in facts.measured and not cell.size:
            mine = [who for who in those if not (who.setup or _is_by_hand(facts, cell, who))]
            order = in_order(facts.measured[cell], mine)
            names = dict.fromkeys(who.consumer for who in mine if who in order)
            found[cell] = {name: [who for who in order if who.consumer == name] for name in names}
    return found


def between_formats(facts: Facts) -> dict[str, list[tuple[str, Interval | None]]]:
    """By object type its formats, the fastest first, each with its time over that of the first,
    which has none. The intervals are simultaneous.

    A format's time is that of its best library, of whatever runtime.
    """
    logs: dict[str, dict[str, dict[int, float]]] = {}
    for cell, runtimes in libraries(facts).items():
        every = [who for mine in runtimes.values() for who in mine]
        if order := in_order(facts.measured[cell], every):
            times = facts.alike[cell].log_times(order[0])
            logs.setdefault(cell.object_type, {})[cell.format] = times
    rows = sum(len(of_formats) - 1 for of_formats in logs.values())
    found = {name: _over_first(of_formats, rows) for name, of_formats in logs.items()}
    return {name: those for name, those in found.items() if len(those) > 1}


def _over_first(
    logs: Mapping[str, Mapping[int, float]], rows: int
) -> list[tuple[str, Interval | None]]:
    """The formats with times of rounds in which the first has one too, the fastest first."""
    first, *others = sorted(logs, key=lambda name: fmean(logs[name].values()))
    ratios = ((name, ratio_between_rounds(logs[name], logs[first], rows)) for name in others)
    return [(first, None), *((name, ratio) for name, ratio in ratios if ratio)]


def between_libraries(facts: Facts) -> dict[str, dict[str, list[float]]]:
    """By runtime and format the slowest library's time over the quickest's, of each object type."""
    found: dict[str, dict[str, list[float]]] = {}
    for cell, runtimes in libraries(facts).items():
        for consumer, those in runtimes.items():
            figures = facts.measured[cell].figures(those[0], those[-1])
            if figures and len(those) > 1:
                of_formats = found.setdefault(consumer, {})
                of_formats.setdefault(cell.format, []).append(exp(fmean(figures.values())))
    return found


def _nothing_to_choose(cells: Mapping[Cell, Libraries]) -> str:
    """Why a choice cannot be made; empty where it can."""
    both = [runtimes for runtimes in cells.values() if len(runtimes) > 1]
    if not both:
        return "no cell has libraries of two runtimes, under block and as people run it"
    for name in dict.fromkeys(name for runtimes in both for name in runtimes):
        if all(len(runtimes.get(name, ())) < 2 for runtimes in both):
            return f"{name} has one engine in each cell, under block and as people run it"
    return ""


def _is_by_hand(facts: Facts, cell: Cell, who: Contender) -> bool:
    server = facts.sweep.about.get("servers", {}).get(who.server, {})
    name = facts.engine_name(cell, who)
    mine = [engine for engine in server.get("engines", []) if engine["name"] == name]
    return any(BY_HAND in setting for engine in mine for setting in engine.get("settings", ()))
