"""What the driver shows fits a terminal of 80 columns: nothing is cut or folded within a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from bench_driver.analysis.gather import gather
from bench_driver.analysis.ratios import row
from bench_driver.cli import COMMANDS, main
from bench_driver.cli.fitting import Fitted
from bench_driver.cli.sweep import sweep
from bench_driver.model.cell import Contender, Turn
from bench_driver.model.records import Attempt
from bench_driver.store.opening import open_store

from .grouped import FOUR, WITH_HTTP, four, sweep_of, times
from .neighbours import scanned
from .stores import CELLS, PAIR, PlannedSlice

Screen = Callable[..., list[str]]
NAMES = ["sweep", "state", "rounds", "label", "planned"]
ROW = ["2026-11-29T00-12-01Z", "interrupted", "10", "a label of words", "2026-11-29 00:12 UTC"]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Screen:
    """The lines that a command shows on a terminal of so many columns."""

    def shown(*args: str, columns: int | str = 80) -> list[str]:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLUMNS", str(columns))
        assert main(args) == 0
        return re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()

    return shown


def drawn(made: Fitted, columns: int) -> list[str]:
    console = Console(width=columns, no_color=True)
    with console.capture() as capture:
        console.print(made)
    return capture.get().splitlines()


@pytest.mark.parametrize("columns", [30, 44, 60, 80, 120])
def test_at_any_width_every_word_is_whole_and_no_line_too_long(columns: int) -> None:
    lines = drawn(Fitted(NAMES, [ROW], right=["rounds"]), columns)
    assert max(map(len, lines)) <= columns
    words = " ".join(lines).split()
    assert [
        word for cell in ROW for word in cell.split() if not any(word in one for one in words)
    ] == []


def test_columns_that_may_be_left_out_go_before_anything_is_wrapped() -> None:
    head, row = drawn(Fitted(NAMES, [ROW], right=["rounds"], spare=["planned"]), 64)
    assert head.split() == NAMES[:-1] and row.split() == " ".join(ROW[:-1]).split()


def test_a_heading_is_wrapped_rather_than_its_figures() -> None:
    head = ["row", "java-server over rust-server"]
    lines = drawn(Fitted(head, [["JSON", "1.50"]], right=head[1:]), 20)
    assert len(lines) > 2 and lines[-1].split() == ["JSON", "1.50"]


def test_what_fits_nowhere_is_a_paragraph_a_row() -> None:
    names = [f"heading{number}" for number in range(9)]
    lines = drawn(Fitted(names, [[f"cell{number}" for number in range(9)]] * 2), 40)
    assert max(map(len, lines)) <= 40 and sum(line.startswith("cell0: ") for line in lines) == 2


@pytest.mark.parametrize("columns", ["0", "²", "x", "", "9" * 5000])
def test_a_width_that_is_none_is_left_out_of_account(
    columns: str, screen: Screen, tmp_path: Path
) -> None:
    file = str(tmp_path / "a.sqlite")
    with open_store(file) as store:
        sweep_of(store, 1, over=CELLS[:1], label="some words")
    assert any("some words" in line for line in screen("list", "--store", file, columns=columns))


@pytest.mark.parametrize("columns", [80, 120])
def test_a_sweeps_answer_fits_and_comes_first(columns: int, screen: Screen, tmp_path: Path) -> None:
    file = str(tmp_path / "a.sqlite")
    with open_store(file) as store:
        sweep_of(store, 6, times(starts=0.05), label="a label of some length", over=WITH_HTTP)
    lines = screen("show", "--store", file, columns=columns)
    assert max(map(len, lines)) <= columns and not any(
        "\u2026" in line.split("(")[0] for line in lines
    )
    places = [
        next(place for place, line in enumerate(lines) if line.startswith(words))
        for words in (
            "As people run it, rust-server parsed",
            "Trust: ",
            "NumericObject  JSON",
            "Next: ",
        )
    ]
    assert places == sorted(places)
    rows = [line for line in lines if re.match(r"(Numeric|Dummy)Object  ", line)]
    assert len(rows) == 2 * len(CELLS), "a line a row"
    assert max(map(len, screen("list", "--store", file))) <= 80


def test_by_provider_fits_and_no_row_has_a_verdict_that_the_answer_has_not(
    screen: Screen, tmp_path: Path
) -> None:
    """Of Java one group of a round had a quiet core, and so one provider's alone."""
    quiet: dict[int, int] = {}

    def made(item: PlannedSlice, p50_ns: float) -> Attempt:
        turn = item.turn
        if turn.provider == "rust-provider":
            quiet.setdefault(turn.round, turn.group)
        beside = turn.contender == PAIR[1] and quiet.get(turn.round) != turn.group
        return scanned(8 if beside else 0)(item, p50_ns)

    file = str(tmp_path / "a.sqlite")
    with open_store(file) as store:
        facts = gather(store, sweep_of(store, 6, times(), over=CELLS[:1], made=made))
    (whole,), parts = facts.rows, facts.by_provider
    assert whole.basis == "not alike" and len(parts) == 2
    alone = [row(CELLS[0], *PAIR, facts.measured[CELLS[0]], rows=2, provider=one.provider)
             for one in parts]  # fmt: skip
    assert {one.decision.verdict for one in alone if one.decision} != {"unresolved"}, (
        "by itself one of the two would have a verdict"
    )
    lines = screen("show", "--by", "provider", "--store", file)
    assert max(map(len, lines)) <= 80
    rows = [line.split()[-1] for line in lines if line.startswith("NumericObject  ")]
    assert rows == ["unresolved"] * 2


def test_names_of_engines_and_setups_are_whole_too(screen: Screen, tmp_path: Path) -> None:
    file = str(tmp_path / "a.sqlite")
    names = [replace(FOUR[1], setup="profile-guided"), replace(FOUR[3], setup="generational-zgc")]
    of: dict[Contender, Contender] = dict(zip(names, (FOUR[1], FOUR[3]), strict=True))

    def time(turn: Turn) -> float:
        return four(replace(turn, contender=of[turn.contender]))

    with open_store(file) as store:
        sweep_of(store, 6, time, over=CELLS[:2], pair=names)
    lines = screen("show", "--store", file)
    assert max(map(len, lines)) <= 80
    assert [str(who) for who in names if str(who) not in re.sub(r"\s+", " ", " ".join(lines))] == []


@pytest.mark.parametrize("command", [[], ["servers"], ["store"]])
def test_a_commands_summary_is_not_cut_in_80_columns(
    command: Sequence[str], screen: Screen
) -> None:
    _, *lines = screen(*command, "--help")
    assert max(map(len, lines)) <= 80 and not any(line.endswith("...") for line in lines)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_takes_two_screens_at_most_or_has_its_rest_elsewhere(
    command: str, screen: Screen
) -> None:
    lines = screen(command, "--help")
    assert len(lines) <= 60 and max(map(len, lines)) <= 80


def test_a_sweeps_help_begins_with_examples_and_has_every_option_under_help_all(
    screen: Screen,
) -> None:
    short, whole = screen("sweep", "--help"), "\n".join(screen("sweep", "--help-all"))
    assert len(short) <= 48 and "Examples:" in short[4]
    options = {opt for param in sweep.params for opt in param.opts if opt.startswith("--")}
    assert {opt for opt in options if opt not in whole} == set()
    assert all(words in whole for words in ("jdk-N", "external", "quick"))
