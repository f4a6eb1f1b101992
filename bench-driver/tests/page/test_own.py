"""Your object in a real Chromium: a pasted document, and what is told of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from bench_driver.store.opening import open_store

from ..grouped import sweep_of
from ..object_pages import PAYLOADS
from ..serving import NO_OTAVA, Served, served
from ..stores import CELLS
from .conftest import Opened, accessible, settled

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def pasted(page: Page, text: str) -> str:
    """Pastes a document: what the page says of it first."""
    page.get_by_role("textbox", name="A JSON document").fill(text)
    said: str = page.get_by_role("heading", level=1).inner_text()
    return said


@pytest.mark.parametrize("width", [390, 1280])
def test_a_pasted_document_is_concluded_and_stays_in_the_page(
    server: Served, opened: Opened, width: int
) -> None:
    page = opened(f"{server.url}/?view=own", width=width)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    text = (PAYLOADS / "charge.json").read_text()
    page.get_by_role("textbox", name="Name of the object type").fill("Charge")
    assert pasted(page, text).startswith("Charge: ")
    cells = page.get_by_role("table", name="Fields, from 1 sample").get_by_role("cell")
    assert cells.nth(1).inner_text() == "text", "an id"
    run = page.get_by_role("region", name="What to run").inner_text()
    assert "bench-driver object add Charge --from charge.json --" in run
    assert f"<<'JSON'\n{text.strip()}\nJSON" in run
    page.get_by_text("The bytes themselves").click()
    assert page.get_by_role("group", name="Charge as JSON").inner_text().startswith('{"id":')
    assert page.evaluate(SIDEWAYS) <= 0
    accessible(page, f"your object, {width}")
    page.get_by_role("link", name="All sweeps").click()
    settled(page)
    page.get_by_role("link", name="Your object").click()
    settled(page)
    box = page.get_by_role("textbox", name="A JSON document")
    assert box.input_value() == text, "it is found again"
    assert all("/api/" in url and "?" not in url for url in sent), sent
    assert pasted(page, '{"a": {"b": 1, "b": 2}}') == "An object has two fields 'b'."
    assert page.get_by_text("Leave one of them out.").is_visible()
    assert page.get_by_role("table").count() == 0
    accessible(page, f"a document that is refused, {width}")


def test_a_type_that_the_page_does_not_know_is_shown_in_results(
    tmp_path: Path, opened: Opened
) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        sweep_of(store, 6, over=[replace(CELLS[0], object_type="Purchase")])
    with served(tmp_path / "a.sqlite", **NO_OTAVA) as server:
        page = opened(f"{server.url}/?type=Purchase")
        assert page.get_by_role("table").first.get_by_role("cell").first.inner_text() == "Purchase"
        assert page.get_by_role("combobox", name="Object type").input_value() == "Purchase"
