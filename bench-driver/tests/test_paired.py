"""Paired comparisons of the lab: rows by the statistics of a sweep, the sentence above them, the order of groups, and what is said meanwhile."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bench_driver.cli.waits import RoundsProgress
from bench_driver.model.cell import Contender, Slice
from bench_driver.report.document import Section, Text
from bench_driver.stats.log_ratios import estimate, figure
from bench_driver.stats.pairs import Group, Rounds
from bench_lab.cli.comparisons import _write
from bench_lab.paired import rows
from bench_lab.paired.rounds import sequence, sliced
from bench_lab.paired.rows import Parsed

NAMES = ("one body", "many bodies")
#: A run's series, as an answer has it.
Blocks = Mapping[str, Sequence[float]]


def parsed(format_name: str = "JSON", consumer: str = "rust-server") -> Parsed:
    return Parsed(consumer, "DummyObject", format_name, "x")


def group(*times_ns: float, blocks: Sequence[Blocks] = ({}, {})) -> Group:
    """A group of slices of these times, the baseline's first."""

    def made(who: Contender, ns: float, told: Blocks) -> Slice:
        answer = {
            "parse": {"p50_ns": ns, "p99_ns": ns, "mean_ns": ns, "total_ns": ns},
            "blocks": told,
        }
        return sliced(answer, parsed(), who, 1, 1, 0, 1024)

    return {
        who: made(who, ns, told)
        for who, ns, told in zip(rows.contenders(NAMES), times_ns, blocks, strict=True)
    }


def rounds(ratio: float, number: int = 8, spread: float = 0.001) -> Rounds:
    """Rounds of three groups, one of which is a burst."""
    return {
        n: [
            group(1000, 1000 * ratio * (1 + spread * (n % 3 - 1))),
            group(1000, 1000 * ratio),
            group(1000, 9000),
        ]
        for n in range(1, number + 1)
    }


MEASURED = {
    parsed("XML"): rounds(1.2),
    parsed("BSON"): rounds(1.0),
    parsed("JSON"): rounds(1.03, spread=0.05),
    parsed("JSON", "java-server"): rounds(0.9),
}


def test_a_ratio_and_its_interval_are_those_of_a_sweep_in_groups() -> None:
    found = rows.rows(rows.measured({parsed(): rounds(1.2)}), NAMES)[parsed()]
    figures = [figure(values) for values in found.groups.values()]
    assert found.decision and found.decision.ratio == estimate(figures, 1)
    assert found.decision.ratio.estimate == pytest.approx(1.2, rel=0.002), (
        "a burst in a group moves no round"
    )
    assert [found.baseline_ns, found.other_ns] == pytest.approx([1000, 1200], rel=0.002)


def test_where_slices_have_scans_a_neighbour_on_the_core_moves_nothing() -> None:
    quiet: Blocks = {"p50_ns": [1000, 1001, 999, 1000], "scan_ns": [40_000] * 4}
    busy: Blocks = {"p50_ns": [1700, 1701, 1699, 1700], "scan_ns": [64_000] * 4}
    # By chance the other contender meets a neighbour more often.
    groups = [group(1000, 1700, blocks=(quiet, busy))] * 4 + [
        group(1700, 1000, blocks=(busy, quiet))
    ] * 3
    found = rows.rows(rows.measured({parsed(): dict.fromkeys(range(1, 7), groups)}), NAMES)[
        parsed()
    ]
    assert found.decision and found.decision.ratio.estimate == pytest.approx(1.0, abs=0.001)


def test_the_intervals_of_a_table_hold_together() -> None:
    alone, among = (
        rows.rows(rows.measured({parsed(): rounds(1.2)}), NAMES)[parsed()],
        rows.rows(rows.measured(MEASURED), NAMES)[parsed("XML")],
    )
    assert alone.decision and among.decision
    assert among.decision.ratio.high > alone.decision.ratio.high


