"""Each error that a reader can meet says what happened, why, and what to do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page
from sqlalchemy import text

from bench_driver.cli import main
from bench_driver.store.opening import open_store

from ..grouped import sweep_of, times
from ..serving import NO_OTAVA, Served, at, many, served
from ..stores import CELLS
from .conftest import ROOT, Opened, chosen, settled


def told(page: Page) -> str:
    """What is said of what went wrong."""
    said: str = page.get_by_role("alert").inner_text()
    return said


def test_a_server_that_is_gone_is_told_and_asked_again(
    store: tuple[Path, list[str]], opened: Opened
) -> None:
    with served(store[0], BENCH_ROOT=str(ROOT), **NO_OTAVA) as first:
        page = opened(first.url, failing=True)
        first.end()
        chosen(page, "Sweep", store[1][0])
        said = told(page)
        assert "The server does not answer." in said and "bench-driver serve" in said
    with served(store[0], "--port", first.url.rpartition(":")[2], BENCH_ROOT=str(ROOT), **NO_OTAVA):
        page.get_by_role("button", name="Try again").click()
        page.get_by_text(f"planned {at(-5)[:10]}").first.wait_for()
        assert page.get_by_role("alert").count() == 0


def test_an_empty_store_says_how_to_make_a_sweep(tmp_path: Path, opened: Opened) -> None:
    with open_store(str(tmp_path / "e.sqlite")):
        pass
    with served(tmp_path / "e.sqlite", BENCH_ROOT=str(ROOT)) as empty:
        said = told(opened(empty.url))
    assert "The store is empty." in said and "bench-driver sweep" in said


def test_a_store_that_cannot_be_read_is_told(tmp_path: Path, opened: Opened) -> None:
    with open_store(str(tmp_path / "e.sqlite")):
        pass
    with served(tmp_path / "e.sqlite", BENCH_ROOT=str(ROOT)) as broken:
        (tmp_path / "e.sqlite").write_bytes(b"no database" * 1000)
        said = told(opened(broken.url, failing=True))
    assert (
        "The store's file is" in said
        and "give another file with --store" in said
        and str(tmp_path) not in said
    )


def test_a_store_that_is_not_there_yet_is_told_and_asked_again(
    tmp_path: Path, opened: Opened
) -> None:
    with served(tmp_path / "e.sqlite", BENCH_ROOT=str(ROOT), **NO_OTAVA) as early:
        page = opened(early.url, failing=True)
        assert "There is no store at e.sqlite." in told(page) and "bench-driver sweep" in told(page)
        many(tmp_path / "e.sqlite")
        page.get_by_role("button", name="Try again").click()
        page.get_by_text(f"planned {at(0)[:10]}").first.wait_for()


def test_a_store_of_a_newer_driver_is_told(tmp_path: Path, opened: Opened) -> None:
    with open_store(str(tmp_path / "e.sqlite")) as store, store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with served(tmp_path / "e.sqlite", BENCH_ROOT=str(ROOT)) as newer:
        said = told(opened(newer.url, failing=True))
    assert (
        "The store was written by a newer driver: e.sqlite." in said and "Use that driver" in said
    )


def test_a_single_round_says_what_a_claim_needs(tmp_path: Path, opened: Opened) -> None:
    with open_store(str(tmp_path / "e.sqlite")) as store:
        sweep_of(store, 1, times(1), over=CELLS[:1])
    with served(tmp_path / "e.sqlite", BENCH_ROOT=str(ROOT), **NO_OTAVA) as once:
        page = opened(once.url)
        assert (
            "1 with fewer than the 6 rounds that a claim needs"
            in page.get_by_role("heading", level=1).inner_text()
        )
        assert "1 round; a claim needs 6" in page.get_by_role("table").first.inner_text()
        assert page.get_by_role("img").first.locator(".mark.open").count() == 1


def test_an_unknown_sweep_leads_to_the_list(server: Served, opened: Opened) -> None:
    page = opened(f"{server.url}/?sweep=none")
    assert "There is no sweep none here." in told(page)
    page.get_by_role("main").get_by_role("link", name="All sweeps").click()
    settled(page)
    assert page.get_by_role("table").count() == 1


def test_a_sweep_by_amounts_says_where_its_report_is(server: Served, opened: Opened) -> None:
    said = told(opened(f"{server.url}/?sweep={at(-9)[:19].replace(':', '-')}", failing=True))
    assert "An older driver measured it by amounts." in said and "bench-driver report" in said


def test_a_sweep_without_slices_says_so(server: Served, opened: Opened) -> None:
    page = opened(f"{server.url}/?sweep={at(-7)[:19].replace(':', '-')}")
    assert (
        page.get_by_role("heading", level=1).inner_text() == "No slice of this sweep was measured."
    )


@pytest.mark.parametrize("view", ["answer", "compared", "nights"])
def test_a_choice_that_the_sweep_has_not_is_told_and_shown(
    server: Served, opened: Opened, view: str
) -> None:
    page = opened(f"{server.url}/?view={view}&format=YAML&condition=replay")
    assert "Nothing here has format YAML and condition replay." in told(page)
    for label, value in (("Format", "YAML"), ("Condition", "replay")):
        select = page.get_by_role("combobox", name=label, exact=True)
        assert (
            select.input_value() == value
            and select.evaluate("one => one.selectedOptions[0].text") == f"{value} (not here)"
        )
    page.get_by_role("link", name="Show all of this sweep").click()
    settled(page)
    assert page.get_by_role("alert").count() == 0 and "YAML" not in page.url


def test_a_sweep_that_has_no_earlier_one_says_so(server: Served, opened: Opened) -> None:
    first = at(-8)[:19].replace(":", "-")
    assert "no sweep to be compared with" in told(
        opened(f"{server.url}/?view=compared&sweep={first}")
    )


def shown(page: Page) -> str:
    """All that is shown but the filters, which know the sweeps that are there."""
    said: str = page.locator("main > div").inner_text()
    return said


@pytest.fixture(scope="module")
def site(store: tuple[Path, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sweeps, published."""
    folder = tmp_path_factory.mktemp("published") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BENCH_ROOT", str(ROOT))
        patch.setenv("BENCH_OTAVA", NO_OTAVA["BENCH_OTAVA"])
        assert (
            main(["publish", str(folder), store[1][0], store[1][-1], "--store", str(store[0])]) == 0
        )
    return folder


