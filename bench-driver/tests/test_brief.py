"""The answer in five lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bench_driver.analysis.gather import gather
from bench_driver.cli import main, screen
from bench_driver.model.cell import Cell, Turn
from bench_driver.plan.presets import PRESETS
from bench_driver.report.brief import brief
from bench_driver.store.database import Store

from .grouped import sweep_of

JSON = Cell(object_type="DummyObject", format="JSON", condition="block")
XML = replace(JSON, format="XML")


def times(factor: float) -> Callable[[Turn], float]:
    def time(turn: Turn) -> float:
        java = turn.contender.consumer == "java-server"
        return 1000 * (factor if java else 1) * (1 + 0.001 * turn.round)

    return time


@pytest.mark.parametrize(
    ("factor", "who", "much"),
    [
        (1.5, "rust-server is faster, DummyObject as JSON", "1.50 times"),
        (0.5, "java-server is faster, DummyObject as JSON", "2.00 times"),
        (1.001, "the same within 3 %, DummyObject as JSON", "1.00 times"),
    ],
)
def test_one_row_says_who_by_how_much_how_sure_where_and_what_next(
    factor: float, who: str, much: str, store: Store
) -> None:
    lines = dict(brief(gather(store, sweep_of(store, 6, times(factor), over=[JSON]))))
    assert list(lines) == ["Who", "How much", "How sure", "Machine", "Next"]
    assert lines["Who"].startswith(who)
    assert lines["How much"].startswith(much)
    assert "with 95 %, of 6 rounds" in lines["How sure"]
    assert lines["Next"].startswith("make sweep")


def test_processes_that_were_started_once_give_no_verdict(store: Store) -> None:
    lines = dict(brief(gather(store, sweep_of(store, 6, times(1.5), over=[JSON], starts=1))))
    assert lines["Who"].startswith("of these processes, started once: ")
    assert lines["How sure"].startswith("no verdict") and "make first" in lines["Next"]


def test_a_table_of_processes_that_were_started_once_says_so(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    for starts in ("fresh", 1):
        screen.answer(gather(store, sweep_of(store, 6, times(1.5), over=[JSON], starts=starts)))
        shown = capsys.readouterr().out
        assert ("by 3 % or more, of these processes alone\n" in shown) == (starts == 1)


def test_an_open_row_alone_is_measured_on(store: Store) -> None:
    def noisy(turn: Turn) -> float:
        java = turn.contender.consumer == "java-server"
        return 1000 * ((1.12 + 0.12 * (-1) ** turn.round) if java and turn.cell == XML else 1)

    lines = dict(brief(gather(store, sweep_of(store, 6, noisy, over=[JSON, XML]))))
    assert "--format XML --rounds" in lines["Next"]


def test_it_fits_80_columns(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    screen.brief(gather(store, sweep_of(store, 6, times(1.5), over=[JSON, XML])))
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) >= 5 and max(map(len, shown)) <= 80
    assert not [line for line in shown if line.endswith("-")], "a name is broken"


def test_the_preset_takes_other_types_and_formats(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = PRESETS["first"].request
    assert (wanted.object_types, wanted.formats, wanted.stopping.rounds) == (
        ("DummyObject",),
        ("JSON",),
        6,
    )
    assert main(["sweep", "--preset", "first", "--groups", "0"]) == 2
