"""Two contenders of a sweep on every cell that has both, or in two formats of each object type,
whichever two they are. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from ..errors import UsageError
from ..model.cell import Cell, Contender
from ..model.condition import CORES
from ..stats.pairs import Measured
from .disturbance import Noise
from .facts import Facts
from .headline import BY, Kind, kind
from .ratios import Row, row, row_of_figures
from .trust import Trust, worse


@dataclass(frozen=True)
class Side:
    """A contender on a cell."""

    cell: Cell
    who: Contender


#: The two sides of a row. What is compared lies in one cell, or in two formats of an object type.
Pair = tuple[Side, Side]


@dataclass(frozen=True)
class Scope:
    """The cells of a claim: of a condition, a series and some object types and formats; empty
    where nobody said. Without a series it is the first that has both contenders.
    """

    condition: str = ""
    checks: str = ""
    object_types: Collection[str] = ()
    formats: Collection[str] = ()


@dataclass(frozen=True)
class Claim:
    """How long `other` takes compared with `name`: rows whose ratios are the second's time over the
    first's, as those of a report are, in one series, and whose intervals are simultaneous.
    """

    name: str
    other: str
    rows: Sequence[Row]
    pairs: Sequence[Pair]
    #: what the rows are good for; never better than what the sweep is
    trust: Trust

    @property
    def across_formats(self) -> bool:
        """Whether each row has two formats."""
        return any(one.cell != two.cell for one, two in self.pairs)

    @property
    def headline(self) -> str:
        """The two, the range of the rows' ratios, and whether no row has a verdict."""
        ratios = sorted(row.decision.ratio.estimate for row in self.rows if row.decision)
        both = f"{self.other} over {self.name}"
        if not ratios:
            return f"{both}: nothing was measured"
        ends = " to ".join(dict.fromkeys(f"{ratio:.2f}" for ratio in (ratios[0], ratios[-1])))
        decided = any(kind(row) in ("faster", "slower", "same") for row in self.rows)
        return (
            f"{both}: {ends} {'of' if ratios[-1] < 1 else 'times'} the time"
            f"{'' if decided else ', without a verdict'}"
        )

    def sentence(self, *, one_start: bool) -> str:
        """What may be said of the two: how many rows have which verdict."""
        kinds = Counter(kind(row) for row in self.rows)
        said: dict[Kind, str] = {
            "slower": f"{self.name} is faster by {BY} or more",
            "faster": f"{self.other} is faster by {BY} or more",
            "same": f"the same within {BY}",
            "unresolved": "unresolved",
            "too few rounds": "too few rounds for a verdict",
            "not measured": "no whole group",
        }
        of = f" of {len(self.rows)} row{'' if len(self.rows) == 1 else 's'}"
        told = [f"{words} in {kinds[name]}" for name, words in said.items() if kinds[name]]
        start = "of these processes, which were started once: " if one_start else ""
        return f"What may be said: {start}{'; '.join([told[0] + of, *told[1:]])}."


def claim(facts: Facts, name: str, other: str, scope: Scope) -> Claim:
    """The claim on two contenders by names as reports print them, by those of their engines, or by
    patterns of these, as `java-server *-blackbird`.

    Raises:
        UsageError: a name fits none or several of a cell, or there is nothing to compare

    """
    condition = scope.condition or facts.conditions[0]
    if condition == CORES:
        raise UsageError(
            "there is no such card", why=f"{CORES} measured rates", do="name another --condition"
        )
    cells = [cell for cell in facts.cells if cell.condition == condition and _within(cell, scope)]
    first, second = (_on_cells(facts, cells, one) for one in (name, other))
    shared = [(Side(cell, first[cell]), Side(cell, second[cell])) for cell in cells
              if cell in first and cell in second]  # fmt: skip
    every = shared or list(_in_two_formats(first, second))
    pairs = [pair for pair in every if pair[0].cell.checks == every[0][0].cell.checks]
    if not pairs:
        where = [", ".join(cell.in_series for cell in side) for side in (first, second)]
        raise UsageError(
            f"{name} cannot be compared with {other}",
            why=f"{name} has {where[0]}; {other} has {where[1]}",
            do="name two of one series that have a format in common, or one format each",
        )
    if any(one == two for one, two in pairs):
        raise UsageError(
            f"{name} cannot be compared with {other}",
            why="both are the same contender",
            do="name another",
        )
    names = _labels(facts, pairs, (name, other))
    rows = [_row(facts, pair, len(pairs)) for pair in pairs]
    noise = [_noise(facts, *of) for of in zip(pairs, rows, strict=True)]
    trust = worse(facts.trust_of(rows, noise), facts.trust)
    return Claim(names[0], names[1], rows, pairs, trust)


def _within(cell: Cell, scope: Scope) -> bool:
    return (
        (not scope.checks or cell.checks == scope.checks)
        and (not scope.object_types or cell.object_type in scope.object_types)
        and (not scope.formats or cell.format in scope.formats)
    )


