"""Markdown shows what a stranger wrote as it is, and obeys none of it. A parser of CommonMark, with
GitHub's tables, says what is shown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bench_driver.analysis.gather import gather
from bench_driver.analysis.history.past import look_back
from bench_driver.report import readme
from bench_driver.report.document import Block, Code, Document, Items, Section, Table, Text
from bench_driver.report.folder import write
from bench_driver.report.markdown import code, inline, line, markdown
from bench_driver.store import read
from bench_driver.store.database import Store

from .grouped import WITH_HTTP, sweep_of

STRANGE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- gone",
    "<http://127.0.0.1/>",
    "a|b",
    "a | b \\| c",
    "a\\",
    "`",
    "a ``` b",
    "```",
    "[words](http://127.0.0.1/)",
    "![picture](http://127.0.0.1/)",
    "[words]: http://127.0.0.1/",
    "[^1]",
    "http://127.0.0.1/",
    "www.example.org",
    "# heading",
    "- item",
    "+ item",
    "* item",
    "1. item",
    "2) item",
    "> quotation",
    "---",
    "***",
    "- - -",
    "~~~",
    "~~struck~~",
    "*stressed*",
    "__init__",
    "_stressed_",
    "**",
    "&lt;b&gt;",
    "&#60;",
    "`a|b` and `<c>`",
    "`a` b `",
)
ORDINARY = (
    "mimalloc trial 2",
    "before (x+y), 5 % < 6 & 7",
    "opt-level=3",
    "a_b.c: 1.02 (0.98 … 1.06)",
    "-Xmx1g",
    "-",
    "+5",
    "#3",
    "3.5",
    "`make web`, anew",
)
#: What is shown of texts with code.
WITH_CODE = {
    "`a|b` and `<c>`": "`a|b` and <c>",
    "`a` b `": "a b `",
    "`make web`, anew": "make web, anew",
}


class Shown(HTMLParser):
    """The elements of a page, and the texts within paragraphs, headings and cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements, self.parts = Counter[str](), [""]
        self.feed(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))
        self.texts = [" ".join(part.split()) for part in self.parts if part.strip()]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "h1", "h2", "li", "td", "th"):
            self.parts.append("")

    def handle_data(self, data: str) -> None:
        self.parts[-1] += data


def everywhere(text: str) -> Document:
    """A document with the text in each place that has words."""
    blocks: list[Block] = [
        Text(text),
        Text(text, lead=True),
        Items([text, text]),
        Table([text, "ns"], [[text, "1"]], 1, text),
        Table(["a"], [], 1, text),
    ]
    return Document(text, text, [Section("a", text, blocks)])


@pytest.mark.parametrize("text", [*STRANGE, *ORDINARY])
def test_a_text_is_shown_as_it_is_wherever_it_stands(text: str) -> None:
    shown = Shown(markdown(everywhere(text)))
    plain = WITH_CODE.get(text, text)
    assert shown.texts == [plain] * 7 + [f"{plain}:", plain, "ns", plain, "1", f"{plain}: nothing."]
    del shown.elements["code"]
    assert shown.elements == Shown(markdown(everywhere("words"))).elements


@pytest.mark.parametrize("text", ORDINARY)
def test_an_ordinary_text_stays_as_it_is(text: str) -> None:
    assert inline(text) == text
    assert line(text) == (f"\\{text}" if text == "-" else text)


@given(st.text(alphabet="`|\\<>!/[]()#-+*_~&;:. aw1\n"))
def test_no_text_ends_its_cell_or_begins_an_element(text: str) -> None:
    shown = Shown(
        markdown(
            Document(
                "t",
                "",
                [Section("a", "s", [Table(["a", "b"], [[text, "last"]], 2), Text(f"a {text}")])],
            )
        )
    )
    assert shown.texts[-2] == "last"
    del shown.elements["code"]
    assert shown.elements == dict.fromkeys(("h1", "h2", "table", "thead", "tbody", "p"), 1) | {
        "tr": 2,
        "th": 2,
        "td": 2,
    }


@pytest.mark.parametrize("text", ["two\nlines", "two\r\n\r\n# lines"])
def test_a_text_of_lines_becomes_one(text: str) -> None:
    assert "\n" not in line(text)
    assert "\r" not in line(text)
    assert "\n" not in code(text)


@pytest.mark.parametrize("text", ["```\n<script>", "a\n````\nb", "`"])
def test_code_ends_where_it_ends(text: str) -> None:
    shown = Shown(markdown(Document("", "", [Section("a", "s", [Code(text)])])))
    assert (shown.parts[-1].strip(), shown.elements["pre"], shown.elements["script"]) == (
        text,
        1,
        0,
    )
    assert Shown(code(text)).texts == [text.replace("\n", " ")]


def test_a_strangers_label_machine_and_command_reach_summary_and_readme_as_text(
    store: Store, tmp_path: Path
) -> None:
    sweep_of(store, 6, over=WITH_HTTP[:1])
    script = "<script>alert(1)"
    kept = read.find(store)
    about = {**kept.about, "command": f"`x` {script}", "machine": {"cpu": script}}
    kept = replace(kept, label=f"a|b `c {script} [d](http://127.0.0.1/)", about=about)
    write(store, kept, tmp_path, look_back(store, kept), pngs=False)
    summary = Shown((tmp_path / "summary.md").read_text())
    assert any(text.startswith(f"{kept.label}; ") for text in summary.texts)
    assert {"script", "a", "img"}.isdisjoint(summary.elements)
    answer = Shown(
        readme.with_answer(f"{readme._BEFORE}{readme._AFTER}", readme.Answers(gather(store, kept)))
    )
    assert any(f"cores of {script}" in text and about["command"] in text for text in answer.texts)
    assert answer.elements["script"] == 0
