"""The plan of a sweep: which contenders in which cells, and of each part of a round the warm-up and
the slices; the same for the same seed. Pure.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from ..model.cell import AGAIN, BROWSER, ITSELF, ONE_THREAD, Cell, Contender, Process, Turn, cell_of
from ..model.condition import WRITE
from ..model.series import DECODE, EQUAL
from .conditions import conditions
from .groups import Group, SliceSize, curves_of, fewer, nearest, round_of, slice_size
from .request import Held
from .threads import threads_for

#: What a run asks its consumer for, but for where the provider is, which runtime that is, and the
#: engine.
Asked = dict[str, Any]
#: A run with what it asks for.
Planned = tuple[Turn, Asked]
#: With how many runs each contender is warmed in each cell.
WarmUp = Mapping[tuple[Cell, Contender], int]
#: Requests in flight while providers are warmed: there the time does not matter.
WARM_UP_CONCURRENCY = 16
#: What a plan keeps of its slices' amounts, where it has any.
_OF_AMOUNTS = ("amounts", "cold_amounts", "cold")
#: More runs warm nobody: what compiles on behind this many objects, compiles on behind more.
MOST_RUNS = 24


@dataclass(frozen=True)
class Plan:
    """Each cell's contenders, the first of which is the baseline; the providers, the groups of a
    cell in a round, and what holds for every slice.

    `groups` are those of a cell of the first condition; one of more than two contenders has as many
    as balance them and come nearest to that. Where `fewer_beside`, the cells of the other
    conditions have half as many. A round has a part for each series, and each part has consumers of
    its own: engines of both in one process would train each other's call sites. `apart` says
    whether a process of a consumer parses one format alone too: there is a part for each format of
    a series then. Where `engines_apart`, each engine of a part has a process of its own as well, so
    that none shares compiled code, a heap or a collector with another. Where `with_itself`, each
    round compares each usual consumer with itself on one cell, in its own process and in a second
    one that was warmed alike.
    """

    contenders: Mapping[Cell, tuple[Contender, ...]]
    providers: tuple[str, ...]
    groups: int
    seed: int
    held: Held
    apart: bool = False
    engines_apart: bool = False
    #: on which the cells of `cores` are parsed at once
    threads: int = 1
    fewer_beside: bool = False
    with_itself: bool = False

    def itself(self, number: int) -> dict[Cell, list[Contender]]:
        """Whom a round compares with itself, and on which cell: the cells of the answer take turns,
        and each consumer begins at another.
        """
        first = next(iter(self.contenders))
        cells = [
            cell
            for cell in self.contenders
            if (cell.condition, cell.checks) == (first.condition, first.checks) and not cell.coding
        ]
        none = first.checks == EQUAL or first.on_all_cores or first.pushed
        if not self.with_itself or self.held.amounts or none:
            return {}
        alone = [
            who
            for cell in cells
            for who in self.contenders[cell]
            if who.compared and not who.setup and who.consumer != BROWSER
        ]
        consumers = list(dict.fromkeys(who.consumer for who in alone))
        found: dict[Cell, list[Contender]] = {}
        for place, consumer in enumerate(consumers):
            cell = cells[(number - 1 + place * len(cells) // len(consumers)) % len(cells)]
            found.setdefault(cell, []).extend(
                [who for who in self.contenders[cell] if who.server == consumer and who.compared][
                    :1
                ]
            )
        return found

    def groups_of(self, cell: Cell) -> int:
        """How many groups of a cell are in a round."""
        if self.held.amounts:
            return len(self.providers) * len(self._runs_apart(cell))
        first = next(iter(self.contenders)).condition
        if cell.condition == first or not self.fewer_beside:
            return (
                self.groups
                if len(self.contenders[cell]) < 3
                else nearest(len(self.contenders[cell]), len(self.providers), self.groups)
            )
        return fewer(len(self.contenders[cell]), len(self.providers), self.groups)

    def parts(self, number: int) -> list[list[Cell]]:
        """The cells of each part of a round, in the order of the parts, which is random."""
        parts: dict[tuple[str, str], list[Cell]] = {}
        for cell in self.contenders:
            parts.setdefault((cell.checks, cell.format if self.apart else ""), []).append(cell)
        order = list(parts)
        self._dice(number, "parts").shuffle(order)
        return [parts[key] for key in order]

    def processes(self, number: int, part: Sequence[Cell]) -> dict[Contender, Process]:
        """The processes of a part, by who parses in each.

        The first engine of a server has the server's own.
        """
        engines: dict[str, dict[Contender, None]] = {}
        for cell in part:
            for who in self.contenders[cell]:
                engines.setdefault(who.server, {})[who.in_process] = None
        own = {
            who: Process(server, str(place) if place > 1 and self.engines_apart else "")
            for server, those in engines.items()
            for place, who in enumerate(those, 1)
        }
        again = (who for _, who in self._pairs(number, part) if who.role == AGAIN)
        return own | {who: Process(who.server, AGAIN) for who in again}

    def warm_up(
        self, number: int, part: Sequence[Cell], runs: WarmUp | None = None
    ) -> Iterator[Planned]:
        """The runs with which a part of a round begins.

        They are cold ones, those that make providers quick, and of each contender in each of its
        cells as many as `runs` says. Without `runs` they are as many as were asked for, else the
        first few, behind which the first round adds its own (`warm_up_run`).
        """
        yield from self._cold(number, part)
        yield from self._of_providers(number, part)
        pairs = self._pairs(number, part)
        for run in range(max(self._runs_of(runs, *pair) for pair in pairs)):
            due = {pair for pair in pairs if run < self._runs_of(runs, *pair)}
            yield from self.warm_up_run(number, part, run, due)

    def warm_up_run(
        self, number: int, part: Collection[Cell], run: int, of: Collection[tuple[Cell, Contender]]
    ) -> Iterator[Planned]:
        """One run of each of these contenders in its cell, and of their second processes.

        `run` counts from 0. Providers come by turns.
        """
        pairs = self._pairs(number, part)
        self._dice(number, self._named("warm-up", part)).shuffle(pairs)
        provider = self.providers[run % len(self.providers)]
        for cell, who in pairs:
            if (cell, who) in of or (cell, _first(who)) in of:
                sizes = (self.held.warmup_run, self.held.warmup_slice)
                many, before = (_fewer(n, cell) * self._threads(cell) for n in sizes)
                asked = {"amount": many, "warmup": before, **self._under(cell, who)}
                turn = self._turn(number, "warmup", provider, cell, who, (many,))
                yield turn, self._asked(cell, asked)

    def runs_at_first(self, part: Collection[Cell]) -> int:
        """How many runs warm each contender of a part before anybody knows how many it takes."""
        return max(self._runs_of(None, *pair) for pair in self.pairs if pair[0] in part)

    def part_groups(
        self, number: int, part: Collection[Cell], amounts: Mapping[Cell, int]
    ) -> Iterator[list[Planned]]:
        """A part's groups in their order, each slice of its cell's amount; of cells without one
        none.
        """
        for group in self._groups(number, part):
            if group.cell in amounts:
                yield self._group(number, group, amounts[group.cell])

    def further(
        self, number: int, part: Sequence[Cell], cell: Cell, amount: int, before: int
    ) -> Iterator[list[Planned]]:
        """Further groups of a cell in a round that has this many of them `before`.

        Each provider comes with each order once. None where there are twice as many as planned.
        """
        contenders = self.contenders[cell]
        unit = len(contenders) * len(self.providers)
        if self.held.amounts or before + unit > 2 * self.groups_of(cell):
            return
        what = f"{self._named('further groups', part)} of {cell.object_name}"
        dice = self._dice(number, f"{what} under {cell.condition} behind {before}")
        for group in round_of({cell: contenders}, self.providers, dice, {cell: unit}):
            yield self._group(number, replace(group, number=before + group.number), amount)

    def runs(self, number: int, runs: WarmUp | None = None) -> int:
        """How many runs and slices a round comprises: known before the sizes of slices are."""
        return sum(
            sum(1 for _ in self.warm_up(number, part, runs)) + self._planned(number, part)
            for part in self.parts(number)
        )

    def _cold(self, number: int, part: Sequence[Cell]) -> Iterator[Planned]:
        """The runs of a part that measure the first objects of a process just started."""
        points = self.held.cold_amounts
        counts = {"none": 0, "one-provider": 1, "all": len(self.providers)}
        for cell in part:
            for provider in self.providers[: counts[self.held.cold]]:
                for who in self.contenders[cell]:
                    asked = {"amount": points[-1], "checkpoints": list(points)}
                    turn = self._turn(number, "cold", provider, cell, who, points)
                    yield turn, self._asked(cell, {**asked, **self._under(cell, who)})

    def _of_providers(self, number: int, part: Iterable[Cell]) -> Iterator[Planned]:
        """Requests of each contender, each object type and format once, of each provider.

        What is written needs none.
        """
        parsed = {
            (cell.object_name, cell.format, cell.coding, who): cell
            for cell in part
            if cell.condition != WRITE
            for who in self.contenders[cell]
        }
        once = [(cell, who) for (*_, who), cell in parsed.items() if who.role != ONE_THREAD]
        asked = {"amount": self.held.warmup_provider, "concurrency": WARM_UP_CONCURRENCY}
        for provider in self.providers if self.held.warmup_provider else ():
            for cell, who in once:
                turn = self._turn(number, "provider-warmup", provider, cell, who)
                yield turn, self._asked(cell, asked)

    def _runs_apart(self, cell: Cell) -> tuple[tuple[int, ...], ...]:
        """The amounts of each run: a receiver of pushes tells of a whole run alone."""
        amounts = self.held.amounts
        return tuple((amount,) for amount in amounts) if cell.pushed else (amounts,)

    def _group(self, number: int, group: Group, amount: int) -> list[Planned]:
        """The slices of a group."""
        cell = group.cell
        before = _fewer(self.held.warmup_slice, cell) * self._threads(cell)
        points = group.points or (amount,)
        more = {"checkpoints": list(points)} if len(points) > 1 else {}
        slices: list[Planned] = []
        for place, who in enumerate(group.order):
            turn = Turn(
                round=number,
                series="slice",
                cell=cell,
                contender=who,
                provider=group.provider,
                amount=points[-1],
                points=points,
                group=group.number,
                place=place,
            )
            asked = {"amount": points[-1], "warmup": before, **more, **self._under(cell, who)}
            slices.append((turn, self._asked(cell, asked)))
        return slices

    def _planned(self, number: int, part: Iterable[Cell]) -> int:
        """How many slices of a part a round has, but for those of further groups."""
        cells = list(part)
        slices = sum(self.groups_of(cell) * len(self.contenders[cell]) for cell in cells)
        alone = [
            who for cell, those in self.itself(number).items() if cell in cells for who in those
        ]
        return slices + 2 * self._alone * len(alone)

    @property
    def _alone(self) -> int:
        """In how many groups a consumer is compared with itself: each provider with each order
        once.
        """
        return 2 * len(self.providers)

    def _groups(self, number: int, part: Collection[Cell]) -> list[Group]:
        contenders = {cell: self.contenders[cell] for cell in part}
        dice = self._dice(number, self._named("groups", part))
        if self.held.amounts:
            points = {cell: self._runs_apart(cell) for cell in part}
            return curves_of(contenders, self.providers, dice, points, number)
        many = {cell: self.groups_of(cell) for cell in part}
        groups = round_of(contenders, self.providers, dice, many)
        alone = [
            group
            for cell, those in self.itself(number).items()
            if cell in part
            for who in those
            for group in self._with_itself(cell, who, dice)
        ]
        for group in alone:
            groups.insert(dice.randrange(len(groups) + 1), group)
        return groups

    def _with_itself(self, cell: Cell, who: Contender, dice: random.Random) -> list[Group]:
        """The groups in which a contender is compared with itself.

        They are counted behind all others that the cell may have.
        """
        both = {cell: (replace(who, role=ITSELF), replace(who, role=AGAIN))}
        before = 2 * self.groups_of(cell) + self._alone * self.contenders[cell].index(who)
        drawn = round_of(both, self.providers, dice, {cell: self._alone})
        return [replace(group, number=before + group.number) for group in drawn]

    @property
    def pairs(self) -> list[tuple[Cell, Contender]]:
        """All contenders, each in each of its cells."""
        return [(cell, who) for cell, those in self.contenders.items() for who in those]

    def _pairs(self, number: int, part: Collection[Cell]) -> list[tuple[Cell, Contender]]:
        """Who is warmed as a part of a round begins, each in each of its cells: contenders, and
        second processes, which parse all that the first ones do.
        """
        again = {
            who for cell, those in self.itself(number).items() if cell in part for who in those
        }
        pairs = [pair for pair in self.pairs if pair[0] in part]
        # No provider pushes to a process that was not there when it started.
        own = [(cell, who) for cell, who in pairs if not cell.pushed and who in again]
        return pairs + [(cell, replace(who, role=AGAIN)) for cell, who in own]

    def _runs_of(self, runs: WarmUp | None, cell: Cell, who: Contender) -> int:
        return self.held.warmup_runs or (runs or {}).get((cell, _first(who)), len(self.providers))

    def _turn(
        self,
        number: int,
        series: str,
        provider: str,
        cell: Cell,
        who: Contender,
        points: tuple[int, ...] = (),
    ) -> Turn:
        amount = points[-1] if points else self.held.warmup_provider
        return Turn(
            round=number,
            series=series,
            cell=cell,
            contender=who,
            provider=provider,
            amount=amount,
            points=points,
        )

    def _named(self, what: str, part: Collection[Cell]) -> str:
        """What dice are for, of a part by its format, and by its series where there are two."""
        cell, several = next(iter(part)), len({cell.checks for cell in self.contenders}) > 1
        return " of ".join(
            [what, *([cell.format] if self.apart else []), *([cell.checks] if several else [])]
        )

    def size(self, cell: Cell, window_ns: float = 0.0, whole_ns: float = 0.0) -> SliceSize:
        """The size of a cell's slices, as `slice_size` finds it for each of its threads; the least
        where nobody knows the times.
        """
        if self.held.amounts:
            return SliceSize(self.held.amounts[-1])
        threads = self._threads(cell)
        unit = self._variants(cell) * threads
        return slice_size(window_ns / threads, whole_ns, unit) if whole_ns else SliceSize(unit)

    def _threads(self, cell: Cell) -> int:
        return self.threads if cell.on_all_cores else 1

    def _under(self, cell: Cell, contender: Contender) -> Asked:
        """What a contender's request says of the cell's condition."""
        return {
            **conditions(cell),
            **(threads_for(contender, self.threads) if cell.on_all_cores else {}),
        }

    def _asked(self, cell: Cell, more: Asked) -> Asked:
        said = {"operation": cell.operation} if cell.operation != DECODE else {}
        return {
            "object_type": cell.object_type,
            **({"size": cell.size} if cell.size else {}),
            "object_format": cell.format,
            **({"coding": cell.coding} if cell.coding else {}),
            **said,
            "variants": self._variants(cell),
            **more,
        }

    def _variants(self, cell: Cell) -> int:
        size = cell.sized
        return min(self.held.variants, size.variants) if size else self.held.variants

    def _dice(self, number: int, what: str) -> random.Random:
        """A round's own dice, so that a later round can be drawn by itself."""
        return random.Random(f"{what} of round {number} of {self.seed}")

    @property
    def facts(self) -> dict[str, Any]:
        """The plan as a store keeps it; `planned` reads it back."""
        cells = [
            {**asdict(cell), "contenders": [asdict(who) for who in those]}
            for cell, those in self.contenders.items()
        ]
        held = {**asdict(self.held), **({"threads": self.threads} if self.threads > 1 else {})}
        if not self.held.amounts:
            held = {name: value for name, value in held.items() if name not in _OF_AMOUNTS}
        kinds = {
            "apart": self.apart,
            "fewer_beside": self.fewer_beside,
            **{name: True for name in ("engines_apart", "with_itself") if getattr(self, name)},
        }
        return {
            "groups": self.groups,
            "providers": list(self.providers),
            "cells": cells,
            **kinds,
            **held,
        }