@contextmanager
def by_files(folder: Path) -> Iterator[str]:
    """Python's own server of files, above the site: its URL."""
    command = [
        sys.executable,
        "-u",
        "-m",
        "http.server",
        "0",
        "--bind",
        "127.0.0.1",
        "--directory",
        str(folder.parent),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            port = process.stdout.readline().split(" port ")[1].split()[0]
            yield f"http://127.0.0.1:{port}/{folder.name}/"
        finally:
            process.kill()


def test_a_site_shows_in_any_folder_of_a_server_what_the_server_showed(
    server: Served, store: tuple[Path, list[str]], site: Path, opened: Opened
) -> None:
    with by_files(site) as url:
        for view in ("answer", "compared", "nights"):
            state = f"?view={view}&sweep={store[1][-1]}&baseline={store[1][0]}"
            assert shown(opened(url + state)) == shown(opened(f"{server.url}/{state}"))
        assert opened(f"{url}?view=sweeps").get_by_role("table").get_by_role("link").count() == 2
        tabs = (
            opened(url)
            .get_by_role("navigation", name="Views")
            .get_by_role("link")
            .all_inner_texts()
        )
        assert tabs == ["Answer", "Two sweeps", "Nights", "All sweeps", "Your object"], (
            "nobody is there who could run anything"
        )
        policy = (
            opened(url).locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
        )
        assert policy and "default-src 'none'" in policy


def test_a_part_that_a_site_lacks_and_one_that_was_cut_are_told(
    store: tuple[Path, list[str]], site: Path, tmp_path: Path, opened: Opened
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(site, copy)
    (copy / "api" / "nights" / f"{store[1][-1]}.json").unlink()
    cut = copy / "api" / "sweep" / f"{store[1][-1]}.json"
    cut.write_bytes(cut.read_bytes()[:1000])
    with by_files(copy) as url:
        assert "The server answers 404" in told(opened(f"{url}?view=nights", failing=True))
        assert "is no JSON, or was cut" in told(opened(url))


@pytest.mark.parametrize(
    ("view", "words"), [("try", "Nothing can be tried here."), ("live", "Nothing is live here.")]
)
def test_a_site_of_files_says_what_it_cannot(
    site: Path, opened: Opened, view: str, words: str
) -> None:
    with by_files(site) as url:
        page = opened(f"{url}?view={view}", failing=True)
        page.get_by_role("alert").wait_for()
        said = told(page)
        assert page.get_by_role("button", name="Try again").count() == 0, "it would change nothing"
    assert words in said and "bench-driver serve" in said
