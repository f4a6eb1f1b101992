"""A real Chromium before a served store.

Whatever a test does, the page logs no error and asks nobody but its own server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request

from bench_browser.page import headless

from ..serving import NO_OTAVA, Served, many, served
from .trying import Stack, stack_of

ROOT = Path(__file__).resolve().parents[3]
CLIENT = ROOT / "web-client"
AXE = CLIENT / "node_modules" / "axe-core" / "axe.min.js"

#: What axe looks for, by scheme: in the dark `tokens.css` has other colours, and nothing else is
#: other.
LOOKS_FOR = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["cat.color"],
}

#: What axe finds: each rule that is broken and by whom, and how many are kept.
_FOUND = """async rules => {
    const { violations, passes } = await axe.run(document, { runOnly: rules });
    return [violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]), passes.length];
}"""

#: Opens an address and waits until it is shown.
Opened = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert (CLIENT / "dist" / "index.html").is_file(), "the page is not built: make web"
    with headless() as launched:
        yield launched


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A store, and the ids of its six nights."""
    file = tmp_path_factory.mktemp("store") / "a.sqlite"
    return file, many(file)


@pytest.fixture(scope="session")
def server(store: tuple[Path, list[str]]) -> Iterator[Served]:
    with served(store[0], BENCH_ROOT=str(ROOT), **NO_OTAVA) as found:
        yield found


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with stack_of(tmp_path) as made:
        yield made


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens pages; `failing` says that the browser may log that an answer was an error."""
    contexts: list[Any] = []
    said: list[str] = []

    def open_at(url: str, *, width: int = 1280, failing: bool = False, script: str = "") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, reduced_motion="reduce", accept_downloads=True
        )
        contexts.append(context)
        page = context.new_page()
        if script:
            page.add_init_script(script)
        origin = "/".join(url.split("/")[:3])

        def asked(request: Request) -> None:
            if not request.url.startswith((f"{origin}/", "data:", "blob:")):
                said.append(f"asked {request.url}")

        page.on("request", asked)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on(
            "console",
            lambda line: (
                said.append(line.text)
                if line.type in ("error", "warning") and not failing
                else None
            ),
        )
        page.goto(url)
        settled(page)
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert said == []


def settled(page: Page) -> None:
    """Waits until what is asked for is shown."""
    page.wait_for_selector("main > [aria-busy=false] h1")


def chosen(page: Page, label: str, value: str) -> None:
    """Chooses a filter."""
    page.get_by_role("combobox", name=label, exact=True).select_option(value)
    settled(page)


def accessible(page: Page, state: str) -> None:
    """Has axe look at what is shown, in both schemes: it finds nothing."""
    page.evaluate(AXE.read_text())
    for scheme, rules in LOOKS_FOR.items():
        page.emulate_media(color_scheme=scheme)
        wrong, right = page.evaluate(_FOUND, rules)
        assert wrong == [], (state, scheme)
        assert right, "it looked at nothing"