def planned(facts: Mapping[str, Any], seed: int) -> Plan:
    """The plan that such facts are of."""
    contenders = {
        cell_of(item): tuple(Contender(**who) for who in item["contenders"])
        for item in facts["cells"]
    }
    known = {item.name: facts[item.name] for item in fields(Held) if item.name in facts}
    listed: dict[str, Any] = {
        name: tuple(one) for name, one in known.items() if isinstance(one, list)
    }
    held = Held(**{**known, **listed})
    said = {
        item.name: facts[item.name]
        for item in fields(Plan)
        if item.name in ("apart", "engines_apart", "threads", "fewer_beside", "with_itself")
        and item.name in facts
    }
    return Plan(contenders, tuple(facts["providers"]), facts["groups"], seed, held, **said)


def warm_up(cells: Iterable[Mapping[str, Any]]) -> dict[tuple[Cell, Contender], int]:
    """With how many runs each contender is warmed in each cell, as the first round found it;
    `cells` are those of a sweep's `about`.
    """
    names = [part.name for part in fields(Contender)]
    told = ((cell_of(item), who) for item in cells for who in item["pilot"] if "warmup_runs" in who)
    return {
        (cell, Contender(**{name: who[name] for name in names})): who["warmup_runs"]
        for cell, who in told
    }


def _first(who: Contender) -> Contender:
    """The contender of which one is the second process; itself where it is none."""
    return replace(who, role="") if who.role == AGAIN else who


def _fewer(count: int, cell: Cell) -> int:
    """As many objects to warm by as that, or, of a size, as many bytes."""
    size = cell.sized
    return size.share(count) if size and count else count
