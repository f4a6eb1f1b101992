"""Whatever ends a try, or keeps it from beginning, says what happened, why, and what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench_driver.system import lock

from ..miniatures import Behaviour, Long, problem, refusing
from .conftest import Opened
from .test_errors import told
from .trying import SMALL, Stack, done, failed, stack_of, started

#: A DOMParser that after some parses finds another text in the document's first leaf.
CHANGING = """let count = 0;
    const real = DOMParser.prototype.parseFromString;
    DOMParser.prototype.parseFromString = function (text, type) {
        const made = real.call(this, text, type);
        if (count++ > 30) made.querySelector('*:not(:has(*))').textContent = '7';
        return made;
    }"""


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (refusing(problem(409, "busy")), ("Rust-server is busy.", "Wait until that run has ended")),
        (
            refusing(problem(403, "provider_not_allowed")),
            ("Rust-server refused: provider_not_allowed.", "PROVIDER_ALLOWLIST"),
        ),
        (
            lambda runtime, request: iter([b"no run"]),
            ("rust-server answered no run.", "See its log."),
        ),
    ],
)
def test_what_a_server_refuses_is_told(
    stack: Stack, opened: Opened, behaviour: Behaviour, words: tuple[str, ...]
) -> None:
    stack.rust.behaviour = behaviour
    said = failed(started(opened, stack, failing=True))
    assert all(word in said for word in words), said


def test_while_a_sweep_runs_nothing_is_tried(stack: Stack, opened: Opened) -> None:
    with lock.held("bench-driver sweep"):
        page = started(opened, stack, failing=True)
        said = failed(page)
    assert (
        "A sweep is running." in said
        and "bench-driver sweep measures, process" in said
        and "Wait until that has ended" in said
    )
    assert page.get_by_role("alert").locator("code").all_inner_texts() == ["bench-driver sweep"], (
        "a command looks like one"
    )
    assert stack.rust.requests == [] and stack.provider.heads[1:] == [], (
        "nobody was disturbed but for who it is"
    )


def test_a_sweep_that_begins_meanwhile_ends_the_try(stack: Stack, opened: Opened) -> None:
    page = started(opened, stack, "?view=try&objects=50000&slices=40", failing=True)
    page.locator(".going").get_by_text("Browser parses: 3 of 120 slices").wait_for(timeout=60_000)
    with lock.held("bench-driver sweep", waiting=lambda _: None):
        assert "A sweep is running." in failed(page)


def test_a_server_that_ends_meanwhile_is_told(stack: Stack, opened: Opened) -> None:
    stack.java.behaviour = Long()
    page = started(opened, stack, failing=True)
    page.locator(".going").get_by_text("Java parses: 2 of 15 slices").wait_for(timeout=60_000)
    stack.server.end()
    assert "Bench-driver serve was ended." in failed(page)
    assert page.locator(".going .soft").inner_text() == "Ended after 2 of 15 slices."


def test_servers_that_are_down_are_left_out(tmp_path: Path, opened: Opened) -> None:
    with stack_of(tmp_path, down=("java-server",)) as stack:
        page = started(opened, stack)
        assert (
            "java-server is left out: it does not answer." in page.get_by_role("main").inner_text()
        )
        assert "Java" not in done(page).get_by_role("heading", level=1).inner_text()


def test_the_browser_alone_can_be_tried(tmp_path: Path, opened: Opened) -> None:
    with stack_of(tmp_path, down=("java-server", "rust-server")) as stack:
        page = done(started(opened, stack))
    assert re.fullmatch(
        r"The browser takes [\d.,]+ ns an object\.",
        page.get_by_role("heading", level=1).inner_text(),
    )


def test_without_a_provider_it_says_what_to_start(tmp_path: Path, opened: Opened) -> None:
    with stack_of(tmp_path, down=("rust-provider",)) as stack:
        said = told(opened(f"{stack.server.url}/{SMALL}"))
    assert "No server provides objects." in said and "make up" in said


def test_a_worker_that_crashes_is_told(stack: Stack, opened: Opened) -> None:
    page = opened(f"{stack.server.url}/{SMALL}", failing=True)
    page.route(re.compile("/assets/worker"), lambda route: route.abort())
    page.get_by_role("button", name="Start", exact=True).click()
    assert "The browser's worker crashed." in failed(page)


def test_a_body_that_the_engine_refuses_is_told(stack: Stack, opened: Opened) -> None:
    said = failed(started(opened, stack, f"{SMALL}&type=Tweet&engine=JSON.parse"))
    assert (
        "The browser cannot parse these objects." in said
        and "keeps no digits" in said
        and "Choose another engine" in said
    )


def test_an_object_that_changes_is_told(stack: Stack, opened: Opened) -> None:
    page = opened(
        f"{stack.server.url}/{SMALL}&type=NumericObject&format=XML&engine=DOMParser",
        failing=True,
        script=CHANGING,
    )
    page.get_by_role("button", name="Start", exact=True).click()
    assert "became another object than at first" in failed(page)
