"""Try it in a real Chromium: its own engines on real bodies, beside servers in miniature."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bench_driver.store.opening import open_store
from bench_driver.system import lock

from ..miniatures import Behaviour, Json, Long, Miniature, engines, problem, refusing, whole
from ..serving import Served, checkout, served, tell
from .conftest import AXE, CLIENT, ROOT, Opened, chosen, settled
from .test_errors import by_files, site, told  # noqa: F401
from .test_views import WIDTHS

VARIANTS, WARM = 8, 20_000
#: Few and small, so that a try takes a second or two.
SMALL = "?view=try&objects=1000&slices=5"
TYPES = ["NumericObject", "DummyObject", "Tweet"]


#: A DOMParser that after some parses finds another text in the document's first leaf.
CHANGING = """let count = 0;
    const real = DOMParser.prototype.parseFromString;
    DOMParser.prototype.parseFromString = function (text, type) {
        const made = real.call(this, text, type);
        if (count++ > 30) made.querySelector('*:not(:has(*))').textContent = '7';
        return made;
    }"""
#: Where everything stands that must not move.
PLACES = """[...document.querySelectorAll('form .choice, form button, .said, .going, .going p, figure, tr, td, .how, h2, .copied, pre')]
    .map(e => { const { x, y, height } = e.getBoundingClientRect(); return [e.tagName, x, y + scrollY, height] })"""


def golden(path: str) -> bytes:
    """The canonical bytes, whatever the index."""
    found = re.fullmatch(r"/([A-Z]+)Object/(\w+)\?index=\d+", path)
    assert found, path
    return (ROOT / "providers" / "golden" / f"{found[2]}.{found[1].lower()}").read_bytes()


def says(runtime: str) -> Json:
    """What a miniature announces, with the types that are tried."""
    said = engines(runtime)
    listed = [{**one, "object_types": TYPES} for one in said["engines"]]
    return {**said, "engines": listed, "object_types": [{"name": name, "variants": VARIANTS} for name in TYPES]}


class Stack:
    """Two consumers and a provider in miniature, and the page before them."""

    def __init__(self, server: Served, rust: Miniature, java: Miniature) -> None:
        self.server, self.rust, self.java = server, rust, java


@contextmanager
def stack_of(folder: Path, *, down: tuple[str, ...] = ()) -> Iterator[Stack]:
    with ExitStack() as held:
        rust, java, provider = (held.enter_context(Miniature(runtime, whole, says=says(runtime), bodies=golden)) for runtime in ("rust", "java", "rust"))
        root = checkout(folder / "checkout", page=False)
        (root / "web-client").mkdir()
        (root / "web-client" / "dist").symlink_to(CLIENT / "dist")
        nowhere = "http://127.0.0.1:1"
        urls = {"rust-server": rust.url, "java-server": java.url, "rust-provider": provider.url, "java-provider": nowhere}
        tell(root, {name: nowhere if name in down else url for name, url in urls.items()})
        with open_store(str(folder / "e.sqlite")):
            pass
        server = held.enter_context(served(folder / "e.sqlite", BENCH_ROOT=str(root)))
        yield Stack(server, rust, java)


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with stack_of(tmp_path) as made:
        yield made


def started(opened: Opened, stack: Stack, query: str = SMALL, **how: Any) -> Page:
    """The view, with a try begun."""
    page = opened(f"{stack.server.url}/{query}", **how)
    page.get_by_role("button", name="Start", exact=True).click()
    return page


def done(page: Page, words: str = "Done: 5 slices each.") -> Page:
    page.locator(".going .soft").get_by_text(words).wait_for(timeout=60_000)
    return page


def failed(page: Page) -> str:
    """What is said of a try that failed, and that another can begin."""
    page.get_by_role("alert").wait_for(timeout=60_000)
    assert page.get_by_role("button", name="Start", exact=True).is_enabled()
    return told(page)


def test_three_runtimes_in_one_picture(stack: Stack, opened: Opened) -> None:
    page = done(started(opened, stack))
    heading = page.get_by_role("heading", level=1).inner_text().replace("\xa0", " ")
    assert re.fullmatch(r"Rust parses in [\d.]+ (of|times) the browser's time \([\d.]+ to [\d.]+\), Java in [\d.]+ \([\d.]+ to [\d.]+\)\.", heading)
    rows = [row.get_by_role("cell").all_inner_texts() for row in page.get_by_role("table").get_by_role("row").all()[1:]]
    assert [(row[0], row[2]) for row in rows] == [("Browser", "5"), ("Rust", "5"), ("Java", "5")]
    assert rows[0][1].startswith("JSON.parse-source, Chrome ") and rows[1][1:2] + rows[1][3:6] == ["rust-json, x 9.9", "2,000", "2,000 to 2,000", "20,000"]
    assert rows[0][6] == f"{VARIANTS} objects compared with the first of the same body, 992 more counted"
    picture = page.get_by_role("img", name="Time to parse an object: Browser")
    assert (picture.locator(".slice").count(), picture.locator(".whisker").count(), picture.locator(".mark").count()) == (15, 3, 3)
    for server in (stack.rust, stack.java):
        assert [request["warmup"] for request in server.requests] == [WARM, *[VARIANTS] * 4]
        assert {(request["source"], request["variants"], request["amount"]) for request in server.requests} == {("replay", VARIANTS, 1000)}
    assert page.evaluate("crossOriginIsolated"), "the clock steps by 5 µs"


def test_the_request_and_the_answer_can_be_copied(stack: Stack, opened: Opened) -> None:
    page = done(started(opened, stack))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy: A slice of Rust as curl").click()
    page.get_by_text("Copied").wait_for()
    line = page.evaluate("navigator.clipboard.readText()")
    assert line.startswith(f"curl -s {stack.rust.url}/triggerReqs ") and '"engine":"rust-json"' in line
    page.get_by_role("button", name="Copy: Java's last answer").click()
    page.get_by_text("Copied").nth(1).wait_for()
    assert '"mean_ns": 4000.0' in page.evaluate("navigator.clipboard.readText()"), "as it came"


def test_where_the_clipboard_is_closed_the_text_is_selected(stack: Stack, opened: Opened) -> None:
    page = opened(f"{stack.server.url}/{SMALL}", script="Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy: A slice of Rust as curl").click()
    page.get_by_text("Selected: press Ctrl-C").wait_for()
    assert page.evaluate("getSelection().toString()").startswith("curl -s ")


@pytest.mark.parametrize(
    ("query", "engine"),
    [("&format=BSON", "bson, bson 7."), ("&format=XML", "parse-xml, @rgrove/parse-xml 5."), ("&format=XML&engine=DOMParser", "DOMParser, Chrome ")],
)
def test_every_kind_of_engine_parses(stack: Stack, opened: Opened, query: str, engine: str) -> None:
    page = done(started(opened, stack, f"{SMALL}&type=NumericObject{query}"))
    assert page.get_by_role("table").get_by_role("row").nth(1).get_by_role("cell").nth(1).inner_text().startswith(engine)
    assert ("DOMParser is nowhere but on a page" in page.get_by_role("main").inner_text()) == ("DOMParser" in engine)


def test_the_state_is_in_the_address(stack: Stack, opened: Opened) -> None:
    page = opened(f"{stack.server.url}/?view=try")
    for label, value in (
        ("Object type", "NumericObject"),
        ("Format", "BSON"),
        ("rust-server's engine", "rust-bson-other"),
        ("Objects a slice", "1000"),
        ("Slices", "5"),
    ):
        chosen(page, label, value)
    assert page.url.endswith("/?view=try&type=NumericObject&format=BSON&rust=rust-bson-other&objects=1000&slices=5")
    page.reload()
    settled(page)
    page.get_by_role("button", name="Start", exact=True).click()
    done(page)
    assert stack.rust.requests[-1]["engine"] == "rust-bson-other" and stack.rust.requests[-1]["object_format"] == "BSON"


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


def test_who_leaves_the_view_ends_the_try(stack: Stack, opened: Opened) -> None:
    stack.java.behaviour = long = Long()
    page = started(opened, stack)
    assert long.began.wait(60)
    page.get_by_role("link", name="All sweeps").click()
    assert long.ended.wait(10)


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (refusing(problem(409, "busy")), ("Rust-server is busy.", "Wait until that run has ended")),
        (refusing(problem(403, "provider_not_allowed")), ("Rust-server refused: provider_not_allowed.", "PROVIDER_ALLOWLIST")),
        (lambda runtime, request: iter([b"no run"]), ("rust-server answered no run.", "See its log.")),
    ],
)
def test_what_a_server_refuses_is_told(stack: Stack, opened: Opened, behaviour: Behaviour, words: tuple[str, ...]) -> None:
    stack.rust.behaviour = behaviour
    said = failed(started(opened, stack, failing=True))
    assert all(word in said for word in words), said


def test_while_a_sweep_runs_nothing_is_tried(stack: Stack, opened: Opened) -> None:
    with lock.held("bench-driver sweep"):
        said = failed(started(opened, stack, failing=True))
    assert "A sweep is running." in said and "`bench-driver sweep` measures, process" in said and "Wait until that has ended" in said
    assert stack.rust.requests == []


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
        assert "java-server is left out: it does not answer." in page.get_by_role("main").inner_text()
        assert "Java" not in done(page).get_by_role("heading", level=1).inner_text()


def test_the_browser_alone_can_be_tried(tmp_path: Path, opened: Opened) -> None:
    with stack_of(tmp_path, down=("java-server", "rust-server")) as stack:
        page = done(started(opened, stack))
    assert re.fullmatch(r"The browser takes [\d.,]+ ns an object\.", page.get_by_role("heading", level=1).inner_text())


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
    assert "The browser cannot parse these objects." in said and "keeps no digits" in said and "Choose another engine" in said


def test_an_object_that_changes_is_told(stack: Stack, opened: Opened) -> None:
    page = opened(f"{stack.server.url}/{SMALL}&type=NumericObject&format=XML&engine=DOMParser", failing=True, script=CHANGING)
    page.get_by_role("button", name="Start", exact=True).click()
    assert "became another object than at first" in failed(page)


def test_a_site_of_files_says_that_nothing_can_be_tried(site: Path, opened: Opened) -> None:  # noqa: F811
    with by_files(site) as url:
        said = told(opened(f"{url}?view=try", failing=True))
    assert "Nothing can be tried here." in said and "bench-driver serve" in said


def test_nothing_of_it_is_fetched_before_it_is_asked_for(stack: Stack, opened: Opened) -> None:
    fetched = "performance.getEntriesByType('resource').map(e => e.name.split('/').at(-1)).filter(name => /js|css/.test(name))"
    page = opened(f"{stack.server.url}/?view=sweeps&sweep=none")
    assert not any(name.startswith(("Try", "worker")) for name in page.evaluate(fetched))
    page.get_by_role("link", name="Try it").click()
    page.get_by_role("button", name="Start", exact=True).wait_for()
    found = page.evaluate(fetched)
    assert any(name.startswith("Try") for name in found) and not any(name.startswith(("worker", "json", "bson")) for name in found)


def test_by_keyboard_alone_and_told_to_who_listens(stack: Stack, opened: Opened) -> None:
    page = opened(f"{stack.server.url}/{SMALL}")
    page.get_by_role("combobox", name="Slices").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Cancel", "the button keeps the focus"
    done(page)
    assert page.evaluate("document.activeElement.textContent") == "Start"
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
        page.evaluate(AXE.read_text())
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})")
            assert [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found["violations"]] == [], (state, scheme)


@pytest.mark.parametrize("width", [360, 1280, 1600])
def test_nothing_jumps_in_any_state(stack: Stack, opened: Opened, width: int) -> None:
    places = {state: page.evaluate(PLACES) for state, page in states(stack, opened, width)}
    for state, found in places.items():
        assert [place for place, before in zip(found, places["idle"], strict=True) if place != before] == [], state


def test_nothing_is_wider_than_the_screen(stack: Stack, opened: Opened) -> None:
    page = done(started(opened, stack))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, width
