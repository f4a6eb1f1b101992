"""What a sweep says: its ratios against what was planted, its verdicts, and the checks
that would show that they are not to be trusted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, replace
from math import log
from pathlib import Path
from statistics import fmean, median, stdev

import pytest
from scipy import stats

from bench_driver.analysis.disturbance import LIMITS, Judged
from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.headline import rounds_wanted, said
from bench_driver.analysis.history.past import Past
from bench_driver.analysis.rules import tells
from bench_driver.model.cell import Contender, Turn
from bench_driver.model.records import Attempt
from bench_driver.report.folder import write
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.store.slices import made_groups

from .grouped import RATIOS, SERVERS, answered, sweep_of, times
from .miniatures import Json
from .neighbours import scanned
from .stores import CELLS, PAIR, OldPlan, PlannedSlice, add


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    with open_store(str(tmp_path_factory.mktemp("facts") / "a.sqlite")) as store:
        return gather(store, sweep_of(store, 6))


def test_the_ratio_of_a_row_is_the_one_that_was_planted_with_students_t_over_rounds_for_six_rows(
    facts: Facts,
) -> None:
    assert [(row.cell.object_type, row.cell.format) for row in facts.rows] == [
        (cell.object_type, cell.format) for cell in CELLS
    ]
    for row in facts.rows:
        assert row.decision and (row.baseline, row.other) == PAIR
        ratio, figures = row.decision.ratio, list(row.figures.values())
        assert ratio.estimate == pytest.approx(RATIOS[row.cell.format], rel=0.02)
        low, high = stats.t.interval(
            1 - 0.05 / 6, 5, loc=fmean(figures), scale=stdev(figures) / 6**0.5
        )
        assert (log(ratio.low), log(ratio.high)) == pytest.approx((low, high))


def test_a_rounds_figure_is_the_median_of_its_groups_over_both_providers(facts: Facts) -> None:
    row = facts.rows[0]
    for number, groups in facts.groups[row.cell].items():
        assert len(groups) == 8 and {group[row.other].provider for group in groups} == {
            "rust-provider",
            "java-provider",
        }
        assert row.figures[number] == median(
            log(group[PAIR[1]].p50_ns / group[PAIR[0]].p50_ns) for group in groups
        )


def test_times_are_medians_over_rounds_of_the_median_slice(facts: Facts) -> None:
    row = facts.rows[0]
    rounds = facts.groups[row.cell].values()
    assert row.baseline_ns == median(
        median(group[PAIR[0]].p50_ns for group in groups) for groups in rounds
    )
    assert facts.engine(row.cell, PAIR[0]) == "x 9.9"


def test_three_verdicts_come_with_the_margin_and_the_sentence_counts_them(facts: Facts) -> None:
    faster, same = "rust-server faster by 3 % or more", "the same within 3 %"
    assert [said(row) for row in facts.rows] == [faster, faster, same] * 2
    assert facts.answer.startswith(
        "As people run it, rust-server parsed faster by 3 % or more in 4 of 6 rows (1."
    )
    assert "times), 2 the same within 3 %." in facts.answer


def test_an_unresolved_row_says_how_wide_it_is_and_what_it_would_take(store: Store) -> None:
    found = gather(store, sweep_of(store, 6, times(starts=0.12)))
    open_rows = [
        said(row) for row in found.rows if row.decision and row.decision.verdict == "unresolved"
    ]
    assert open_rows and all(
        words.startswith("unresolved, ± ") and words.endswith((" rounds", "of rounds", "can tell"))
        for words in open_rows
    )


@pytest.mark.parametrize(
    ("rounds", "words"), [(5, "5 rounds; a claim needs 6"), (1, "1 round; a claim needs 6")]
)
def test_fewer_than_six_rounds_claim_nothing(rounds: int, words: str, store: Store) -> None:
    found = gather(store, sweep_of(store, rounds, over=CELLS))
    assert {said(row, one_start=found.one_start) for row in found.rows} == {words}
    assert (
        "nobody is called faster in 6 rows: 6 with fewer than the 6 rounds that a claim needs."
        in found.answer.lower()
    )
    assert found.trust.state == "do not quote"


def test_one_start_of_the_processes_claims_nothing_beyond_them(store: Store) -> None:
    found = gather(store, sweep_of(store, 6, over=CELLS, starts=1))
    assert found.answer.startswith(
        "As people run it, of these processes, which were started once, and of no others: "
        "rust-server parsed faster"
    )
    assert (
        said(found.rows[0], one_start=found.one_start)
        == "of these processes: rust-server faster by 3 % or more"
    )


def test_variance_is_told_apart_into_groups_and_starts(store: Store) -> None:
    found = gather(store, sweep_of(store, 12, times(starts=0.05, slices=0.01), over=CELLS[:2]))
    for row in found.rows:
        assert row.spreads and row.spreads.between_groups < 0.03 < row.spreads.between_starts


def test_an_effect_of_the_order_and_a_drift_are_told_where_they_are(store: Store) -> None:
    plain = times(3)
    second = gather(
        store,
        sweep_of(store, 6, lambda turn: plain(turn) * (1.05 if turn.place else 1), over=CELLS[:2]),
    )
    for row in second.rows:
        effect = second.order(row)
        assert (
            effect.seen and effect.ratio and effect.ratio.estimate == pytest.approx(1.05, rel=0.02)
        )
    assert any(
        note.startswith("The order within a group moves: NumericObject as JSON")
        for note in second.notes
    )
    java = "java-server"
    drifting = gather(
        store,
        sweep_of(
            store,
            8,
            lambda turn: plain(turn) * (1.02**turn.round if turn.contender.consumer == java else 1),
            over=CELLS[:2],
        ),
    )
    for row in drifting.rows:
        effect = drifting.drift(row)
        assert (
            effect.seen
            and effect.ratio
            and effect.ratio.estimate == pytest.approx(1.02**7, rel=0.04)
        )
    assert any(note.startswith("The ratio drifts through the rounds: ") for note in drifting.notes)
    assert any("drifts" in reason for reason in drifting.trust.reasons)


def test_figures_that_are_all_alike_neither_drift_nor_have_an_order(store: Store) -> None:
    """As servers in miniature give them: the library knows no deviation of these."""
    found = gather(store, sweep_of(store, 3, lambda turn: 2000.0, over=CELLS[:1]))
    (row,) = found.rows
    assert (found.drift(row).seen, found.order(row).seen) == (False, False)
    assert "nobody is called faster in 1 row: " in found.answer


def test_neither_is_told_where_there_is_none(facts: Facts) -> None:
    assert [note for note in facts.notes if "order" in note or "drifts" in note] == []


def test_a_group_of_which_a_slice_failed_counts_nowhere_and_is_told(store: Store) -> None:
    def failing(turn: Turn) -> bool:
        return (turn.round, turn.cell, turn.group, turn.place) == (2, CELLS[0], 3, 1)

    found = gather(store, sweep_of(store, 6, over=CELLS, failing=failing))
    assert found.failed_groups == {CELLS[0]: 1}
    assert [len(groups) for groups in found.groups[CELLS[0]].values()] == [8, 7, 8, 8, 8, 8]
    assert f"1 of {6 * 6 * 8} groups failed and count nowhere." in found.notes
    assert len(found.failures) == 1 and "provider_truncated: on purpose" in found.failures[0]


def test_noise_is_judged_over_a_rounds_slices_of_a_cell_together(store: Store) -> None:
    """A tick of 10 ms in one slice of 100 ms is 10 % of it, and 1.25 % of the eight; in every slice
    of java-server it is 10 %.
    """

    def made(item: PlannedSlice, p50_ns: float) -> Attempt:
        turn = item.turn
        tick = turn.contender.consumer == "java-server" or (turn.group == 1 and turn.round == 1)
        return answered(item, p50_ns, steal_ms=10.0 if tick else 0.0)

    found = gather(store, sweep_of(store, 2, over=CELLS[:1], made=made))
    fired = {(one.contender.consumer, one.round): one.fired for one in found.judged}
    assert fired[("java-server", 1)] == {"steal": pytest.approx(0.1)}
    assert fired[("rust-server", 1)] == {"steal": pytest.approx(0.0125)}
    assert fired[("rust-server", 2)] == {}
    assert [found.noise(row) for row in found.rows] == ["unsteady"], (
        "java-server lost its CPU in every round"
    )
    assert found.told.next.endswith("bench-driver doctor says what disturbs this machine.")
    assert Judged(CELLS[0], PAIR[0], 1, LIMITS).fired == {}, "a limit may be reached"


def test_a_group_in_which_an_idle_contender_was_not_idle_is_marked(store: Store) -> None:
    def made(item: PlannedSlice, p50_ns: float) -> Attempt:
        turn = item.turn
        return answered(item, p50_ns, idle=0.03 if (turn.group, turn.place) == (2, 0) else 0.02)

    found = gather(store, sweep_of(store, 2, over=CELLS[:1], made=made))
    assert found.not_idle == {(CELLS[0], 1, 2), (CELLS[0], 2, 2)}
    assert "An idle contender used more than 2 % of a CPU during 2 of 16 groups." in found.notes


def test_what_waiting_adds_is_the_time_over_http_beside_that_in_blocks(facts: Facts) -> None:
    assert len(facts.waiting) == 12
    for row in facts.waiting:
        assert row.decision and row.decision.ratio.estimate == pytest.approx(1.4, rel=0.02)
        assert row.cell.condition == "http" and row.baseline == row.other


def test_each_provider_has_its_own_rows(facts: Facts) -> None:
    assert [row.provider for row in facts.by_provider[:2]] == ["rust-provider", "java-provider"]
    assert len(facts.by_provider) == 24
    assert all(len(values) == 4 for row in facts.by_provider for values in row.groups.values())


def test_the_99th_percentile_is_that_of_a_rounds_merged_windows(facts: Facts) -> None:
    for row, tail in zip(facts.rows, facts.by_tail, strict=True):
        assert tail.decision and row.decision and tail.baseline_ns and row.baseline_ns
        assert tail.decision.ratio.estimate == pytest.approx(row.decision.ratio.estimate, rel=0.03)
        assert tail.baseline_ns > 1.3 * row.baseline_ns


def test_reclaiming_is_the_drop_in_rust_and_the_share_of_the_rounds_pauses_in_java(
    facts: Facts,
) -> None:
    """Each slice pauses for 2 ms, and each object of every cell allocates alike: 2 ms over 1,024
    objects.
    """
    for (_, contender), rounds in facts.reclaims.items():
        assert list(rounds.values()) == pytest.approx(
            [300 if contender.consumer == "rust-server" else 2e6 / 1024] * len(rounds)
        )
    row = facts.by_cost[0]
    assert row.baseline_ns == pytest.approx((facts.rows[0].baseline_ns or 0) + 300)


def test_under_a_concurrent_collector_nobody_says_what_reclaiming_costs(store: Store) -> None:
    servers = {
        **SERVERS,
        "java-server": {**SERVERS["java-server"], "flags": {"jvm": "-XX:+UseZGC -Xmx1g"}},
    }
    found = gather(store, sweep_of(store, 2, over=CELLS[:1], servers=servers))
    assert {contender.consumer for _, contender in found.reclaims} == {"rust-server"}


def test_an_open_row_says_how_many_rounds_it_takes_as_long_as_a_machine_can_make_them(
    store: Store,
) -> None:
    for day, starts, words in (
        (1, 0.05, "would take"),
        (2, 0.3, "more than this machine can tell"),
    ):
        time = times(3, starts=starts, factor=1.12 / RATIOS["JSON"])
        found = gather(
            store,
            sweep_of(
                store, 6, time, over=CELLS[:1], planned_at=f"2026-11-1{day}T12:00:00.000+00:00"
            ),
        )
        assert said(found.rows[0]).startswith("unresolved, ") and words in said(found.rows[0])


def test_the_first_contender_of_the_plan_is_the_others_baseline(store: Store) -> None:
    four = (*PAIR, Contender("rust-server", "sonic"), Contender("java-server", setup="zgc"))
    found = gather(store, sweep_of(store, 2, over=CELLS[:1], pair=four))
    assert {str(row.baseline) for row in found.rows} == {"rust-server"}
    assert [str(row.other) for row in found.rows] == [
        "rust-server sonic",
        "java-server",
        "java-server+zgc",
    ]


def test_cells_and_contenders_come_as_the_plan_has_them(store: Store) -> None:
    kept = sweep_of(store, 1, over=CELLS[:2])
    cells = [
        {**asdict(cell), "contenders": [asdict(who) for who in reversed(PAIR)]}
        for cell in reversed(CELLS[:2])
    ]
    found = gather(store, replace(kept, conditions={"cells": cells}))
    assert found.cells == list(reversed(CELLS[:2]))
    assert {(row.baseline, row.other) for row in found.rows} == {(PAIR[1], PAIR[0])}


def test_a_sweep_without_whole_groups_has_rows_without_figures(store: Store) -> None:
    found = gather(store, sweep_of(store, 1, over=CELLS[:1], failing=lambda turn: turn.place == 0))
    assert [said(row) for row in found.rows] == ["no whole group"]
    assert "1 without a whole group" in found.answer


def test_what_to_do_next_is_more_rounds_or_the_rest_of_a_cut_sweep(store: Store) -> None:
    kept = sweep_of(store, 6, over=CELLS)
    assert gather(store, kept).next_steps == [
        "bench-driver sweep --rounds 10 for figures to publish"
    ]
    cut = replace(kept, state="interrupted")
    assert gather(store, cut).next_steps == [f"bench-driver sweep --resume {kept.id}"]


def test_what_to_do_next_takes_the_codings_that_the_sweep_had(store: Store) -> None:
    plain = CELLS[0]
    cells = [plain, replace(plain, coding="zstd")]
    who = [asdict(one) for one in PAIR]
    planned = {"cells": [{**asdict(one), "contenders": who} for one in cells]}
    kept = sweep_of(store, 6, over=cells, held=planned)
    chosen = f"--object-type {plain.object_type} --format {plain.format} --coding zstd"
    assert gather(store, kept).next_steps == [
        f"bench-driver sweep {chosen} --rounds 10 for figures to publish"
    ]


def test_more_rounds_are_asked_for_open_rows_alone_with_the_time_that_these_take(
    store: Store,
) -> None:
    noisy = times(3, starts=0.05, factor=1.08 / RATIOS["JSON"])
    quiet = times(1)
    kept = sweep_of(
        store,
        10,
        lambda turn: (noisy if turn.cell == CELLS[0] else quiet)(turn),
        over=CELLS,
        stopping={"seconds": {str(number): 60.0 for number in range(1, 11)}},
    )
    found = gather(store, kept)
    rounds = rounds_wanted(found.rows[0])
    assert rounds and rounds > 10 and not any(map(rounds_wanted, found.rows[1:]))
    assert found.next_steps[0] == (
        "bench-driver sweep --object-type NumericObject --format JSON "
        f"--rounds {rounds}, some {round(rounds / 6)} min, for what is unresolved"
    )


def test_a_sweep_of_an_older_driver_is_told_apart(store: Store) -> None:
    assert add(store, OldPlan()).by_amounts
    assert not sweep_of(
        store, 1, over=CELLS[:1], planned_at="2026-11-22T12:00:00.000+00:00"
    ).by_amounts
    assert sum(len(group) for group in made_groups(store, read.find(store, "last").id)) == 16


def noisy(rule: str, fires: Callable[[Turn], bool]) -> Callable[[PlannedSlice, float], Attempt]:
    """Slices of which some lack a CPU: they wait for one, or the machine takes it away."""

    def made(item: PlannedSlice, p50_ns: float) -> Attempt:
        found = scanned()(item, p50_ns)
        answer = found.answer or {}
        cpu = {**answer["cpu"], rule: 50.0 if fires(item.turn) else 0.0}
        return replace(found, answer={**answer, "cpu": cpu})

    return made


def test_a_quiet_row_whose_cpu_gave_less_in_most_rounds_is_unsteady(store: Store) -> None:
    def fires(turn: Turn) -> bool:
        return turn.cell == CELLS[0] and turn.contender == PAIR[1] and turn.round < 5

    found = gather(store, sweep_of(store, 6, over=CELLS[:2], made=noisy("steal_ms", fires)))
    assert [(row.basis, found.noise(row)) for row in found.rows] == [
        ("quiet", "unsteady"),
        ("quiet", "quiet"),
    ]


def test_waiting_for_a_cpu_makes_no_quiet_row_another(store: Store) -> None:
    found = gather(
        store, sweep_of(store, 6, over=CELLS[:1], made=noisy("pressure_ms", lambda turn: True))
    )
    assert [found.noise(row) for row in found.rows] == ["quiet"]


def test_a_rule_that_fires_nearly_always_is_neither_on_screen_nor_in_the_summary(
    store: Store, tmp_path: Path
) -> None:
    kept = sweep_of(
        store, 6, over=CELLS[:1], made=noisy("pressure_ms", lambda turn: turn.round > 1)
    )
    found = gather(store, kept)
    assert {rule for one in found.judged for rule in one.fired} == {"cpu_pressure"}
    assert sum(bool(one.fired) for one in found.judged) == 10 and len(found.judged) == 12
    write(store, kept, tmp_path, Past(), pngs=False)
    assert "cpu_pressure" not in (tmp_path / "summary.md").read_text()
    assert "cpu_pressure" not in found.answer
    assert "run_queue_wait" in (tmp_path / "summary.md").read_text()


def test_a_rule_that_fires_sometimes_is_in_the_summary(store: Store, tmp_path: Path) -> None:
    kept = sweep_of(
        store, 6, over=CELLS[:1], made=noisy("pressure_ms", lambda turn: turn.round > 3)
    )
    write(store, kept, tmp_path, Past(), pngs=False)
    assert "| cpu_pressure | 6 of 12 |" in (tmp_path / "summary.md").read_text()


@pytest.mark.parametrize(
    ("fired", "cases", "tell"), [(9, 9, True), (10, 10, False), (8, 10, False), (7, 10, True)]
)
def test_eight_of_ten_cases_are_nearly_all_of_them(fired: int, cases: int, tell: bool) -> None:
    assert tells(fired, cases) == tell


def test_the_next_step_asks_for_as_many_rounds_as_the_row_says(store: Store) -> None:
    time = times(3, starts=0.05, factor=1.08 / RATIOS["JSON"])
    found = gather(store, sweep_of(store, 10, time, over=CELLS[:1]))
    (row,) = found.rows
    (number,) = re.findall(r"would take (\d+) rounds", said(row))
    assert rounds_wanted(row) == int(number) > 10
    assert f"bench-driver sweep --rounds {number} for what is unresolved" in found.told.next


def test_too_few_rounds_ask_for_those_of_figures_to_publish(store: Store) -> None:
    time = times(3, starts=0.05, factor=1.12 / RATIOS["JSON"])
    found = gather(store, sweep_of(store, 4, time, over=CELLS[:1]))
    assert (
        said(found.rows[0]) == "4 rounds; a claim needs 6" and rounds_wanted(found.rows[0]) is None
    )
    assert "bench-driver sweep --rounds 10 for figures to publish" in found.told.next


@pytest.mark.parametrize(
    "flags", [{"gc": "Z"}, {"gc": "Shenandoah"}, {"gc": "x", "jvm_args": "-XX:+UseZGC"}]
)
def test_nothing_tells_of_reclaim_under_a_concurrent_collector(
    flags: Json, store: Store, tmp_path: Path
) -> None:
    servers = {**SERVERS, "java-server": {**SERVERS["java-server"], "flags": flags}}
    kept = sweep_of(store, 2, over=CELLS[:1], servers=servers)
    found = gather(store, kept)
    assert {contender.consumer for _, contender in found.reclaims} == {"rust-server"}
    assert {row.decision for row in found.by_cost} == {None}
    write(store, kept, tmp_path, Past(), pngs=False)
    section = (
        (tmp_path / "summary.md")
        .read_text()
        .partition("## Parse and reclaim")[2]
        .partition("\n## ")[0]
    )
    assert "or a collector was concurrent" in section and "|" not in section
