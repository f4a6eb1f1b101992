"""What the page shows of a store, in a real browser: the answers of the API, told well."""

from __future__ import annotations

import csv
import io
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Route, expect
from pyarrow import parquet

from bench_driver.store import write
from bench_driver.store.opening import open_store

from ..grouped import FOUR, four, sweep_of
from ..serving import NO_OTAVA, Served, at, served
from ..stores import CELLS
from .conftest import Opened, accessible, chosen, settled

VIEWS = (
    "?view=answer",
    "?condition=http&format=JSON",
    "?view=compared",
    "?view=nights",
    "?view=sweeps",
    "?sweep=none",
)
WIDTHS = (360, 390, 768, 900, 1024, 1280, 1440, 1600, 2560)
#: The sum of all shifts of what was there already.
SHIFTS = """window.shifted = 0;
    new PerformanceObserver(list => { for (const e of list.getEntries()) window.shifted += e.value }).observe({type: 'layout-shift', buffered: true})"""
LARGEST = """[...document.querySelectorAll('body *')].filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(e => [parseFloat(getComputedStyle(e).fontSize), e.tagName]).sort((a, b) => b[0] - a[0])"""


def test_the_answer_is_the_largest_thing_on_the_screen(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    told = server.json(f"/api/sweep/{store[1][-1]}.json")["told"]
    for width in (390, 1600):
        page = opened(server.url, width=width)
        assert page.get_by_role("heading", level=1).inner_text() == told["answer"]
        sizes = page.evaluate(LARGEST)
        assert sizes[0][1] == "H1" and sizes[0][0] > sizes[1][0]
        assert len({size for size, _ in sizes}) == 4, "a scale of four sizes"


def test_picture_and_table_show_each_row(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    page = opened(server.url)
    (pair,) = server.json(f"/api/sweep/{store[1][-1]}.json")["conditions"][0]["pairs"]
    table = page.get_by_role("table").first
    cells = [
        row.get_by_role("cell").all_inner_texts() for row in table.get_by_role("row").all()[1:]
    ]
    assert cells == [
        [
            row["object_type"],
            row["format"],
            row["baseline"]["shown"],
            row["other"]["shown"],
            row["ratio_shown"],
            row["noise"],
            row["verdict"],
            f"{row['baseline']['library']}\n{row['other']['library']}",
        ]
        for row in pair["rows"]
    ]
    picture = page.get_by_role("img").first
    assert "1 is in the middle" in (picture.get_attribute("aria-label") or "")
    assert (
        picture.locator(".band").count(),
        picture.locator(".whisker").count(),
        picture.locator(".mark").count(),
    ) == (1, 3, 3)
    one = picture.locator(".one").bounding_box()
    band = picture.locator(".band").bounding_box()
    assert one and band and abs(one["x"] - (band["x"] + band["width"] / 2)) < 1.5, (
        "the margin lies around 1"
    )


def test_engines_stand_by_their_place_and_their_pairs_aside(tmp_path: Path, opened: Opened) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        made = sweep_of(store, 6, four, over=CELLS, pair=FOUR)
    with served(tmp_path / "a.sqlite", **NO_OTAVA) as server:
        page = opened(server.url)
        (condition,) = server.json(f"/api/sweep/{made.id}.json")["conditions"]
        for ranking in condition["ranked"]:
            part = page.get_by_role(
                "region", name=f"Engines: {ranking['object_type']} as {ranking['format']}"
            )
            assert part.locator(".names span").all_inner_texts() == [
                f"{one['place']} {one['name']}" for one in ranking["places"]
            ]
            dots = [mark.bounding_box() for mark in part.locator(".ratio .mark").all()]
            across = [box["x"] for box in dots if box]
            assert len(across) == 4 and across == sorted(across), (
                "the fastest stands at the left, on top"
            )
        aside = page.locator("main details summary")
        assert [words for words in aside.all_inner_texts() if " / rust-server" in words] == [
            pair["over"] for pair in condition["pairs"] if pair["aside"]
        ]
        chosen(page, "Format", "JSON")
        assert page.get_by_role("region", name="Engines: ").count() == 2


def test_a_verdict_is_a_word_and_a_shape(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    page = opened(f"{server.url}/?sweep={store[1][0]}")
    shapes: dict[str, set[str]] = {}
    for verdict in page.locator(".verdict").all():
        shapes.setdefault(verdict.inner_text(), set()).add(
            verdict.locator("path").get_attribute("d") or ""
        )
    faster, same = "rust-server faster by 3 % or more", "the same within 3 %"
    assert {faster, same} <= shapes.keys()
    assert all(len(found) == 1 for found in shapes.values())
    assert shapes[faster] != shapes[same]


def test_caveats_and_environment_stand_beside_without_a_click(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    told = server.json(f"/api/sweep/{store[1][-1]}.json")
    page = opened(server.url, width=1600)
    beside = page.get_by_role("complementary")
    for words in (*told["notes"], "machine: Made-up CPU, 2 cores", "command: bench-driver sweep"):
        assert beside.get_by_text(words).first.is_visible(), words
    place, table = beside.bounding_box(), page.get_by_role("table").first.bounding_box()
    assert place and table and place["x"] >= table["x"] + table["width"] and place["y"] < table["y"]


def test_every_state_is_a_link_that_names_its_sweep(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    page = opened(server.url)
    chosen(page, "Format", "JSON")
    chosen(page, "Condition", "http")
    assert page.url.endswith(f"/?sweep={store[1][-1]}&format=JSON&condition=http")
    shown = page.locator("main").inner_text()
    assert "Under http:" in shown and "Shown are 1 of the 3 rows" in shown
    page.reload()
    settled(page)
    assert page.locator("main").inner_text() == shown
    assert opened(page.url).locator("main").inner_text() == shown
    page.go_back()
    settled(page)
    assert (
        page.url.endswith(f"/?sweep={store[1][-1]}&format=JSON")
        and page.get_by_role("combobox", name="Condition", exact=True).input_value() == "block"
    )


def test_choices_of_try_it_are_not_those_of_a_sweep(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    page = opened(f"{server.url}/?format=BSON")
    page.get_by_role("link", name="Two sweeps").click()
    settled(page)
    assert page.url.endswith(f"/?view=compared&sweep={store[1][-1]}&format=BSON")
    assert (
        page.get_by_role("link", name="Try it").get_attribute("href") or ""
    ) == f"?view=try&sweep={store[1][-1]}"
    assert opened(f"{server.url}/?format=XML&objects=1000&slices=5").get_by_role(
        "link", name="Nights"
    ).get_attribute("href") == (f"?view=nights&sweep={store[1][-1]}&format=XML")


def test_the_front_page_is_the_newest_complete_sweep(tmp_path: Path, opened: Opened) -> None:
    with open_store(str(tmp_path / "i.sqlite")) as kept:
        cut = sweep_of(kept, 1, over=CELLS[:1], planned_at=at(-1)).id
        write.set_state(kept, cut, "interrupted", at(-1))
        with served(tmp_path / "i.sqlite", **NO_OTAVA) as server:
            page = opened(server.url)
            assert page.get_by_role("combobox", name="Sweep").input_value() == cut, (
                "there is no other"
            )
            assert page.get_by_text(
                "This sweep was interrupted: here is what it measured until then."
            ).is_visible()
        whole = sweep_of(kept, 6, over=CELLS[:1], planned_at=at(-2)).id
        last = sweep_of(kept, 1, over=CELLS[:1], planned_at=at(0)).id
        write.set_state(kept, last, "interrupted", at(0))
    with served(tmp_path / "i.sqlite", **NO_OTAVA) as server:
        page = opened(server.url)
        assert page.get_by_role("combobox", name="Sweep").input_value() == whole
        assert page.get_by_text("This sweep was interrupted").count() == 0
        assert (
            opened(f"{server.url}/?sweep=last").get_by_role("combobox", name="Sweep").input_value()
            == last
        )


@pytest.mark.parametrize("view", ["answer", "nights"])
def test_a_command_stands_in_no_backticks(server: Served, opened: Opened, view: str) -> None:
    page = opened(f"{server.url}/?view={view}")
    assert (
        "`" not in page.get_by_role("main").inner_text() and page.locator("main code").count() > 0
    )


def test_what_is_on_its_way_is_told(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    page = opened(f"{server.url}/?view=sweeps")
    held: list[Route] = []
    page.route("**/api/sweep/*", lambda route: held.append(route))
    page.get_by_role("link", name=store[1][0]).click()
    page.get_by_role("status").get_by_text("Loading.").wait_for()
    while not held:  # said before the request is on its way
        page.wait_for_timeout(20)
    held.pop().continue_()
    settled(page)
    assert page.get_by_text("Loading.").count() == 0


def test_paper_is_white_whatever_the_scheme(server: Served, opened: Opened) -> None:
    page = opened(server.url)
    colours = "['color', 'backgroundColor'].map(name => getComputedStyle(document.body)[name])"
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(colours)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(colours)
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(colours) == light != dark
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_what_is_shown_can_be_saved(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    page = opened(f"{server.url}/?format=XML")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save these rows as CSV").click()
    assert saved.value.suggested_filename == f"{store[1][-1]}_block.csv"
    (row,) = csv.DictReader(io.StringIO(saved.value.path().read_text()))
    (told,) = (
        row
        for row in server.json(f"/api/sweep/{store[1][-1]}.json")["conditions"][0]["pairs"][0][
            "rows"
        ]
        if row["format"] == "XML"
    )
    assert (float(row["ratio"]), float(row["low"]), row["verdict"]) == (
        told["ratio"]["estimate"],
        told["ratio"]["low"],
        told["verdict"],
    )
    assert (row["unit"], row["other_library"]) == ("ns", told["other"]["library"])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save these rows as Parquet").click()
    assert saved.value.suggested_filename == f"{store[1][-1]}_block.parquet"
    (same,) = parquet.read_table(saved.value.path()).to_pylist()
    assert {
        name: "" if value is None else str(value) for name, value in same.items()
    }.keys() == row.keys()
    assert (same["ratio"], same["verdict"], same["rounds"]) == (
        told["ratio"]["estimate"],
        told["verdict"],
        told["ratio"]["rounds"],
    )
    for view, what in (("compared", "these rows"), ("nights", "these nights")):
        page = opened(f"{server.url}/?view={view}")
        with page.expect_download() as saved:
            page.get_by_role("button", name=f"Save {what} as CSV").click()
        lines = len(list(csv.reader(io.StringIO(saved.value.path().read_text()))))
        with page.expect_download() as saved:
            page.get_by_role("button", name=f"Save {what} as Parquet").click()
        assert parquet.read_table(saved.value.path()).num_rows == lines - 1 > 5


def test_a_picture_can_be_saved_and_stands_alone(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    page = opened(f"{server.url}/?format=XML")
    picture = page.locator("figure.dots").first
    with page.expect_download() as saved:
        picture.get_by_role("button", name="Save as SVG").click()
    assert saved.value.suggested_filename == f"{store[1][-1]}_block_java-server-rust-server.svg"
    made = ElementTree.parse(saved.value.path()).getroot()
    texts = [text.text for text in made.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == made[0].text == "java-server / rust-server, condition block"
    assert any(f"; sweep {store[1][-1]}; " in str(text) for text in texts)
    assert sum(str(text).endswith(" as XML") for text in texts) == 1
    assert not [
        element.tag for element in made.iter() if {"class", "style"} & element.attrib.keys()
    ]
    with page.expect_download() as saved:
        picture.get_by_role("button", name="Save as PNG").click()
    head = saved.value.path().read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:]) == (
        2 * int(made.attrib["width"]),
        2 * int(made.attrib["height"]),
    )


def test_two_sweeps_stand_beside_each_other(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    page = opened(f"{server.url}/?view=compared")
    chosen(page, "Compared with", store[1][0])
    page.get_by_role(
        "heading", level=1, name="0 of 12 figures can be compared with each other"
    ).wait_for()
    assert page.url.endswith(f"baseline={store[1][0]}")
    assert [table.get_by_role("row").count() - 1 for table in page.get_by_role("table").all()] == [
        12,
        6,
    ]
    chosen(page, "Condition", "block")
    assert [table.get_by_role("row").count() - 1 for table in page.get_by_role("table").all()] == [
        6,
        3,
    ]
    assert "nothing that they say of themselves" in page.get_by_role("complementary").inner_text()


def test_nights_are_drawn_by_contender_and_cell(server: Served, opened: Opened) -> None:
    page = opened(f"{server.url}/?view=nights&format=JSON")
    assert (
        page.get_by_role("heading", level=1).inner_text() == "Nobody looked for changes of level."
    )
    pictures = [
        picture.get_attribute("aria-label") or "" for picture in page.get_by_role("img").all()
    ]
    assert [words.partition(":")[0] for words in pictures] == [
        "rust-server, NumericObject as JSON, block",
        "java-server, NumericObject as JSON, block",
    ]
    assert all("uncorrected median parse time of 6 nights" in words for words in pictures)


def test_the_list_has_every_sweep_and_leads_to_those_in_groups(
    server: Served, store: tuple[Path, list[str]], opened: Opened
) -> None:
    page = opened(f"{server.url}/?view=sweeps")
    rows = page.get_by_role("row").all_inner_texts()[1:]
    assert len(rows) == 9 and "by amounts: see bench-driver report" in rows[-1]
    assert page.get_by_role("table").get_by_role("link").count() == 8
    page.get_by_role("link", name=store[1][2]).click()
    settled(page)
    page.get_by_text(f"planned {at(-3)[:10]}").first.wait_for()
    assert page.title().startswith(f"{store[1][2]} · Answer")


def test_rates_say_that_they_are(server: Served, opened: Opened) -> None:
    cores = next(
        line["id"]
        for line in server.json("/api/sweeps.json")["sweeps"]
        if line["conditions"] == ["cores"]
    )
    page = opened(f"{server.url}/?sweep={cores}")
    heads = page.get_by_role("table").first.get_by_role("columnheader").all_inner_texts()
    assert "rust-server objects/s" in heads and "scaling" in heads
    assert "3 rounds; a claim needs 6" in page.get_by_role("table").first.inner_text()


def test_by_keyboard_alone(server: Served, store: tuple[Path, list[str]], opened: Opened) -> None:
    page = opened(server.url)
    reached = []
    for _ in range(14):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "document.activeElement.textContent.slice(0, 11) + document.activeElement.tagName"
            )
        )
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert (
        reached[0].startswith("To the") and [name[-6:] for name in reached[8:12]] == ["SELECT"] * 4
    )
    assert reached[12:14] == ["Save as SVGBUTTON", "Save as PNGBUTTON"]
    page.get_by_role("combobox", name="Format", exact=True).focus()
    page.keyboard.press("B")
    page.wait_for_url("**/?sweep=*&format=BSON")
    settled(page)
    page.get_by_role("link", name="All sweeps").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main"), "a reader goes on where the new view begins").to_be_focused()
    settled(page)
    page.get_by_role("link", name=store[1][0]).focus()
    page.keyboard.press("Enter")
    page.get_by_text(f"planned {at(-5)[:10]}").first.wait_for()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("width", [390, 1600])
def test_axe_finds_nothing(server: Served, opened: Opened, width: int, view: str) -> None:
    page = opened(f"{server.url}/{view}", width=width)
    accessible(page, view)


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_is_wider_than_the_screen_and_nothing_jumps(
    server: Served, opened: Opened, view: str
) -> None:
    over = (
        "[document.documentElement, ...document.querySelectorAll('table.rows, .dots')].map(e => "
        "e.scrollWidth - (e.parentElement ?? e).clientWidth)"
    )
    for width in (360, 1600):
        page = opened(f"{server.url}/{view}", width=width, script=SHIFTS)
        assert page.evaluate("window.shifted") == 0, width
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert max(page.evaluate(over)) <= 0, width


def test_the_first_paint_takes_little_code(server: Served, opened: Opened) -> None:
    page = opened(server.url)
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').filter(e => /assets/.test(e.name)).map(e => "
        "e.decodedBodySize)"
    )
    assert len(sizes) == 3 and sum(sizes) < 100_000
