"""`python -m bench_lab coverage`: it resamples a sweep's own slices, names the worst cell, and
refuses what it cannot resample.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bench_driver.analysis.gather import gather
from bench_driver.errors import ExitCode
from bench_driver.model.cell import Turn
from bench_driver.store.opening import open_store
from bench_lab.cli import main
from bench_lab.coverage import CASES, Found, Whole
from bench_lab.coverage_table import exact, lines, pools, together
from bench_lab.histories import KINDS

from .grouped import sweep_of, times
from .neighbours import scanned
from .stores import CELLS, OldPlan, add, measure


@pytest.mark.parametrize("series", [("usual",), ("usual", "equal")])
def test_the_page_has_a_line_for_each_case_and_number_of_rounds(
    series: tuple[str, ...], tmp_path: Path
) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        sweep_of(
            store,
            8,
            times(starts=0.02),
            made=scanned(0),
            over=[replace(cell, checks=checks) for checks in series for cell in CELLS[:2]],
        )
    out = tmp_path / "coverage.md"
    assert (
        main(
            [
                "coverage",
                "--repetitions",
                "30",
                "--store",
                str(tmp_path / "a.sqlite"),
                "--out",
                str(out),
            ]
        )
        == ExitCode.OK
    )
    sweeps, nights = out.read_text().split("## Nights")
    rows = [line.split(" | ") for line in sweeps.splitlines() if line.startswith("| ")][2:]
    assert [line.split(" | ")[0] for line in nights.splitlines() if line.startswith("| ")][2:] == [
        f"| {kind}" for kind in KINDS
    ]
    assert [(row[0].removeprefix("| "), row[1]) for row in rows] == [
        (case.name, number) for number in ("6", "10") for case in CASES
    ]
    quiet = [row for row in rows if row[0] in ("| as measured", "| drift")]
    assert min(float(row[3].removesuffix(" %")) for row in quiet) > 85
    assert {row[2] for row in quiet} == {"0.0 %"}
    assert all(
        row[4].startswith(("NumericObject as JSON", "NumericObject as BSON")) for row in quiet
    )
    assert "2 intervals, 95 % simultaneous, each with 97.5 %" in out.read_text()


def test_rounds_of_several_sweeps_are_taken_together_and_drawing_from_more_shows_more(
    tmp_path: Path,
) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        every = [
            gather(
                store,
                sweep_of(
                    store,
                    6,
                    over=CELLS[:1],
                    made=scanned(),
                    planned_at=f"2026-11-2{day}T12:00:00.000+00:00",
                ),
            )
            for day in (1, 2)
        ]
    (drawn,) = pools(
        together([one.measured for one in every]), every[0].contenders, CELLS[:1]
    ).values()
    assert len(drawn.times) == 12
    assert 0.85 < exact(6, 6, 6) < exact(14, 6, 6) < exact(200, 6, 6) < 0.96
    assert exact(200, 6, 6) == pytest.approx(0.95, abs=0.01), (
        "of many rounds intervals hold as often as they say"
    )


def test_the_pool_is_the_sweeps_own_slices_and_a_round_that_lost_a_group_is_left_out(
    tmp_path: Path,
) -> None:
    def failing(turn: Turn) -> bool:
        return (turn.round, turn.group, turn.place) == (3, 2, 0)

    with open_store(str(tmp_path / "a.sqlite")) as store:
        facts = gather(store, sweep_of(store, 7, over=CELLS[:1], made=scanned(), failing=failing))
    (drawn,) = pools(facts.measured, facts.contenders, facts.cells).values()
    assert drawn.times.shape == drawn.walks.shape == (6, 8, 2, 8)
    kept = [
        one for number, groups in facts.groups[CELLS[0]].items() if number != 3 for one in groups
    ]
    blocks = [
        block for group in kept for who in facts.contenders[CELLS[0]] for block in group[who].blocks
    ]
    assert np.exp(drawn.times).ravel() == pytest.approx([time for time, _ in blocks])
    assert np.exp(drawn.walks).ravel() == pytest.approx([walk for _, walk in blocks])


def test_the_worst_cell_is_named() -> None:
    fine = Found("a", "as measured", 1.0, 6, 100, quiet=100, neighbours=0, held=99, false=0)
    worse = Found("b", "as measured", 1.1, 6, 100, quiet=90, neighbours=10, held=81, false=3)
    whole = Whole("as measured", 6, 100, 90)
    assert lines([fine, worse], [whole]) == [
        [
            "as measured",
            "6",
            "10.0 %",
            "90.0 %",
            "b, ratio 1.10",
            "90.0 ± 3.0 %",
            "3.0 %",
            "b, ratio 1.10",
        ]
    ]
    assert lines([fine], [Whole("as measured", 6, 0, 0)])[0][-3:] == ["-", "0.0 %", "-"]


@pytest.mark.parametrize(
    ("rounds", "words"), [(5, "the sweep is too short"), (0, "measured it by amounts")]
)
def test_a_sweep_that_cannot_be_resampled_is_refused(
    rounds: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        if rounds:
            sweep_of(store, rounds, over=CELLS[:1], made=scanned())
        else:
            measure(store, add(store, OldPlan()).id)
    assert (
        main(["coverage", "--store", str(tmp_path / "a.sqlite"), "--out", str(tmp_path / "c.md")])
        == ExitCode.USAGE
    )
    assert words in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "c.md").exists()
