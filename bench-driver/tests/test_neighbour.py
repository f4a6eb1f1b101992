"""Times on a quiet core: what a second thread on the core adds is taken out, and the intervals hold what was planted."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log
from pathlib import Path
from statistics import fmean, median, stdev

import pytest

from bench_driver.analysis.grouped.between import compared
from bench_driver.analysis.grouped.gather import gather
from bench_driver.model.records import Attempt
from bench_driver.report.documents import document
from bench_driver.report.grouped.answer import tables
from bench_driver.stats.groups import estimate
from bench_driver.stats.neighbour import EDGES, QUIET, response, weights
from bench_driver.stats.pairs import Measured, alike, measured
from bench_driver.store.opening import open_store
from bench_driver.store.todo import PlannedSlice

from .grouped import sweep_of
from .neighbours import CELL, JAVA, RUST, SLOWED, rounds, scanned


def test_a_response_says_how_many_times_as_long_blocks_take_beside_a_neighbour() -> None:
    found = response([(number, group[JAVA].blocks) for number, groups in rounds(1).items() for group in groups])
    assert found.met
    assert found.scan_ns == pytest.approx(46_000, rel=0.05)
    assert found.times[0] == 1 and list(found.times) == sorted(found.times) and found.times[-1] == pytest.approx(1.7, rel=0.03)
    assert sum(found.share) == pytest.approx(1) and len(found.share) == len(found.slower) == len(EDGES) + 1 == len(QUIET)
    busy = [(1.7 * 4500, 1.6 * 46_000)] * 8
    assert found.adjusted_ns(busy, QUIET) == pytest.approx(4500, rel=0.03), "on a quiet core"
    alike = weights([found])
    assert 4500 < found.adjusted_ns(busy, alike) < 1.7 * 4500
    assert found.adjusted_ns(busy, alike) == pytest.approx(found.adjusted_ns([(4500.0, 46_000.0)] * 8, alike), rel=0.03), "the same for both"


def test_a_scan_that_tells_nothing_changes_nothing() -> None:
    for blocks in ([(3000.0, 42_000.0)], [(3000.0 + place, 42_000.0) for place in range(40)]):
        found = response([(1, blocks)])
        assert set(found.slower) == {0.0}
        assert found.adjusted_ns(blocks, weights([found])) == pytest.approx(median(time for time, _ in blocks))


def test_a_busier_core_makes_nothing_faster_and_an_empty_class_lies_between_its_neighbours() -> None:
    slow, mid, fast = (
        [(time, scan * (1 + place / 1000)) for place in range(10)] for time, scan in ((3000.0, 40_000.0), (2900.0, 50_000.0), (5000.0, 68_000.0))
    )
    found = response([(1, [*slow, *mid, *fast])])
    assert list(found.slower) == sorted(found.slower) and found.slower[0] == 0.0
    assert found.times[-1] == pytest.approx(5000 / (3000 * 2900) ** 0.5, rel=0.01), "two classes that would fall are one"
    empty = [place for place, share in enumerate(found.share) if not share]
    assert empty and all(found.slower[place - 1] <= found.slower[place] for place in empty)


def test_groups_scatter_far_less_beside_the_same_neighbour() -> None:
    both = {name: Measured(rounds(2, starts=0.0), name).log_ratios(RUST, JAVA) for name in ("came", "same", "none")}
    scatter = {name: fmean(stdev(values) for values in found.values()) for name, found in both.items()}
    assert scatter["came"] > 0.2 and scatter["same"] < 0.05 and scatter["none"] < 0.05


def test_figures_are_pseudo_values_whose_mean_is_the_estimate() -> None:
    made = Measured(rounds(3))
    figures = made.figures(RUST, JAVA)
    plain = [median(values) for values in made.log_ratios(RUST, JAVA).values()]
    without = [
        fmean(median(values) for values in Measured({n: g for n, g in made.came.items() if n != left}).log_ratios(RUST, JAVA).values()) for left in made.came
    ]
    assert list(figures.values()) == pytest.approx([6 * fmean(plain) - 5 * one for one in without])
    assert fmean(figures.values()) == pytest.approx(fmean(plain), abs=0.02)


def test_without_scans_a_figure_is_the_median_of_its_groups_median_windows() -> None:
    bare = {number: [{who: replace(one, blocks=()) for who, one in group.items()} for group in groups] for number, groups in rounds(4).items()}
    one_bare = {**rounds(4), 6: bare[6]}
    for those in (bare, one_bare):
        made = Measured(those)
        assert not made.felt and made.responses == {}
        expected = [median(log(group[JAVA].p50_ns / group[RUST].p50_ns) for group in groups) for groups in those.values()]
        assert list(made.figures(RUST, JAVA).values()) == pytest.approx(expected)
    assert Measured(rounds(4), "came").figures(RUST, JAVA) == Measured(bare).figures(RUST, JAVA)


def test_intervals_hold_the_planted_ratio_as_often_as_they_say_and_are_narrower() -> None:
    held, widths, came = 0, [], []
    for seed in range(120):
        those = rounds(seed, groups=6)
        quiet, raw = (estimate(list(Measured(those, name).figures(RUST, JAVA).values())) for name in ("none", "came"))
        held += quiet.low < 1.5 < quiet.high
        widths.append(log(quiet.high / quiet.low))
        came.append(log(raw.high / raw.low))
    assert held >= 108, f"{held} of 120 at 95 %: fewer than 108 has a probability of 0.3 %"
    assert median(widths) < 0.6 * median(came)


def test_where_the_core_is_hardly_ever_quiet_times_are_beside_all_neighbours_and_no_ratio_is_of_one_contender_on_a_quiet_core_alone() -> None:
    beside = 1.5 * exp(0.97 * log(SLOWED[JAVA] / SLOWED[RUST]))
    held, quiet = 0, 0
    for seed in range(60):
        made = Measured(rounds(seed, count=10, groups=10, busy=0.97, stays=1.0))
        ratio = estimate(list(made.figures(RUST, JAVA).values()))
        held += ratio.low < (1.5 if made.quiet else beside) < ratio.high
        quiet += made.quiet
        assert made.felt and made.quiet == (not made.unmet)
        assert 1.35 < ratio.estimate < 1.9, f"seed {seed}: one on a quiet core, the other beside a neighbour, are 1.0 or 2.6"
    assert quiet < 30, "3 of 100 slices are not enough"
    assert held >= 52, f"{held} of 60 at 95 %: fewer than 52 has a probability of 0.3 %"


def test_a_time_on_a_quiet_core_is_put_beside_that_of_another_cell_only_where_both_are_such() -> None:
    cells = {replace(CELL, object_type=f"Of{seed}"): Measured(rounds(seed, count=10, busy=0.95, stays=1.0)) for seed in range(12)}
    apart, beside = ([fmean(one.log_times(RUST).values()) for one in those.values()] for those in (cells, alike(cells)))
    assert {one.quiet for one in cells.values()} == {True, False}
    assert max(apart) - min(apart) > log(1.4), "all take as long, and some were told beside a neighbour"
    assert max(beside) - min(beside) < log(1.05)
    quiet = {cell: one for cell, one in cells.items() if one.quiet}
    assert alike(quiet) is quiet


def test_a_quiet_core_is_one_that_was_met_in_several_rounds() -> None:
    quiet, busy = [(3000.0, 42_000.0)] * 8, [(4500.0, 67_000.0)] * 8
    assert response([(number, busy if group else quiet) for number in range(1, 7) for group in range(5)]).met
    assert not response([(number, quiet if number == 1 else busy) for number in range(1, 7) for _ in range(5)]).met, "in one round alone"
    assert not response([(number, quiet if number < 4 and not group else busy) for number in range(1, 7) for group in range(20)]).met, "3 of 120"
    assert response([(number, busy) for number in range(1, 7) for _ in range(5)]).met, "nothing quieter is known"


def test_a_report_says_where_times_are_beside_neighbours(tmp_path: Path) -> None:
    def made(item: PlannedSlice, p50_ns: float) -> Attempt:
        turn = item.turn
        often = turn.cell.format != "XML" or turn.contender != JAVA
        return scanned(busy=0 if (turn.round + turn.group) % 2 == 0 and (often or turn.round == 1) else 8)(item, p50_ns)

    with open_store(str(tmp_path / "a.sqlite")) as store:
        facts = gather(store, sweep_of(store, 6, made=made))
    unmet = facts.unmet_under("block")
    assert {cell.format for cell in unmet} == {"XML"} and all(those == [JAVA] for those in unmet.values())
    (note,) = (note for note in facts.notes if note.startswith("Times are beside neighbours where a contender hardly met a quiet core: "))
    assert "NumericObject as XML (java-server)" in note and "JSON" not in note
    assert {one.neighbour for one in facts.alike.values()} == {"came"} and {one.neighbour for one in facts.measured.values()} == {"none"}
    assert "rust-server adjusted ns" in tables(facts)[0].head
    said = str({section.anchor: section for section in document(facts).sections}["neighbour"])
    assert "hardly" in said


def test_a_slice_has_blocks_where_windows_follow_each_other(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        facts = gather(store, sweep_of(store, 6, made=scanned()))
        plain = gather(store, sweep_of(store, 6, planned_at="2026-11-20T12:00:00.000+00:00"))
    assert facts.adjusted and not plain.adjusted
    assert {len(one.slice.blocks) for one in facts.seen if one.slice.cell.condition == "block"} == {8}
    assert {one.slice.blocks for one in facts.seen if one.slice.cell.condition == "http"} == {()}
    assert [row.decision.verdict for row in facts.rows if row.decision] == [row.decision.verdict for row in plain.rows if row.decision]
    assert "rust-server quiet ns" in tables(facts)[0].head and "rust-server p50 ns" in tables(plain)[0].head
    sections = {section.anchor: section for section in document(facts).sections}
    assert "on a quiet core" in str(sections["neighbour"]) and "did not scan" in str({one.anchor: one for one in document(plain).sections}["neighbour"])
    # Beside a sweep whose servers did not scan, both are as they came.
    order = facts.compared("block")
    found = compared(facts.measured, plain.measured, order)
    assert all(one.first == pytest.approx(one.second, rel=0.02) for one in found if one.baseline is None)


def test_a_sweep_on_no_quiet_core_is_compared_as_both_came() -> None:
    quiet, busy = Measured(rounds(1)), Measured(rounds(3, count=10, busy=0.97, stays=1.0))
    assert quiet.quiet and not busy.quiet
    for before, after in ((quiet, busy), (busy, quiet)):
        found = compared({CELL: before}, {CELL: after}, {CELL: [RUST, JAVA]})
        came = [exp(median(replace(side, neighbour="came").log_times(RUST).values())) for side in (before, after)]
        assert [found[0].first, found[0].second] == pytest.approx(came, rel=1e-3)


def test_slices_come_as_groups_by_cell_and_round() -> None:
    those = [one for groups in rounds(5).values() for group in groups for one in group.values()]
    assert measured(those)[CELL].came == rounds(5)


def test_where_nothing_was_measured_nothing_is_brought_to_a_quiet_core() -> None:
    assert not Measured({}).felt
