"""What the tests of Try it share: the page before servers in miniature, which have real bodies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from bench_driver.store.opening import open_store

from ..miniatures import Json, Miniature, engines, whole
from ..serving import Served, checkout, served, tell

ROOT = Path(__file__).resolve().parents[3]
VARIANTS, WARM = 8, 20_000
#: Few and small, so that a try takes a second or two.
SMALL = "?view=try&objects=1000&slices=5"
TYPES = ["NumericObject", "DummyObject", "Tweet"]


def golden(path: str) -> bytes:
    """The canonical bytes, whatever the index."""
    found = re.fullmatch(r"/([A-Z]+)Object/(\w+)\?index=\d+", path)
    assert found, path
    return (ROOT / "providers" / "golden" / f"{found[2]}.{found[1].lower()}").read_bytes()


def says(runtime: str) -> Json:
    """What a miniature announces, with the types that are tried."""
    said = engines(runtime)
    listed = [{**one, "object_types": TYPES} for one in said["engines"]]
    return {
        **said,
        "engines": listed,
        "object_types": [{"name": name, "variants": VARIANTS} for name in TYPES],
    }


class Stack:
    """Two consumers and a provider in miniature, and the page before them."""

    def __init__(
        self, server: Served, rust: Miniature, java: Miniature, provider: Miniature
    ) -> None:
        self.server, self.rust, self.java, self.provider = server, rust, java, provider

    def as_new(self) -> None:
        """As it was at first, for the next test."""
        for miniature in (self.rust, self.java, self.provider):
            miniature.as_new(whole)


@contextmanager
def stack_of(folder: Path, *, down: tuple[str, ...] = ()) -> Iterator[Stack]:
    with ExitStack() as held:
        rust, java, provider = (
            held.enter_context(Miniature(runtime, whole, says=says(runtime), bodies=golden))
            for runtime in ("rust", "java", "rust")
        )
        root = checkout(folder / "checkout", page=False)
        (root / "web-client").mkdir()
        (root / "web-client" / "dist").symlink_to(ROOT / "web-client" / "dist")
        nowhere = "http://127.0.0.1:1"
        urls = {
            "rust-server": rust.url,
            "java-server": java.url,
            "rust-provider": provider.url,
            "java-provider": nowhere,
        }
        tell(root, {name: nowhere if name in down else url for name, url in urls.items()})
        with open_store(str(folder / "e.sqlite")):
            pass
        server = held.enter_context(served(folder / "e.sqlite", BENCH_ROOT=str(root)))
        yield Stack(server, rust, java, provider)


def started(opened: Callable[..., Page], stack: Stack, query: str = SMALL, **how: Any) -> Page:
    """The view, with a try begun."""
    page = opened(f"{stack.server.url}/{query}", **how)
    page.get_by_role("button", name="Start", exact=True).click()
    return page


def done(page: Page, words: str = "Done: 5 slices each.") -> Page:
    page.locator(".going .soft").get_by_text(words).or_(page.get_by_role("alert")).wait_for(
        timeout=120_000
    )
    assert page.get_by_role("alert").all_inner_texts() == []
    return page


def failed(page: Page) -> str:
    """What is said of a try that failed, and that another can begin."""
    page.get_by_role("alert").wait_for(timeout=60_000)
    assert page.get_by_role("button", name="Start", exact=True).is_enabled()
    said: str = page.get_by_role("alert").inner_text()
    return said