def _in_two_formats(
    first: Mapping[Cell, Contender], second: Mapping[Cell, Contender]
) -> Iterator[Pair]:
    """The two on the same objects, each in the one format that it has of them."""
    for cell, who in first.items():
        same = replace(cell, format="")
        mine = [one for one in first if replace(one, format="") == same]
        others = [one for one in second if replace(one, format="") == same]
        if len(mine) == len(others) == 1:
            yield Side(cell, who), Side(others[0], second[others[0]])


def _row(facts: Facts, pair: Pair, rows: int) -> Row:
    one, two = pair
    if one.cell == two.cell:
        measured = facts.measured.get(one.cell, Measured({}))
        made = row(one.cell, one.who, two.who, measured, rows=rows)
        return replace(made, of_best=bool(facts.best_of))
    # Two formats lie in different groups, so that the ratio is one of rounds.
    sides = [facts.alike.get(side.cell, Measured({})) for side in pair]
    times = [of.times(side.who) for of, side in zip(sides, pair, strict=True)]
    made = row_of_figures(two.cell, one.who, two.who, *times, rows=rows)
    bases = {of.basis(side.who) for of, side in zip(sides, pair, strict=True)}
    if bases == {"quiet"}:
        return replace(made, basis="quiet")
    known = {
        facts.measured[side.cell].basis(side.who) for side in pair if side.cell in facts.measured
    }
    return replace(made, basis="with neighbours" if "with neighbours" in known else "uncorrected")


def _noise(facts: Facts, pair: Pair, row: Row) -> Noise:
    """What the measuring of a row was like; of two formats, of the worse one."""
    first = facts.noise(replace(row, cell=pair[0].cell))
    return facts.noise(row) if first == "quiet" else first


def _names(facts: Facts, cell: Cell) -> dict[str, Contender]:
    """The contenders of a cell by what reports call them: a default has the name of its engine too,
    and who is its runtime's best that of its consumer. Engines of usual setups go by theirs alone.
    """
    those = facts.compared(cell.condition).get(cell, [])
    engines = {who: who.engine or facts.engine_name(cell, who) for who in those}
    defaults = {f"{who.server} {engines[who]}": who for who in those if not who.engine}
    usual = Counter(engines[who] for who in those if not who.setup)
    alone = {engines[who]: who for who in those if not who.setup and usual[engines[who]] == 1}
    best = {who.consumer: who for who in those} if facts.best_of else {}
    return {**alone, **defaults, **{str(who): who for who in those}, **best}


def _on_cells(facts: Facts, cells: Sequence[Cell], name: str) -> dict[Cell, Contender]:
    """The contender of that name on each of the cells that have it. UsageError."""
    found, known = dict[Cell, Contender](), dict[str, None]()
    for cell in cells:
        names = _names(facts, cell)
        known.update(dict.fromkeys(one for one, who in names.items() if one.startswith(who.server)))
        exact = [names[name]] if name in names else []
        fits = exact or list({who: 0 for each, who in names.items() if fnmatchcase(each, name)})
        if len(fits) > 1:
            several = ", ".join(map(str, fits))
            raise UsageError(
                f"{name} names more than one contender",
                why=f"of {cell.in_series} it fits {several}",
                do="name one of these",
            )
        if fits:
            found[cell] = fits[0]
    if not found:
        raise UsageError(
            f"{name} names no contender of sweep {facts.sweep.id}",
            why=f"there are {', '.join(known) or 'none in these cells'}",
            do="name two of these, each in quotes",
        )
    return found


def _labels(facts: Facts, pairs: Sequence[Pair], given: tuple[str, str]) -> list[str]:
    """What the two are called: each as it was given where that names several contenders, else by
    the contender's own name; two of one server go by their engines, and two formats by both.
    """
    one_server = len({side.who.server for pair in pairs for side in pair}) == 1
    across = any(one.cell != two.cell for one, two in pairs)
    labels = []
    for place, name in enumerate(given):
        sides = [pair[place] for pair in pairs]
        found = {_label(facts, side, one_server=one_server, across=across) for side in sides}
        labels.append(found.pop() if len(found) == 1 and not _is_best(facts, name) else name)
    return labels


def _label(facts: Facts, side: Side, *, one_server: bool, across: bool) -> str:
    engine = side.who.engine or facts.engine_name(side.cell, side.who)
    if across:
        server = "" if one_server else f"{side.who.server} "
        return f"{server}{engine} as {side.cell.format}"
    return engine if one_server else str(side.who)


def _is_best(facts: Facts, name: str) -> bool:
    """Whether a name is that of a consumer, whose best engine differs from cell to cell."""
    return bool(facts.best_of) and name in {
        who.consumer for those in facts.contenders.values() for who in those
    }
