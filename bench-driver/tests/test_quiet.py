"""Times on a quiet core: blocks whose walk was slow do not count, and where too few are left
nothing is claimed across sweeps.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp, inf, log
from pathlib import Path
from statistics import fmean, median

import pytest

from bench_driver.analysis.between_sweeps import compared
from bench_driver.analysis.gather import gather
from bench_driver.analysis.ratios import row
from bench_driver.model.cell import Cell, Slice, Turn
from bench_driver.model.records import Attempt
from bench_driver.report.documents import document
from bench_driver.report.sections.answer import tables
from bench_driver.stats import quiet
from bench_driver.stats.log_ratios import estimate
from bench_driver.stats.pairs import Measured, alike, measured
from bench_driver.store.opening import open_store

from .grouped import sweep_of
from .miniatures import result
from .neighbours import CELL, JAVA, RUST, SCAN_NS, rounds, scanned
from .stores import PlannedSlice

QUIET, BUSY = [(3000.0, 42_000.0)] * 8, [(4500.0, 67_000.0)] * 8


def test_a_round_has_the_median_of_its_quiet_blocks() -> None:
    found = quiet.core(
        [(1, [*QUIET[:4], (3100.0, 46_000.0), (4500.0, 47_000.0), *BUSY[:4]]) for _ in range(4)]
    )
    assert (found.walk_ns, found.share) == (42_000, 0.5)
    assert found.times_ns == {1: 3000.0}, (
        "46,000 is at most 1.1 times the quiet walk, 47,000 is more"
    )


@pytest.mark.parametrize(
    ("slices", "rounds_"),
    [
        ([QUIET, QUIET, QUIET], [1]),
        ([QUIET, QUIET, BUSY], []),
        ([QUIET[:3], QUIET[:3], QUIET[:2]], [1]),
        ([QUIET[:3], QUIET[:2], QUIET[:2]], []),
    ],
)
def test_a_figure_takes_eight_quiet_blocks_from_three_slices(
    slices: list[list[quiet.Block]], rounds_: list[int]
) -> None:
    assert list(quiet.core([(1, blocks) for blocks in slices]).times_ns) == rounds_


def test_starts_may_differ_in_what_a_walk_costs_by_a_quarter_and_no_more() -> None:
    """As a JVM's do, though nobody shares the core; of a round that was busy throughout the walk is
    longer still.
    """
    starts = [[(time, walk * by) for time, walk in QUIET] for by in (1.0, 1.15, 1.2, 1.5)]
    found = quiet.core(
        [(number, blocks) for number, blocks in enumerate(starts, 1) for _ in range(4)]
    )
    assert list(found.times_ns) == [1, 2, 3] and found.share == 0.75
    assert found.walks_ns == {1: 42_000, 2: pytest.approx(48_300), 3: pytest.approx(50_400)}


def test_a_round_is_held_to_the_shortest_walk_so_far() -> None:
    alone = [(7, BUSY)] * 4
    assert list(quiet.core(alone).times_ns) == [7], "in itself it cannot be seen"
    assert quiet.core(alone, least_ns=42_000).times_ns == {}


COLD = [(2900.0, inf)] * 8


def test_a_slice_in_which_the_runtime_compiled_counts_neither_as_quiet_nor_as_busy() -> None:
    found = quiet.core([(1, blocks) for blocks in (QUIET, QUIET, QUIET, BUSY, COLD, COLD)])
    assert (found.times_ns, found.share, found.walk_ns) == ({1: 3000.0}, 0.75, 42_000)
    assert quiet.core([(1, blocks) for blocks in (QUIET, QUIET, COLD, COLD)]).times_ns == {}, (
        "two slices are too few"
    )
    assert quiet.core([(1, COLD)] * 4) == quiet.Core({}, 0.0, {})


@pytest.mark.parametrize(("ms", "warm"), [(0, True), (2, True), (3, False)])
def test_a_slice_is_warm_where_it_spent_one_per_cent_of_its_time_compiling_or_less(
    ms: int, warm: bool
) -> None:
    answer = {
        **result("java", {"amount": 1000, "object_format": "JSON"}),
        "jit": {"compilation_ms": ms},
        "blocks": {"p50_ns": [9], "scan_ns": [7]},
    }
    turn = Turn(
        round=1, series="slice", cell=CELL, contender=JAVA, provider="rust-provider", amount=1000
    )
    assert answer["json_total_time_ms"] == 200
    assert Slice.told(turn, answer).blocks == ((9, 7 if warm else inf),)


def test_a_contender_that_is_never_warm_has_a_row_with_neighbours() -> None:
    made = rounds(1, groups=8)
    cold = {
        number: [
            {
                who: replace(one, blocks=tuple((ns, inf) for ns, _ in one.blocks))
                if who == JAVA
                else one
                for who, one in group.items()
            }
            for group in groups
        ]
        for number, groups in made.items()
    }
    assert (Measured(made).basis(RUST, JAVA), Measured(cold).basis(RUST, JAVA)) == (
        "quiet",
        "with neighbours",
    )


def test_a_walk_is_quiet_by_the_whole_sweep_and_not_by_its_round() -> None:
    found = quiet.core(
        [(number, QUIET if number < 6 else BUSY) for number in range(1, 7) for _ in range(4)]
    )
    assert list(found.times_ns) == [1, 2, 3, 4, 5] and found.share == pytest.approx(5 / 6)


def test_intervals_hold_the_planted_ratio_as_often_as_they_say_and_are_narrower() -> None:
    held, widths, came = 0, [], []
    for seed in range(120):
        made = Measured(rounds(seed, groups=12))
        assert made.basis(RUST, JAVA) == "quiet"
        walked, raw = (
            estimate(list(one.figures(RUST, JAVA).values())) for one in (made, made.uncorrected)
        )
        held += walked.low < 1.5 < walked.high
        widths.append(log(walked.high / walked.low))
        came.append(log(raw.high / raw.low))
    assert held >= 108, f"{held} of 120 at 95 %: fewer than 108 has a probability of 0.3 %"
    assert median(widths) < 0.6 * median(came)


def test_without_walks_a_figure_is_the_median_of_its_groups_median_windows() -> None:
    bare = {
        number: [{who: replace(one, blocks=()) for who, one in group.items()} for group in groups]
        for number, groups in rounds(4).items()
    }
    for those in (bare, {**rounds(4), 6: bare[6]}):
        made = Measured(those)
        assert made.basis(RUST, JAVA) == "uncorrected" and made.core(RUST) is None
        expected = [
            median(log(group[JAVA].p50_ns / group[RUST].p50_ns) for group in groups)
            for groups in those.values()
        ]
        assert list(made.figures(RUST, JAVA).values()) == pytest.approx(expected)
    assert Measured(rounds(4), plain=True).figures(RUST, JAVA) == Measured(bare).figures(RUST, JAVA)


def test_where_too_few_rounds_are_quiet_the_row_is_with_neighbours_and_has_a_verdict() -> None:
    made = Measured(rounds(1, count=10, groups=4, busy=0.7, stays=1.0))
    found = row(CELL, RUST, JAVA, made, rows=1)
    assert (
        found.basis == "with neighbours" and found.decision and found.decision.verdict == "slower"
    )
    assert found.figures == made.uncorrected.figures(RUST, JAVA)


def test_there_is_no_verdict_where_one_met_a_quiet_core_more_than_four_times_as_often() -> None:
    def of(number: int, group: int, who: object) -> list[quiet.Block]:
        return (
            QUIET
            if who == RUST or (number + group) % 5 == 0
            else [(time * 2, walk) for time, walk in BUSY]
        )

    made = Measured(
        {
            number: [
                {who: replace(one, blocks=tuple(of(number, at, who))) for who, one in group.items()}
                for at, group in enumerate(groups)
            ]
            for number, groups in rounds(1, groups=16).items()
        }
    )
    found = row(CELL, RUST, JAVA, made, rows=1)
    assert found.basis == "not alike" and found.decision and found.decision.verdict == "unresolved"


def test_a_time_on_a_quiet_core_is_put_beside_that_of_another_cell_only_where_all_are_such() -> (
    None
):
    cells = {
        replace(CELL, object_type=f"Of{seed}"): Measured(
            rounds(seed, count=10, busy=0.7 if seed % 2 else 0.3, stays=1.0)
        )
        for seed in range(12)
    }
    assert {one.basis(RUST, JAVA) for one in cells.values()} == {"quiet", "with neighbours"}
    assert {one.basis(RUST) for one in alike(cells).values()} == {"uncorrected"}
    quiet_alone = {
        cell: one
        for cell, one in cells.items()
        if one.basis(RUST, JAVA) == "quiet" == one.basis(RUST) == one.basis(JAVA)
    }
    assert alike(quiet_alone) is quiet_alone


def test_a_report_says_where_times_are_with_neighbours(tmp_path: Path) -> None:
    def made(item: PlannedSlice, p50_ns: float) -> Attempt:
        busy = item.turn.cell.format == "XML" and item.turn.round > 2
        return scanned(busy=8 if busy else 0)(item, p50_ns)

    with open_store(str(tmp_path / "a.sqlite")) as store:
        facts = gather(store, sweep_of(store, 6, made=made))
    assert {row.cell.format for row in facts.rows if row.basis == "with neighbours"} == {"XML"}
    assert (
        "Busy (2 of 6 rows): too few rounds had a quiet core, so these verdicts are of this sweep."
        in facts.notes
    )
    assert {one.plain for cell, one in facts.alike.items() if cell.condition == "block"} == {True}
    shown = tables(facts)[0]
    assert [line[list(shown.head).index("noise")] for line in shown.rows] == [
        "quiet",
        "quiet",
        "busy",
    ] * 2
    assert "the row is busy" in str(
        {section.anchor: section for section in document(facts).sections}["core"]
    )


def test_a_slice_has_blocks_where_windows_follow_each_other(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        facts = gather(store, sweep_of(store, 6, made=scanned()))
        plain = gather(store, sweep_of(store, 6, planned_at="2026-11-20T12:00:00.000+00:00"))
    assert ({row.basis for row in facts.rows}, {row.basis for row in plain.rows}) == (
        {"quiet"},
        {"uncorrected"},
    )
    assert {len(one.slice.blocks) for one in facts.seen if one.slice.cell.condition == "block"} == {
        8
    }
    assert {one.slice.blocks for one in facts.seen if one.slice.cell.condition == "http"} == {()}
    assert [row.decision.verdict for row in facts.rows if row.decision] == [
        row.decision.verdict for row in plain.rows if row.decision
    ]
    assert "core" not in {one.anchor for one in document(plain).sections}
    found = compared([facts.measured], [plain.measured], facts.compared("block"))
    assert {(one.ratio, one.why_not) for one in found} == {
        (None, "no walk says who shared the core")
    }


def test_a_quiet_sweep_beside_a_busy_one_says_nothing_in_either_direction() -> None:
    still, busy = Measured(rounds(1)), Measured(rounds(3, count=10, groups=4, busy=0.97, stays=1.0))
    for before, after in ((still, busy), (busy, still)):
        found = compared([{CELL: before}], [{CELL: after}], {CELL: [RUST, JAVA]})
        assert [(one.ratio, one.decision) for one in found] == [(None, None)] * 3


def test_a_sweep_that_was_busy_throughout_shows_by_its_quiet_walk() -> None:
    still, busy = Measured(rounds(1, busy=0.0)), Measured(rounds(3, busy=1.0, stays=1.0))
    assert busy.basis(RUST, JAVA) == "quiet", "in itself it cannot be seen"
    (walked, _, _) = compared([{CELL: still}], [{CELL: busy}], {CELL: [RUST, JAVA]})
    assert walked.ratio is None and walked.why_not.startswith("their quiet walks differ")
    core = busy.core(RUST)
    assert core and core.walk_ns / SCAN_NS[RUST] == pytest.approx(1.6, rel=0.05)


def test_two_labels_decide_with_three_sweeps_each() -> None:
    order = {CELL: [RUST, JAVA]}

    def side(first: int, ratio: float, count: int = 3) -> list[dict[Cell, Measured]]:
        return [
            {CELL: Measured(rounds(seed, ratio=ratio, busy=0.0, starts=0.002))}
            for seed in range(first, first + count)
        ]

    slower = compared(side(1, 1.5), side(11, 1.65), order)
    assert [one.decision.verdict for one in slower if one.decision] == ["same", "slower", "slower"]
    assert [one.ratio for one in slower] == pytest.approx([1, 1.1, 1.1], rel=0.02)
    assert [one.decision for one in compared(side(1, 1.5, 2), side(11, 1.65), order)] == [
        None
    ] * 3, "two sweeps are too few"
    same = compared(side(1, 1.5), side(11, 1.5), order)
    assert "slower" not in [one.decision.verdict for one in same if one.decision]


def test_slices_come_as_groups_by_cell_and_round() -> None:
    those = [one for groups in rounds(5).values() for group in groups for one in group.values()]
    assert measured(those)[CELL].came == rounds(5)
    assert exp(fmean(Measured(rounds(5)).figures(RUST, JAVA).values())) == pytest.approx(
        1.5, rel=0.05
    )
