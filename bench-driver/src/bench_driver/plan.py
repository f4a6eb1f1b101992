"""What a sweep will do, decided before it starts: pure, and the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from .errors import UsageError

#: The most checkpoints that a run may have (`MAX_CHECKPOINTS` of a server) and the largest amount (`MAX_AMOUNT`).
MAX_CHECKPOINTS = 256
MAX_AMOUNT = 1_000_000
#: Requests in flight while providers are warmed: there the time does not matter, only that they have served enough.
WARM_UP_CONCURRENCY = 16


@dataclass(frozen=True, order=True)
class Scenario:
    """All that names a run except its amount; servers by their names in the stack."""

    consumer: str
    provider: str
    object_type: str
    format: str

    @property
    def slug(self) -> str:
        """Its name in file names."""
        return f"{self.consumer}_from_{self.provider}_{self.object_type}_{self.format}"

    def __str__(self) -> str:
        """Its name for people."""
        return f"{self.consumer} from {self.provider}, {self.object_type} as {self.format}"


@dataclass(frozen=True)
class Conditions:
    """What holds for every run of a sweep, and belongs to each of its figures."""

    concurrency: int = 1
    variants: int = 1
    source: str = "http"
    #: objects replayed by the consumer before each scenario; 0 leaves it out
    warmup: int = 50_000
    #: objects fetched and parsed at the start of each measured run, reported apart; 0 leaves it out
    warmup_http: int = 1_000
    #: objects that each scenario requests at the start of a round, with `WARM_UP_CONCURRENCY` in flight, so that no provider is cold; 0 leaves it out
    warmup_provider: int = 2_000
    #: one run an amount, where otherwise one run with checkpoints draws the whole curve
    independent: bool = False


@dataclass(frozen=True)
class Job:
    """A scenario's turn in a round: its runs one after the other, each the amounts that it reports (the last is the run's own)."""

    round: int
    order: int
    scenario: Scenario
    runs: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Plan:
    """Scenarios x amounts x rounds, in the order that `seed` gives."""

    scenarios: tuple[Scenario, ...]
    amounts: tuple[int, ...]
    rounds: int
    seed: int
    conditions: Conditions

    def jobs(self) -> Iterator[Job]:
        """Every turn in its order: each round shuffles the scenarios anew, and with `independent` the amounts within each."""
        generator = random.Random(self.seed)
        for number in range(1, self.rounds + 1):
            turn = list(self.scenarios)
            generator.shuffle(turn)
            for order, scenario in enumerate(turn, 1):
                amounts = list(self.amounts)
                if self.conditions.independent:
                    generator.shuffle(amounts)
                runs = tuple((amount,) for amount in amounts) if self.conditions.independent else (self.amounts,)
                yield Job(number, order, scenario, runs)


def scenarios(consumers: Sequence[str], providers: Sequence[str], object_types: Sequence[str], formats: Sequence[str]) -> tuple[Scenario, ...]:
    """Every combination."""
    return tuple(Scenario(*names) for names in product(consumers, providers, object_types, formats))


def parse_amounts(text: str) -> tuple[int, ...]:
    """Ascending amounts from `1000,5000` or `START:STOP:STEP` (STOP included), or a mix of both; UsageError where it is neither."""
    amounts: set[int] = set()
    for part in text.split(","):
        numbers = [_integer(number, text) for number in part.split(":")]
        if len(numbers) == 1:
            amounts.add(numbers[0])
        elif len(numbers) == 3 and numbers[2] > 0 and numbers[0] <= numbers[1]:
            amounts.update(range(numbers[0], numbers[1] + 1, numbers[2]))
        else:
            raise _bad(text, f"{part!r} is neither a number nor START:STOP:STEP with START <= STOP and STEP > 0")
    if not all(1 <= amount <= MAX_AMOUNT for amount in amounts):
        raise _bad(text, f"an amount is an integer from 1 to {MAX_AMOUNT}")
    if len(amounts) > MAX_CHECKPOINTS:
        raise _bad(text, f"these are {len(amounts)} amounts, and a run reports at most {MAX_CHECKPOINTS}")
    return tuple(sorted(amounts))


def _integer(number: str, text: str) -> int:
    if not (number.isascii() and number.strip().isdigit()):
        raise _bad(text, f"{number!r} is no whole number")
    return int(number)


def _bad(text: str, why: str) -> UsageError:
    return UsageError(f"--amounts {text} cannot be used", why=why, do="write them as 1000,5000,10000 or as 1000:10000:1000")


def choose(wanted: Sequence[str], known: Sequence[str], option: str) -> tuple[str, ...]:
    """Those of `known` that a filter names, whole or by their first word, in any case; all where it names none. UsageError on a name that fits nothing."""
    chosen: set[str] = set()
    for name in wanted:
        fits = [item for item in known if name.lower() in (item.lower(), item.lower().partition("-")[0])]
        if not fits:
            raise UsageError(f"{option} {name} fits nothing", why=f"there are {', '.join(known)}", do="name one of these")
        chosen.update(fits)
    return tuple(item for item in known if item in chosen or not wanted)
