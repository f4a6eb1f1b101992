"""Try it in a real Chromium: its own engines on real bodies, beside servers in miniature."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench_driver.system import lock

from ..miniatures import Behaviour, Json, Long, problem, refusing, result, whole
from .conftest import Opened, accessible, chosen, settled
from .test_views import WIDTHS
from .trying import SMALL, VARIANTS, WARM, Stack, done, failed, stack_of, started

#: Where everything stands that must not move.
PLACES = """[...document.querySelectorAll('form .choice, form button, .said, .going, .going p, figure, tr, td, .how, h2, .copied, pre')]
    .map(e => { const { x, y, height } = e.getBoundingClientRect(); return [e.tagName, x, y + scrollY, height] })"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One stack for all tests here, on a machine of its own: starting one takes longer than most of
    them, and none of them breaks it.
    """
    folder = tmp_path_factory.mktemp("stack")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(lock.BENCH_LOCK, str(folder))
        with stack_of(folder) as made:
            yield made


@pytest.fixture
def stack(kept: Stack) -> Stack:
    kept.as_new()
    return kept


def test_three_runtimes_in_one_picture(stack: Stack, opened: Opened) -> None:
    page = done(started(opened, stack))
    heading = page.get_by_role("heading", level=1).inner_text().replace("\xa0", " ")
    assert re.fullmatch(
        r"Rust parses in [\d.]+ (of|times) the browser's time \([\d.]+ to [\d.]+\), Java in "
        r"[\d.]+ \([\d.]+ to [\d.]+\)\.",
        heading,
    )
    rows = [
        row.get_by_role("cell").all_inner_texts()
        for row in page.get_by_role("table").get_by_role("row").all()[1:]
    ]
    assert [(row[0], row[2]) for row in rows] == [("Browser", "5"), ("Rust", "5"), ("Java", "5")]
    assert rows[0][1].startswith("JSON.parse-source, Chrome ") and rows[1][1:2] + rows[1][3:6] == [
        "rust-json, x 9.9",
        "2,000",
        "2,000 to 2,000",
        "20,000",
    ]
    assert rows[0][6] == "1,000 objects compared with the first of the same body"
    picture = page.get_by_role("img", name="Time to parse an object: Browser")
    assert (
        picture.locator(".slice").count(),
        picture.locator(".whisker").count(),
        picture.locator(".mark").count(),
    ) == (15, 3, 3)
    for server in (stack.rust, stack.java):
        assert [request["warmup"] for request in server.requests] == [WARM, *[VARIANTS] * 4]
        assert {
            (request["source"], request["variants"], request["amount"])
            for request in server.requests
        } == {("replay", VARIANTS, 1000)}
    assert page.evaluate("crossOriginIsolated"), "the clock steps by 5 µs"


def saying(**changes: Any) -> Behaviour:
    """Whole, but for some fields."""

    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        yield json.dumps({**result(runtime, request), **changes}).encode()

    return behave


def test_a_figure_is_a_median_and_what_a_server_says_against_it_is_shown(
    stack: Stack, opened: Opened
) -> None:
    skewed = {"parse": {"p50_ns": 3547, "mean_ns": 19_799.0}}
    stack.rust.behaviour = saying(**skewed)
    stack.java.behaviour = saying(
        advice=["The JVM was still compiling."],
        noise=[{"rule": "jit", "value": 0.643, "limit": 0.01}],
    )
    page = done(started(opened, stack))
    assert (
        page.get_by_role("table").get_by_role("row").nth(2).get_by_role("cell").nth(3).inner_text()
        == "3,547"
    )
    assert page.get_by_role("heading", level=1).inner_text().startswith("Rust parses in "), (
        "a runtime that compiles is no busy machine"
    )
    against = page.get_by_role("region", name="What the servers say against these figures")
    assert [
        line.replace("\xa0", " ") for line in against.get_by_role("listitem").all_inner_texts()
    ] == [
        "Java, 5 of 5 slices: The JVM was still compiling.",
        "Java, 5 of 5 slices: disturbed by jit, up to 64.3 % (limit 1.0 %)",
    ]
    accessible(page, "advice")
    stack.rust.behaviour = saying(noise=[{"rule": "cpu_pressure", "value": 1.0, "limit": 0.05}])
    page.get_by_role("button", name="Start", exact=True).click()
    assert (
        done(page).get_by_role("heading", level=1).inner_text()
        == "This machine is busy: these figures do not say who is faster."
    )


def test_the_request_and_the_answer_can_be_copied(stack: Stack, opened: Opened) -> None:
    page = done(started(opened, stack))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy: A slice of Rust as curl").click()
    page.get_by_text("Copied").wait_for()
    line = page.evaluate("navigator.clipboard.readText()")
    assert (
        line.startswith(f"curl -s {stack.rust.url}/triggerReqs ") and '"engine":"rust-json"' in line
    )
    page.get_by_role("button", name="Copy: Java's last answer").click()
    page.get_by_text("Copied").nth(1).wait_for()
    assert '"mean_ns": 4000.0' in page.evaluate("navigator.clipboard.readText()"), "as it came"


def test_where_the_clipboard_is_closed_the_text_is_selected(stack: Stack, opened: Opened) -> None:
    page = opened(
        f"{stack.server.url}/{SMALL}",
        script="Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    )
    page.get_by_role("button", name="Copy: A slice of Rust as curl").click()
    page.get_by_text("Selected: press Ctrl-C").wait_for()
    assert page.evaluate("getSelection().toString()").startswith("curl -s ")


@pytest.mark.parametrize(
    ("query", "engine"),
    [
        ("&format=BSON", "bson, bson 7."),
        ("&format=XML", "parse-xml, @rgrove/parse-xml 5."),
        ("&format=XML&engine=DOMParser", "DOMParser, Chrome "),
    ],
)
def test_every_kind_of_engine_parses(stack: Stack, opened: Opened, query: str, engine: str) -> None:
    page = done(started(opened, stack, f"{SMALL}&type=NumericObject{query}"))
    assert (
        page.get_by_role("table")
        .get_by_role("row")
        .nth(1)
        .get_by_role("cell")
        .nth(1)
        .inner_text()
        .startswith(engine)
    )
    assert ("DOMParser exists only on a page" in page.get_by_role("main").inner_text()) == (
        "DOMParser" in engine
    )


def test_the_state_is_in_the_address(stack: Stack, opened: Opened) -> None:
    page = opened(f"{stack.server.url}/?view=try")
    for label, value in (
        ("Object type", "NumericObject"),
        ("Format", "BSON"),
        ("rust-server's engine", "rust-bson-other"),
        ("Slices", "5"),
    ):
        chosen(page, label, value)
    many(page, "1000")
    assert page.url.endswith(
        "/?view=try&type=NumericObject&format=BSON&rust=rust-bson-other&objects=1000&slices=5"
    )
    page.reload()
    settled(page)
    page.get_by_role("button", name="Start", exact=True).click()
    done(page)
    assert (
        stack.rust.requests[-1]["engine"] == "rust-bson-other"
        and stack.rust.requests[-1]["object_format"] == "BSON"
    )


def many(page: Page, objects: str) -> None:
    """Types the objects of a slice."""
    number = page.get_by_role("spinbutton", name="Objects a slice")
    number.fill(objects)
    number.blur()
    settled(page)


@pytest.mark.parametrize("objects", ["0", "100001", "1.5", ""])
def test_a_number_that_cannot_be_is_not_taken(stack: Stack, opened: Opened, objects: str) -> None:
    page = opened(f"{stack.server.url}/{SMALL}")
    many(page, objects)
    assert "objects=1000" in page.url
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(":focus"), "the browser says why").to_have_attribute("type", "number")
    assert (
        stack.rust.requests == []
        and page.locator(".going .soft").inner_text() == "Nothing is running."
    )


def test_each_object_is_requested_anew_by_block(stack: Stack, opened: Opened) -> None:
    page = done(
        started(
            opened,
            stack,
            "?view=try&objects=700&slices=1&condition=block&type=NumericObject&format=BSON",
        ),
        "Done: 1 slice each.",
    )
    asked = [path for path in stack.provider.asked if path.startswith("/BSONObject/NumericObject")]
    assert len(asked) == VARIANTS + 700 and len(set(asked)) == VARIANTS, (
        "for the warm-up, and for the slice"
    )
    for server in (stack.rust, stack.java):
        assert [(one["block"], one["warmup"], "source" in one) for one in server.requests] == [
            (500, WARM, False)
        ]
    assert "requested anew" in page.get_by_role("main").inner_text()


def test_the_browser_alone_and_not_warmed_up_says_how_long_all_took(
    stack: Stack, opened: Opened
) -> None:
    page = done(
        started(
            opened, stack, "?view=try&objects=70&slices=1&condition=block&warmup=0&beside=nobody"
        ),
        "Done: 1 slice each.",
    )
    assert re.fullmatch(
        r"The browser parses 70 objects in [\d.]+ ms\.",
        page.get_by_role("heading", level=1).inner_text().replace("\xa0", " "),
    )
    assert len([path for path in stack.provider.asked if path.startswith("/JSONObject")]) == 70, (
        "nothing before the slice"
    )
    assert stack.rust.requests == stack.java.requests == []
    row = page.get_by_role("table").get_by_role("row").nth(1).get_by_role("cell").all_inner_texts()
    assert row[5] == "\u2013" and row[6] == "70 objects compared with the first of the same body"


def test_cancel_ends_everything_at_once(stack: Stack, opened: Opened) -> None:
    stack.java.behaviour = long = Long()
    page = started(opened, stack)
    page.locator(".going").get_by_text("Java parses: 2 of 15 slices").wait_for(timeout=60_000)
    assert len(page.workers) == 1 and long.began.wait(10)
    page.get_by_role("button", name="Cancel").click()
    done(page, "Cancelled after 2 of 15 slices.")
    assert long.ended.wait(10), "the server's run ended"
    assert page.workers == []
    stack.java.behaviour = whole
    page.get_by_role("button", name="Start", exact=True).click()
    done(page)


def test_a_try_goes_on_while_another_view_is_shown_and_stays_until_the_next(
    stack: Stack, opened: Opened
) -> None:
    stack.java.behaviour = long = Long()
    page = started(opened, stack)
    assert long.began.wait(60)
    page.get_by_role("link", name="All sweeps").click()
    page.get_by_role("link", name="Try it").click()
    page.locator(".going").get_by_text("Java parses: 2 of 15 slices").wait_for()
    assert not long.ended.is_set()
    page.get_by_role("button", name="Cancel").click()
    assert long.ended.wait(10)
    stack.java.behaviour = whole
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("link", name="All sweeps").click()
    page.get_by_role("link", name="Try it").click()
    figures = done(page, "Done: 10 slices each.").get_by_role("table").inner_text()
    page.get_by_role("link", name="All sweeps").click()
    page.get_by_role("link", name="Try it").click()
    assert done(page, "Done: 10 slices each.").get_by_role("table").inner_text() == figures


def test_who_closes_the_page_ends_the_try(stack: Stack, opened: Opened) -> None:
    stack.java.behaviour = long = Long()
    page = started(opened, stack)
    assert long.began.wait(60)
    page.close()
    assert long.ended.wait(10)


def test_nothing_of_it_is_fetched_before_it_is_asked_for(stack: Stack, opened: Opened) -> None:
    fetched = (
        "performance.getEntriesByType('resource').map(e => e.name.split('/').at(-1)).filter(name "
        "=> /js|css/.test(name))"
    )
    page = opened(f"{stack.server.url}/?view=sweeps&sweep=none")
    assert not any(name.startswith(("Try", "worker")) for name in page.evaluate(fetched))
    page.get_by_role("link", name="Try it").click()
    page.get_by_role("button", name="Start", exact=True).wait_for()
    found = page.evaluate(fetched)
    assert any(name.startswith("Try") for name in found) and not any(
        name.startswith(("worker", "json", "bson")) for name in found
    )


def test_by_keyboard_alone_and_told_to_who_listens(stack: Stack, opened: Opened) -> None:
    page = opened(f"{stack.server.url}/{SMALL}")
    page.get_by_role("spinbutton", name="Objects a slice").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(":focus"), "the button keeps the focus").to_have_text("Cancel")
    done(page)
    expect(page.locator(":focus")).to_have_text("Start")
    assert page.locator(".going [role=status]").inner_text() == "Done: 5 slices each."
    assert page.get_by_role("progressbar").get_attribute("aria-valuetext") == "Done: 5 slices each."


def states(stack: Stack, opened: Opened, width: int) -> Iterator[tuple[str, Page]]:
    """The view in each of its states."""
    page = opened(f"{stack.server.url}/{SMALL}", width=width, failing=True)
    yield "idle", page
    stack.java.behaviour = Long()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".going").get_by_text("Java parses: 2 of 15 slices").wait_for(timeout=60_000)
    yield "running", page
    page.get_by_role("button", name="Cancel").click()
    yield "cancelled", page
    stack.java.behaviour = whole
    page.get_by_role("button", name="Start", exact=True).click()
    yield "done", done(page)
    stack.java.behaviour = refusing(problem(409, "busy"))
    page.get_by_role("button", name="Start", exact=True).click()
    failed(page)
    yield "failed", page


@pytest.mark.parametrize("width", [390, 1600])
def test_axe_finds_nothing_in_any_state(stack: Stack, opened: Opened, width: int) -> None:
    for state, page in states(stack, opened, width):
        accessible(page, state)


@pytest.mark.parametrize("width", [360, 1280, 1600])
def test_nothing_jumps_in_any_state(stack: Stack, opened: Opened, width: int) -> None:
    places = {state: page.evaluate(PLACES) for state, page in states(stack, opened, width)}
    for state, found in places.items():
        assert [
            place for place, before in zip(found, places["idle"], strict=True) if place != before
        ] == [], state


def test_nothing_is_wider_than_the_screen(stack: Stack, opened: Opened) -> None:
    page = done(started(opened, stack))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert (
            page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            <= 0
        ), width
