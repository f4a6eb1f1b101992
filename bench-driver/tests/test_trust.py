"""What a sweep is good for: three states, and why it is no better one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from bench_driver.analysis.checks import Itself
from bench_driver.analysis.gather import gather
from bench_driver.analysis.trust import Row, Trust, trust
from bench_driver.report.documents import document, summary
from bench_driver.report.markdown import markdown
from bench_driver.report.page import page
from bench_driver.stats.interval import Interval
from bench_driver.store.database import Store

from .grouped import sweep_of

GOOD = Row(10, "quiet")
#: A consumer that differs from itself, and one whose interval includes 1.
DIFFERS = Itself("java-server", Interval(1.08, 1.05, 1.11, 10))
UNDECIDED = Itself("rust-server", Interval(1.02, 0.95, 1.09, 10))


def test_ten_rounds_on_quiet_cores_are_publishable() -> None:
    assert trust([GOOD, GOOD], [UNDECIDED]).state == "publishable"


@pytest.mark.parametrize(
    ("rows", "more", "reason"),
    [
        ([Row(6, "quiet")], {}, "6 rounds, publishing takes 10"),
        ([GOOD, Row(10, "busy")], {}, "in 1 of 2 rows"),
        ([GOOD, Row(10, "uneven")], {}, "in 1 of 2 rows"),
        ([Row(10, "unsteady")], {}, "CPU"),
        ([Row(10, "unknown")], {}, "nothing is known"),
        ([GOOD, Row(10, "quiet", drifted=True)], {}, "drifts"),
        ([GOOD, Row(4, "quiet")], {}, "too few rounds in 1 of 2 rows"),
        ([GOOD, Row(7, "quiet")], {}, "fewer than 10 rounds in 1 of 2 rows"),
        ([GOOD, Row(0, "unknown")], {}, "no whole group in 1 of 2 rows"),
        ([GOOD], {"groups_lost": 1}, "1 group failed"),
    ],
)
def test_what_is_no_figure_to_publish_is_good_for_a_look(
    rows: list[Row], more: Mapping[str, Any], reason: str
) -> None:
    found = trust(rows, **more)
    assert found.state == "good for a look" and any(reason in why for why in found.reasons)


@pytest.mark.parametrize(
    ("rows", "more", "reason"),
    [
        ([], {}, "no row was measured"),
        ([Row(5, "quiet")], {}, "5 rounds, a verdict takes 6"),
        ([Row(1, "quiet")], {}, "1 round, a verdict takes 6"),
        ([GOOD], {"complete": False}, "not complete"),
        ([GOOD], {"one_start": True}, "started once"),
        ([GOOD], {"unoptimized": ["rust-server"]}, "rust-server is no release build"),
        ([GOOD], {"itself": [UNDECIDED, DIFFERS]}, "java-server differs from itself by 8.0%"),
    ],
)
def test_what_can_have_no_verdict_or_fails_against_itself_is_not_to_be_quoted(
    rows: list[Row], more: Mapping[str, Any], reason: str
) -> None:
    found = trust(rows, **more)
    assert found.state == "do not quote" and any(reason in why for why in found.reasons)


def test_the_worst_state_has_its_own_reasons_alone() -> None:
    assert trust([Row(10, "busy")], complete=False) == Trust(
        "do not quote", ["the sweep is not complete"]
    )


@pytest.mark.parametrize("render", [markdown, page])
def test_summary_and_page_say_it_at_their_head(render: Callable[..., str], store: Store) -> None:
    facts = gather(store, sweep_of(store, 2))
    text = render(summary(document(facts)) if render is markdown else document(facts).in_short([]))
    assert "Trust: do not quote" in text.split("The answer")[0]
