"""The plan of a sweep in groups: which contenders in which cells, and of each part of a round the warm-up and the slices; the same for the same seed. Pure."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from ..model.cell import AGAIN, BROWSER, ITSELF, NUMBER, ONE_THREAD, Cell, Contender, SliceTurn
from ..model.condition import WRITE
from ..model.records import Turn
from ..model.scenario import Scenario
from ..model.series import DECODE, EQUAL
from ..model.sizes import named, size_of
from .conditions import conditions
from .cores import threads_for
from .groups import Group, SliceSize, fewer, nearest, round_of, slice_size
from .plan import WARM_UP_CONCURRENCY
from .request import Held

#: What a run asks its consumer for, but for where the provider is, which runtime that is, and the engine.
Asked = dict[str, Any]
#: With how many runs each contender is warmed in each cell.
WarmUp = Mapping[tuple[Cell, Contender], int]
#: More runs warm nobody: what compiles on behind so many objects, compiles on behind more.
MOST_RUNS = 24


@dataclass(frozen=True)
class GroupedPlan:
    """Each cell's contenders, the first of which is the baseline; the providers, the groups of a cell in a round, and what holds for every slice.

    `groups` are those of a cell of the first condition; one of more than two contenders has as many as balance them and come nearest to that. Where
    `fewer_beside`, the cells of the other conditions have half as many.
    A round has a part for each series, and each part has consumers of its own: engines of both in one process would train each other's call sites. `apart`
    says whether a process of a consumer parses one format alone too: there is a part for each format of a series then. Where `engines_apart`, each engine of a
    part has a process of its own as well, so that none shares compiled code, a heap or a collector with another.
    Where `with_itself`, each round compares each usual consumer with itself on one cell, in its own process and in a second one that was warmed alike.
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
        """Whom a round compares with itself, and on which cell: the cells of the answer take turns, and each consumer begins at another."""
        first = next(iter(self.contenders))
        cells = [cell for cell in self.contenders if (cell.condition, cell.checks) == (first.condition, first.checks)]
        if not self.with_itself or first.checks == EQUAL or first.on_all_cores or first.pushed:
            return {}
        alone = [who for cell in cells for who in self.contenders[cell] if who.compared and not who.set_up and who.consumer != BROWSER]
        consumers = list(dict.fromkeys(who.consumer for who in alone))
        found: dict[Cell, list[Contender]] = {}
        for place, consumer in enumerate(consumers):
            cell = cells[(number - 1 + place * len(cells) // len(consumers)) % len(cells)]
            found.setdefault(cell, []).extend([who for who in self.contenders[cell] if who.consumer == consumer and who.compared][:1])
        return found

    def groups_of(self, cell: Cell) -> int:
        """How many groups of a cell are in a round."""
        first = next(iter(self.contenders)).condition
        if cell.condition == first or not self.fewer_beside:
            return self.groups if len(self.contenders[cell]) < 3 else nearest(len(self.contenders[cell]), len(self.providers), self.groups)
        return fewer(len(self.contenders[cell]), len(self.providers), self.groups)

    def parts(self, number: int) -> list[list[Cell]]:
        """The cells of each part of a round, in the order of the parts, which is random."""
        parts: dict[tuple[str, str], list[Cell]] = {}
        for cell in self.contenders:
            parts.setdefault((cell.checks, cell.format if self.apart else ""), []).append(cell)
        order = list(parts)
        self._dice(number, "parts").shuffle(order)
        return [parts[key] for key in order]

    def processes(self, number: int, part: Sequence[Cell]) -> dict[tuple[str, str], str]:
        """The names of a part's processes, by consumer and engine. The first engine of a consumer has the process that has the consumer's name."""
        engines: dict[str, dict[str, None]] = {}
        for cell in part:
            for who in self.contenders[cell]:
                engines.setdefault(who.consumer, {})[who.engine] = None
        names = {
            (consumer, engine): f"{consumer}{NUMBER}{place}" if place > 1 and self.engines_apart else consumer
            for consumer, those in engines.items()
            for place, engine in enumerate(those, 1)
        }
        return names | {(who.process, who.engine): who.process for _, who in self._pairs(number, part) if who.setup == AGAIN}

    def warmups(self, number: int, runs: WarmUp | None = None, cells: Collection[Cell] | None = None) -> Iterator[tuple[Turn, Asked]]:
        """The runs with which the parts of a round begin, of each contender in each cell as many as `runs` says.

        Without it they are as many as were asked for, else the first few, behind which the first round adds its own (`warm_up_run`). Where the round is of
        some `cells` alone, a part that has one of these is warmed whole, so that its processes have seen what they saw before.
        """
        for first, part in self._placed(number):
            if cells is not None and not any(cell in cells for cell in part):
                continue
            for position, (provider, cell, who) in enumerate(self._provider_warmups(number, part), first):
                asked = {"amount": self.held.warmup_provider, "concurrency": WARM_UP_CONCURRENCY}
                yield self._turn(number, position, "provider-warmup", provider, cell, who), self._asked(cell, asked)
            pairs = self._pairs(number, part)
            for run in range(max(self._runs_of(runs, *pair) for pair in pairs)):
                yield from self.warm_up_run(number, part, run, {pair for pair in pairs if run < self._runs_of(runs, *pair)})

    def warm_up_run(self, number: int, part: Collection[Cell], run: int, of: Collection[tuple[Cell, Contender]]) -> Iterator[tuple[Turn, Asked]]:
        """One run of each of these contenders in its cell, of a part's, and of their second processes; `run` counts from 0. Providers come by turns."""
        pairs = self._pairs(number, part)
        self._dice(number, self._named("warm-up", part)).shuffle(pairs)
        first = self.begins(number, part).start + len(self._provider_warmups(number, part)) + run * len(pairs)
        provider = self.providers[run % len(self.providers)]
        for position, (cell, who) in enumerate(pairs, first):
            if (cell, who) in of or (cell, _first(who)) in of:
                many, before = (_fewer(objects, cell.object_type) * self._threads(cell) for objects in (self.held.warmup_run, self.held.warmup_slice))
                asked = {"amount": many, "warmup": before, **self._under(cell, who)}
                yield self._turn(number, position, "warmup", provider, cell, who, many), self._asked(cell, asked)

    def run_at(self, number: int, part: Collection[Cell], position: int) -> int:
        """Which run of the contenders has that position, counted from 0; -1 where it is one that warms providers."""
        return (position - self.begins(number, part).start - len(self._provider_warmups(number, part))) // len(self._pairs(number, part))

    def runs(self, number: int, runs: WarmUp | None = None) -> int:
        """How many runs and slices a round comprises: known before the sizes of slices are."""
        return sum(1 for _ in self.warmups(number, runs)) + sum(self._planned(number, part) for part in self.parts(number))

    def begins(self, number: int, part: Collection[Cell]) -> range:
        """The positions that the runs may have with which a part of a round begins."""
        first = next(first for first, found in self._placed(number) if found == list(part))
        return range(first, first + self._warm_up_places(number, part))

    def slices(self, number: int, amounts: Mapping[Cell, int], cells: Collection[Cell] | None = None) -> Iterator[tuple[SliceTurn, Asked]]:
        """A round's slices in their order, each of its cell's amount; those of a part follow its warm-up. A part of which no amounts are given is left out.

        So is each cell that is none of `cells`, where these are given.
        """
        for first, part in self._placed(number):
            if not amounts.keys() >= set(part):
                continue
            position = first + self._warm_up_places(number, part)
            for group in self._groups(number, part):
                if cells is None or group.cell in cells:
                    yield from self._group(number, group, amounts[group.cell], position)
                position += len(group.order)

    def further(self, number: int, part: Sequence[Cell], cell: Cell, amount: int, before: int) -> Iterator[tuple[SliceTurn, Asked]]:
        """Further groups of a cell of a part in a round that has so many of them `before`: each provider with each order once.

        None where it has twice as many as are planned.
        """
        planned_groups, contenders = self.groups_of(cell), self.contenders[cell]
        unit = len(contenders) * len(self.providers)
        if before + unit > 2 * planned_groups:
            return
        first = self.begins(number, part).stop + self._planned(number, part) + sum(self._slices([other]) for other in part[: part.index(cell)])
        dice = self._dice(number, f"{self._named('further groups', part)} of {cell.object_type} under {cell.condition} behind {before}")
        position = first + (before - planned_groups) * len(contenders)
        for group in round_of({cell: contenders}, self.providers, dice, {cell: unit}):
            yield from self._group(number, replace(group, number=before + group.number), amount, position)
            position += len(contenders)

    def _group(self, number: int, group: Group, amount: int, position: int) -> Iterator[tuple[SliceTurn, Asked]]:
        """The slices of a group, the first of which has that position."""
        cell, before = group.cell, _fewer(self.held.warmup_slice, group.cell.object_type) * self._threads(group.cell)
        for place, who in enumerate(group.order):
            turn = SliceTurn(number, position + place, cell, who, group.provider, group.number, place, amount)
            yield turn, self._asked(cell, {"amount": amount, "warmup": before, **self._under(cell, who)})

    def _placed(self, number: int) -> Iterator[tuple[int, list[Cell]]]:
        """Each part of a round, with the position of its first run."""
        first = 1
        for part in self.parts(number):
            yield first, part
            first += self._warm_up_places(number, part) + self._planned(number, part) + self._slices(part)  # as many further groups may be added

    def _planned(self, number: int, part: Iterable[Cell]) -> int:
        """How many slices of a part a round has, but for those of further groups."""
        return self._slices(part) + sum(2 * self._alone for cell, those in self.itself(number).items() if cell in part for _ in those)

    @property
    def _alone(self) -> int:
        """In how many groups a consumer is compared with itself: each provider with each order once."""
        return 2 * len(self.providers)

    def _slices(self, part: Iterable[Cell]) -> int:
        return sum(self.groups_of(cell) * len(self.contenders[cell]) for cell in part)

    def _groups(self, number: int, part: Collection[Cell]) -> list[Group]:
        contenders, dice = {cell: self.contenders[cell] for cell in part}, self._dice(number, self._named("groups", part))
        groups = round_of(contenders, self.providers, dice, {cell: self.groups_of(cell) for cell in part})
        alone = [group for cell, those in self.itself(number).items() if cell in part for who in those for group in self._with_itself(cell, who, dice)]
        for group in alone:
            groups.insert(dice.randrange(len(groups) + 1), group)
        return groups

    def _with_itself(self, cell: Cell, who: Contender, dice: random.Random) -> list[Group]:
        """The groups in which a contender is compared with itself; they are counted behind all others that the cell may have."""
        both = {cell: (replace(who, setup=ITSELF), replace(who, setup=AGAIN))}
        before = 2 * self.groups_of(cell) + self._alone * self.contenders[cell].index(who)
        return [replace(group, number=before + group.number) for group in round_of(both, self.providers, dice, {cell: self._alone})]

    def _warm_up_places(self, number: int, part: Collection[Cell]) -> int:
        """How many runs a part may begin with: how many it does begin with, nobody knows before the first round."""
        return len(self._provider_warmups(number, part)) + (self.held.warmup_runs or MOST_RUNS) * len(self._pairs(number, part))

    def _provider_warmups(self, number: int, part: Iterable[Cell]) -> list[tuple[str, Cell, Contender]]:
        """Who requests objects so that providers are warm: each contender each object type and format once of each; what is written needs none."""
        parsed = {(cell.object_type, cell.format, who): cell for cell in part if cell.condition != WRITE for who in self.contenders[cell]}
        once = [(cell, who) for (_, _, who), cell in parsed.items() if who.setup != ONE_THREAD]
        return [(provider, cell, who) for provider in self.providers for cell, who in once] if self.held.warmup_provider else []

    @property
    def pairs(self) -> list[tuple[Cell, Contender]]:
        """All contenders, each in each of its cells."""
        return [(cell, who) for cell, those in self.contenders.items() for who in those]

    def _pairs(self, number: int, part: Collection[Cell]) -> list[tuple[Cell, Contender]]:
        """Who is warmed as a part of a round begins, each in each of its cells: contenders, and second processes, which parse all that the first ones do."""
        again = {(who.consumer, who.engine) for cell, those in self.itself(number).items() if cell in part for who in those}
        pairs = [pair for pair in self.pairs if pair[0] in part]
        # No provider pushes to a process that was not there when it started.
        own = [(cell, who) for cell, who in pairs if who.compared and not cell.pushed and (who.consumer, who.engine) in again]
        return pairs + [(cell, replace(who, setup=AGAIN)) for cell, who in own]

    def _runs_of(self, runs: WarmUp | None, cell: Cell, who: Contender) -> int:
        return self.held.warmup_runs or (runs or {}).get((cell, _first(who)), len(self.providers))

    def _turn(self, number: int, position: int, series: str, provider: str, cell: Cell, who: Contender, point: int | None = None) -> Turn:
        scenario = Scenario(who.process, provider, cell.object_type, cell.format, who.engine or None)
        return Turn(number, position, scenario, series, None, point or self.held.warmup_provider, (point,) if point else (), cell.checks)

    def _named(self, what: str, part: Collection[Cell]) -> str:
        """What dice are for, of a part by its format, and by its series where there are two."""
        cell, several = next(iter(part)), len({cell.checks for cell in self.contenders}) > 1
        return " of ".join([what, *([cell.format] if self.apart else []), *([cell.checks] if several else [])])

    def size(self, cell: Cell, window_ns: float = 0.0, whole_ns: float = 0.0) -> SliceSize:
        """The size of a cell's slices, as `slice_size` finds it for each of its threads; the least where nobody knows the times."""
        threads = self._threads(cell)
        unit = self._variants(cell.object_type) * threads
        return slice_size(window_ns / threads, whole_ns, unit) if whole_ns else SliceSize(unit)

    def _threads(self, cell: Cell) -> int:
        return self.threads if cell.on_all_cores else 1

    def _under(self, cell: Cell, contender: Contender) -> Asked:
        """What a contender's request says of the cell's condition."""
        return {**conditions(cell), **(threads_for(contender, self.threads) if cell.on_all_cores else {})}

    def _asked(self, cell: Cell, more: Asked) -> Asked:
        said = {"operation": cell.operation} if cell.operation != DECODE else {}
        return {**named(cell.object_type), "object_format": cell.format, **said, "variants": self._variants(cell.object_type), **more}

    def _variants(self, object_type: str) -> int:
        size = size_of(object_type)
        return min(self.held.variants, size.variants) if size else self.held.variants

    def _dice(self, number: int, what: str) -> random.Random:
        """A round's own dice, so that a later round can be drawn by itself."""
        return random.Random(f"{what} of round {number} of {self.seed}")

    @property
    def facts(self) -> dict[str, Any]:
        """The plan as a store keeps it, whence `planned` makes it again."""
        cells = [{**asdict(cell), "contenders": [asdict(who) for who in those]} for cell, those in self.contenders.items()]
        held = {**asdict(self.held), **({"threads": self.threads} if self.threads > 1 else {})}
        kinds = {"apart": self.apart, "fewer_beside": self.fewer_beside, **{name: True for name in ("engines_apart", "with_itself") if getattr(self, name)}}
        return {"design": "groups", "groups": self.groups, "providers": list(self.providers), "cells": cells, **kinds, **held}


def planned(facts: Mapping[str, Any], seed: int) -> GroupedPlan:
    """The plan that such facts are of."""
    contenders = {cell_of(item): tuple(Contender(**who) for who in item["contenders"]) for item in facts["cells"]}
    held = Held(**{item.name: facts[item.name] for item in fields(Held) if item.name in facts})
    said = {
        item.name: facts[item.name]
        for item in fields(GroupedPlan)
        if item.name in ("apart", "engines_apart", "threads", "fewer_beside", "with_itself") and item.name in facts
    }
    return GroupedPlan(contenders, tuple(facts["providers"]), facts["groups"], seed, held, **said)


def warm_up(cells: Iterable[Mapping[str, Any]]) -> dict[tuple[Cell, Contender], int]:
    """With how many runs each contender is warmed in each cell, as the first round found it; `cells` are those of a sweep's `about`."""
    names = [part.name for part in fields(Contender)]
    told = ((cell_of(item), who) for item in cells for who in item["pilot"] if "warmup_runs" in who)
    return {(cell, Contender(**{name: who[name] for name in names})): who["warmup_runs"] for cell, who in told}


def _first(who: Contender) -> Contender:
    """The contender of which one is the second process; itself where it is none."""
    return replace(who, setup="") if who.setup == AGAIN else who


def _fewer(count: int, object_type: str) -> int:
    """As many objects to warm by as that, or, of a size, as many bytes."""
    size = size_of(object_type)
    return size.share(count) if size and count else count


def cell_of(item: Mapping[str, Any]) -> Cell:
    """The cell that a plain dictionary names, whatever else it says."""
    return Cell(**{part.name: item[part.name] for part in fields(Cell)})
