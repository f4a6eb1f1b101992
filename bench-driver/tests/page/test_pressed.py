"""The robot before Try it in a real Chromium, whose objects come from a provider in miniature; and
`bench-driver ui-sweep` whole.
"""

from __future__ import annotations

import csv
import socket
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from bench_driver.errors import ServerError
from bench_load.ui.plan import Scenario
from bench_load.ui.robot import Robot
from bench_load.ui.unheard import unheard

from ..conftest import running
from .trying import Stack

BSON = Scenario("NumericObject", "BSON", "rust-provider", "bson")


@pytest.fixture
def robot(stack: Stack, browser: Browser) -> Robot:
    return Robot(browser, f"{stack.server.url}/")


def test_a_press_shows_the_time_of_parsing_and_takes_longer_until_it_does(
    robot: Robot, stack: Stack
) -> None:
    with robot.opened(BSON) as page:
        made = [page.press(amount) for amount in (1200, 7, 600)]
    assert all(0 < parse_ms < whole_ms for parse_ms, whole_ms in made)
    assert made[1][0] < min(made[0][0], made[2][0]), "fewer objects take less"
    assert stack.rust.requests == stack.java.requests == [], "nobody parses beside the browser"


def test_the_page_is_asked_for_its_engines(robot: Robot) -> None:
    assert robot.engines("NumericObject", "XML", "rust-provider") == ["parse-xml", "DOMParser"]


def test_an_engine_on_the_page_is_pressed_too(robot: Robot) -> None:
    with robot.opened(Scenario("DummyObject", "XML", "rust-provider", "DOMParser")) as page:
        parse_ms, whole_ms = page.press(45)
    assert 0 < parse_ms < whole_ms


def test_what_the_page_refuses_is_told_with_where_to_look(robot: Robot) -> None:
    with (
        robot.opened(Scenario("Tweet", "JSON", "rust-provider", "JSON.parse")) as page,
        pytest.raises(ServerError) as error,
    ):
        page.press(10)
    assert (
        "The browser cannot parse these objects" in error.value.why and "view=try" in error.value.do
    )


def test_a_number_that_the_page_does_not_take_is_no_figure(robot: Robot) -> None:
    with robot.opened(BSON) as page, pytest.raises(ServerError, match="no figure") as error:
        page.press(100_001)
    assert error.value.why == "it takes no 100001 objects"


def test_nobody_hears_what_the_page_requests(robot: Robot, browser: Browser) -> None:
    with robot.opened(BSON) as page:
        page.press(30)
        assert not browser.contexts, "Playwright knows of no page"


def test_a_page_whose_server_is_gone_is_told_at_once(browser: Browser) -> None:
    begun = time.monotonic()
    with socket.socket() as bound:  # nobody listens there
        bound.bind(("127.0.0.1", 0))
        url = "http://{}:{}/".format(*bound.getsockname())
        with (
            pytest.raises(ServerError, match="did not open") as error,
            Robot(browser, url).opened(BSON),
        ):
            pass
    assert error.value.why == "net::ERR_CONNECTION_REFUSED" and f"{url}?view=try" in error.value.do
    assert time.monotonic() - begun < 20, "it did not wait for a button"


def test_a_page_that_crashes_or_does_not_answer_is_an_error_at_once(browser: Browser) -> None:
    with unheard(browser, "about:blank") as page:
        with pytest.raises(Error, match="did not answer within 1 s"):
            page.evaluate("() => new Promise(() => {})", within_s=1)
        with pytest.raises(Error, match="ReferenceError: nobody is not defined"):
            page.evaluate("() => nobody")
        with pytest.raises(Error, match="crashed"):
            page._asked("Page.crash", {})


def test_presses_of_both_providers_end_in_a_page_pictures_and_figures(tmp_path: Path) -> None:
    with running(
        "ui-sweep",
        "--amounts",
        "10,100",
        "--rounds",
        "2",
        "--format",
        "JSON,BSON",
        "--object-type",
        "NumericObject",
        "--out",
        str(tmp_path),
    ) as process:
        out, said = process.communicate(timeout=300)
    assert process.returncode == 0, said
    assert out.strip().endswith("ui-sweep.md") and "4 scenarios, 16 presses, 880 objects" in said
    rows = list(csv.DictReader((tmp_path / "presses.csv").read_text().splitlines()))
    assert len(rows) == 16 and all(
        0 < float(row["parse_ms"]) < float(row["whole_ms"]) for row in rows
    )
    assert {(row["provider"], row["engine"]) for row in rows} == {
        (provider, engine)
        for provider in ("rust-provider", "java-provider")
        for engine in ("JSON.parse-source", "bson")
    }
    assert (tmp_path / "ui_sweep_NumericObject.svg").exists()
    text = (tmp_path / "ui-sweep.md").read_text()
    assert "| NumericObject | rust-provider | BSON by bson | JSON by JSON.parse-source |" in text
