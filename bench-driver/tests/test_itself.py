"""Consumers compared with themselves, each in two processes of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bench_driver.analysis.checks import in_words, itself
from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.history.past import look_back
from bench_driver.analysis.history.series import nights
from bench_driver.analysis.trust import Row, trust
from bench_driver.model.cell import AGAIN, ITSELF, Cell, Contender, Slice
from bench_driver.model.condition import condition_of
from bench_driver.report.sections.certainty import sure
from bench_driver.servers.base import Target
from bench_driver.store import read
from bench_driver.store.database import Store

from .miniatures import Json, right
from .slicing import slices_of, sweep_in_groups, timed
from .sweeping import Miniatures

JSON, XML = (
    Cell(object_type="DummyObject", format=name, condition="block") for name in ("JSON", "XML")
)


def made(consumer: str, ratios: list[float]) -> list[Slice]:
    """A group a round, the cells by turns, in which the second process takes so many
    times as long.
    """
    slices = []
    for number, ratio in enumerate(ratios, 1):
        for place, (role, ns) in enumerate(((ITSELF, 1000.0), (AGAIN, 1000.0 * ratio))):
            cell, who = (JSON, XML)[number % 2], Contender(consumer, role=role)
            slices.append(
                Slice(cell, who, "a", number, 1, place, 8, ns, ns, ns, int(8 * ns), None, {})
            )
    return slices


NEAR, FAR, WIDE, ABOVE, BELOW = (
    [1 + by for by in each * 3]
    for each in ((0.001, -0.001), (0.04, 0.05), (0.1, -0.1), (-0.01, 0.05), (0.01, -0.05))
)


@pytest.mark.parametrize(
    ("ratios", "says"),
    [
        (NEAR, "passes"),
        (FAR, "fails"),
        *((each, "is undecided") for each in (WIDE, ABOVE, BELOW, NEAR[:5])),
    ],
    ids=["near", "far", "wide", "one end above", "one end below", "too few rounds"],
)
def test_a_consumer_passes_fails_or_is_undecided(ratios: list[float], says: str) -> None:
    (one,) = itself(made("rust-server", ratios))
    assert (one.says, one.ratio.rounds) == (says, len(ratios))


def test_each_consumer_is_judged_over_all_cells_and_one_that_fails_is_not_to_be_quoted() -> None:
    found = itself([*made("rust-server", NEAR), *made("java-server", FAR)])
    words = in_words(found)
    assert words.startswith(
        "A/A, each in two processes: rust-server passes (1.000, 0.999 to 1.001), java-server "
        "fails (1.045, "
    )
    assert in_words([]) == ""
    assert trust([Row(10, "quiet")], found).state == "do not quote"


class Doubled(Miniatures):
    """Consumers that run in two processes, the second of Java slower by a tenth; knows what each
    process was asked for.
    """

    multiplies = True

    def __init__(self) -> None:
        super().__init__()
        self.heard: dict[str, Counter[tuple[int, str]]] = {}

    def _start(self, name: str, runtime: str, role: str, says: Json | None = None) -> Target:
        def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
            self.heard.setdefault(name, Counter())[request["amount"], request["object_format"]] += 1
            return (
                slower(runtime, request) if name == "java-server#again" else right(runtime, request)
            )

        slower = timed(lambda runtime, number, request: 1.1, [self])
        self.behaviour = behave
        return super()._start(name, runtime, role, says)


def test_each_round_compares_each_consumer_with_itself_on_one_cell_by_turns(store: Store) -> None:
    servers = Doubled()
    assert sweep_in_groups(store, servers, rounds=6).failed == 0
    alone = [one for one in slices_of(store) if one.contender.alone]
    cells = {(one.round, one.contender.consumer): one.cell.format for one in alone}
    assert {
        number: (cells[number, "rust-server"], cells[number, "java-server"]) for number in (1, 2)
    } == {1: ("JSON", "XML"), 2: ("XML", "JSON")}
    kinds = Counter((one.round, one.contender, one.provider, one.place) for one in alone)
    assert len(kinds) == 6 * 4 * 4 and set(kinds.values()) == {1}, (
        "each provider with each order once"
    )
    warmed = {
        name: {key: count for key, count in heard.items() if key[0] == 24}
        for name, heard in servers.heard.items()
    }
    assert warmed["java-server"] == warmed["java-server#again"], (
        "the second process is warmed as the first, by all that it parses"
    )
    facts = gather(store, read.find(store), look_back(store, read.find(store)))
    assert {who for those in facts.contenders.values() for who in those} == {
        Contender("rust-server"),
        Contender("java-server"),
    }
    assert {one.consumer: one.says for one in facts.itself} == {
        "rust-server": "passes",
        "java-server": "fails",
    }
    assert facts.trust.state == "do not quote" and "java-server" in str(facts.trust)
    assert {line.contender.role for line in nights(store, [read.find(store)])} == {""}


def test_no_provider_pushes_to_a_second_process(store: Store) -> None:
    servers = Doubled()
    assert (
        sweep_in_groups(
            store, servers, rounds=1, conditions=("block", "push"), formats=("JSON",)
        ).failed
        == 0
    )
    assert {one.cell.condition for one in slices_of(store) if one.contender.alone} == {"block"}
    made = read.answers(store, read.find(store).id, "warmup")
    assert {condition_of(run.request) for run in made if run.scenario.role == AGAIN} == {"block"}


def test_where_no_second_process_can_be_had_the_report_says_so(store: Store) -> None:
    sweep_in_groups(store, Miniatures(), rounds=1)
    facts = gather(store, read.find(store), look_back(store, read.find(store)))
    assert isinstance(facts, Facts) and not facts.itself
    assert "no consumer had a second process" in str(sure(facts).blocks[0])
    assert replace(facts, alone=()).told.itself == ""
