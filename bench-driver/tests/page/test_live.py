"""Live in a real Chromium: a sweep in miniature that runs while the page is open, is reloaded, and
loses its server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Page
from sqlalchemy import text

from bench_driver.store.opening import open_store

from ..miniatures import failing
from ..serving import NO_OTAVA, Served, served
from .conftest import ROOT, Opened, accessible, settled
from .sweeping import Paced, noisy, sweeping
from .test_errors import told
from .test_views import WIDTHS

#: Runs of a round of the sweep: its warm-up, and its slices.
WARMUP, ROUND = 16, 32
VIEW = "?view=live"
#: Where everything stands that must not move.
PLACES = """[...document.querySelectorAll('main figure, main .field, main section .rows td, .said, .going, .going p, #noise')]
    .map(e => { const { x, y, width, height } = e.getBoundingClientRect(); return [e.className || e.tagName, x, y + scrollY, width, height] })"""
STREAMS = """window.streams = [];
    const Real = EventSource;
    window.EventSource = function (...of) { const made = new Real(...of); window.streams.push(made); return made };
    window.EventSource.CLOSED = Real.CLOSED"""


def serving(file: Path, *args: str) -> AbstractContextManager[Served]:
    return served(file, *args, BENCH_ROOT=str(ROOT), **NO_OTAVA)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a.sqlite"


@pytest.fixture
def sweep(file: Path) -> Iterator[Paced]:
    with sweeping(file, object_types=("DummyObject",), formats=("JSON", "XML"), rounds=3) as found:
        yield found


@pytest.fixture
def server(file: Path, sweep: Paced) -> Iterator[Served]:
    with serving(file) as found:
        yield found


def says(page: Page, words: str) -> None:
    """Waits until the page says so, of itself."""
    page.get_by_role("main").get_by_text(re.compile(words)).first.wait_for(timeout=30_000)


def test_a_sweep_is_seen_as_it_runs_until_its_end(
    sweep: Paced, server: Served, opened: Opened
) -> None:
    page = opened(f"{server.url}/{VIEW}")
    says(page, "^Round 1 of 3.$")
    assert (
        page.get_by_role("heading", level=1).inner_text()
        == "No round has ended yet, so there is no ratio so far."
    )
    says(page, "^warm-up: JSON, XML, rust-server, then java-server$")
    sweep.until(WARMUP + 2)
    says(page, r"^DummyObject as (JSON|XML), block: group \d of 4; \S+, then \S+$")
    sweep.until(ROUND + 1)
    says(page, "^Round 2 of 3.$")
    says(page, "^So far java-server takes 0.[67]. to (1.9|2.0). times as long as rust-server.$")
    says(page, "^So far: one start of the processes, no interval.$")
    says(page, r"runs that are planned so far have ended, some \d+ s left.$")
    assert page.get_by_role("progressbar").count() == 1
    picture = page.get_by_role("region", name="The answer so far").get_by_role("img")
    assert (picture.locator(".mark.open").count(), picture.locator(".mark.full").count()) == (
        2,
        0,
    ), "a ring is no verdict"
    slices = page.get_by_role("img", name=re.compile("^rust-server: 8 slices"))
    assert (slices.locator(".nights").get_attribute("d") or "").count("M") == 8
    sweep.rest()
    says(page, "^The sweep is complete.$")
    said = page.get_by_role("main").inner_text()
    assert not any(words in said for words in ("so far", "So far", "no verdict", "provisional")), (
        "what has ended is not told as if it ran"
    )
    assert page.get_by_role("progressbar").count() == 0
    page.get_by_role("link", name="Its answer").click()
    settled(page)
    assert re.search(r"\?sweep=\d{4}-", page.url)


def test_it_survives_a_reload(sweep: Paced, server: Served, opened: Opened) -> None:
    page = opened(f"{server.url}/{VIEW}")
    sweep.until(ROUND + 1)
    says(page, "^Round 2 of 3.$")
    shown = page.get_by_role("main").inner_text()
    page.reload()
    settled(page)
    assert page.get_by_role("main").inner_text() == shown
    assert page.title() == "Live · deserialization testbed"


def test_it_survives_a_lost_connection(file: Path, sweep: Paced, opened: Opened) -> None:
    with serving(file) as first:
        page = opened(f"{first.url}/{VIEW}", failing=True)
        says(page, "^Round 1 of 3.$")
        first.end()
        lost = page.get_by_role("status").get_by_text(
            re.compile(r"^The connection was lost at \d\d:\d\d:\d\d UTC; it is tried again.")
        )
        lost.wait_for()
        assert "Round 1 of 3." in page.get_by_role("main").inner_text(), "what was known stays"
    sweep.until(ROUND + 1)
    with serving(file, "--port", first.url.rpartition(":")[2]):
        says(page, "^Round 2 of 3.$")
        assert lost.count() == 0 and "some" in page.locator(".going").inner_text()


def test_nothing_is_asked_while_nobody_looks(sweep: Paced, server: Served, opened: Opened) -> None:
    page = opened(f"{server.url}/{VIEW}", script=STREAMS)
    says(page, "^Round 1 of 3.$")
    hide = (
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: "
        "true }); document.dispatchEvent(new Event('visibilitychange')) }"
    )
    states = "() => window.streams.map(stream => stream.readyState)"
    page.evaluate(hide, True)
    assert page.evaluate(states) == [2], "closed"
    sweep.until(ROUND + 1)
    page.evaluate(hide, False)
    says(page, "^Round 2 of 3.$")
    page.get_by_role("link", name="All sweeps").click()
    settled(page)
    assert page.evaluate(states) == [2, 2], "whoever leaves the view ends its stream"


def test_runs_that_fail_are_told(file: Path, opened: Opened) -> None:
    with sweeping(
        file, failing("XML"), object_types=("DummyObject",), formats=("JSON", "XML"), rounds=2
    ) as sweep:
        sweep.until(ROUND + 1)
        with serving(file) as server:
            said = (
                opened(f"{server.url}/{VIEW}", failing=True)
                .get_by_role("complementary", name="Health")
                .inner_text()
            )
    assert "Not all is well" in said and "provider_truncated: provider_truncated on purpose" in said


def renamed(file: Path, table: str, name: str) -> None:
    with open_store(str(file)) as store, store.writing() as connection:
        connection.execute(text(f"ALTER TABLE {table} RENAME TO {name}"))


def test_a_store_that_breaks_meanwhile_is_told(file: Path, server: Served, opened: Opened) -> None:
    page = opened(f"{server.url}/{VIEW}", failing=True)
    says(page, "^Round 1 of 3.$")
    renamed(file, "attempt", "elsewhere")
    page.get_by_role("alert").wait_for(timeout=30_000)
    assert (
        "The store refuses what was asked of it" in told(page)
        and "keep a copy of it" in told(page).lower()
    )
    renamed(file, "elsewhere", "attempt")
    page.get_by_role("button", name="Try again").click()
    says(page, "^Round 1 of 3.$")


def test_an_empty_store_says_what_to_run(file: Path, opened: Opened) -> None:
    with open_store(str(file)):
        pass
    with serving(file) as empty:
        said = told(opened(f"{empty.url}/{VIEW}", failing=True))
    assert "The store is empty." in said and "Run bench-driver sweep" in said


def states(
    file: Path, sweep: Paced, opened: Opened, url: str, width: int
) -> Iterator[tuple[str, Page]]:
    """The view as a sweep begins, in its first round, and after two."""
    page = opened(f"{url}/{VIEW}", width=width)
    yield "begun", page
    sweep.until(ROUND - 3)
    says(page, "group [34] of 4")
    yield "first round", page
    sweep.until(2 * ROUND + 1)
    says(page, "^Round 3 of 3.$")
    yield "third round", page


@pytest.mark.parametrize("width", [390, 1600])
def test_axe_finds_nothing_and_nothing_jumps(
    file: Path, sweep: Paced, server: Served, opened: Opened, width: int
) -> None:
    places = None
    for state, page in states(file, sweep, opened, server.url, width):
        places = places or page.evaluate(PLACES)
        assert page.evaluate(PLACES) == places, state
        accessible(page, state)


def test_nothing_is_wider_than_the_screen(sweep: Paced, server: Served, opened: Opened) -> None:
    sweep.until(ROUND + 1)
    page = opened(f"{server.url}/{VIEW}")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert (
            page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            <= 0
        ), width


def test_the_machines_counters_stand_beside_their_limits(file: Path, opened: Opened) -> None:
    with sweeping(
        file, noisy(steal_ms=90.0), object_types=("DummyObject",), formats=("JSON",), rounds=2
    ) as sweep:
        sweep.until(18)
        with serving(file) as server:
            page = opened(f"{server.url}/{VIEW}", failing=True)
            row = (
                page.get_by_role("complementary")
                .get_by_role("row")
                .filter(has_text="steal")
                .inner_text()
            )
            assert re.match(r"steal\s+over: [\d,.]+ %\s+[\d,.]+ %\s+1.0 %", row), row
            says(page, "over its limit in this round: steal")