def test_the_table_names_who_is_faster_and_has_further_columns() -> None:
    found = rows.rows(rows.measured(MEASURED), NAMES)
    made = rows.table(found, NAMES, {"length": dict.fromkeys(found, "0.98")})
    assert made.head[4:8] == [
        "one body ns",
        "many bodies ns",
        "ratio many bodies / one body",
        "verdict",
    ]
    lines = {tuple(line[:3:2]): line for line in made.rows}
    assert lines["rust-server", "XML"][7] == "one body faster by 3 % or more"
    assert lines["java-server", "JSON"][7] == "many bodies faster by 3 % or more"
    assert lines["rust-server", "BSON"][4:] == [
        "1,000",
        "1,000",
        "1.000 (1.000 … 1.001)",
        "the same within 3 %",
        "0.98",
    ]
    assert lines["rust-server", "JSON"][7].startswith("unresolved")


def test_the_sentence_names_the_rows_beyond_the_margin_and_counts_the_others() -> None:
    assert rows.sentence(rows.rows(rows.measured(MEASURED), NAMES)) == (
        "2 of 4 rows differ by 3 % or more: java-server DummyObject as JSON by x (0.90) and rust-server DummyObject as XML by x (1.20). "
        "The others: 1 the same within 3 %, 1 unresolved."
    )
    assert (
        rows.sentence(rows.rows(rows.measured({parsed(): rounds(1.0)}), NAMES))
        == "No row of 1 differs by 3 % or more: 1 the same within 3 %."
    )


@pytest.mark.parametrize("number", [1, 5])
def test_few_rounds_claim_nothing(number: int) -> None:
    found = rows.rows(rows.measured({parsed(): rounds(2.0, number)}), NAMES)
    assert rows.sentence(found) == "No row of 1 differs by 3 % or more: 1 of too few rounds."
    assert "a claim needs 6" in rows.table(found, NAMES).rows[0][7]


def test_either_contender_comes_first_in_half_of_an_items_groups() -> None:
    made = sequence(["a", "b", "c"], 4, random.Random(1))
    assert Counter(made) == {(item, order): 2 for item in "abc" for order in ((0, 1), (1, 0))}
    assert [item for item, _ in made] != sorted(item for item, _ in made)
    odd = Counter(
        order for seed in range(200) for _, order in sequence(["a"], 5, random.Random(seed))
    )
    assert min(odd.values()) > 400, "neither comes first more often over the rounds"


def test_what_is_left_is_told_by_the_rounds_that_were_made() -> None:
    assert [RoundsProgress(10).line(number, seconds) for number, seconds in ((1, 0), (3, 140))] == [
        "round 1 of 10",
        "round 3 of 10, about 9 min left",
    ]
    assert [
        RoundsProgress(10, 2).line(number, seconds) for number, seconds in ((3, 0), (4, 70))
    ] == ["round 3 of 10", "round 4 of 10, about 8 min left"]


def test_a_page_names_the_command_the_rounds_and_what_it_depends_on(tmp_path: Path) -> None:
    about = {
        "machine": {"cpu": "A CPU", "cores": 2},
        "java": "JDK 25",
        "jvm_flags": ["-Xmx1g"],
        "command": "python -m bench_lab x",
        "commit": "abc",
    }
    _write(
        tmp_path / "x.md",
        "Title",
        [Section("a", "Found", [Text("A sentence.", lead=True)])],
        ["how it was"],
        about,
        3,
    )
    text = (tmp_path / "x.md").read_text()
    assert text.startswith("# Title\n\n`python -m bench_lab x` wrote this page on ")
    assert "of 3 rounds in fresh processes. Not for publishing" in text
    for line in (
        "**A sentence.**",
        "- how it was",
        "- machine: A CPU, 2 cores",
        "- Java: JDK 25, flags -Xmx1g",
        "commit abc",
    ):
        assert line in text
