"""The scrambler attacked: what stays of values, and that nothing else does."""

from __future__ import annotations

import itertools
import json
import random
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_objects.converted import double
from bench_objects.scrambled import Scrambler

from .packages import install
from .sampling_objects import draft, made

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
WHOLE = st.integers(-(2**63), 2**63 - 1)
DOUBLES = st.floats(allow_nan=False, allow_infinity=False).map(double)
OF = {"text": {"type": "string"}, "whole": {"type": "integer"}, "double": {"type": "number"}}


#: Numbers that nothing but a sample holds.
NUMBERS = [source + 137 * at for source in (3107, 6211) for at in range(12)]


def runs(text: str) -> set[str]:
    """Each four letters or digits in a row."""
    words = re.findall(r"[^\W_]{4,}", text)
    return {word[at : at + 4] for word in words for at in range(len(word) - 3)}


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_a_text_keeps_its_length_its_classes_and_its_punctuation(text: str) -> None:
    other = Scrambler([text]).text(text)
    assert len(other.encode()) == len(text.encode())
    for one, mine in zip(text, other, strict=True):
        assert unicodedata.category(one) == unicodedata.category(mine)
        assert one.isascii() == mine.isascii()
        assert one == mine or one.isalnum() or not one.isascii()


@settings(max_examples=300, deadline=None)
@given(WHOLE, DOUBLES)
def test_a_number_keeps_its_sign_its_digits_and_its_width(whole: int, one: float) -> None:
    scrambler = Scrambler([whole, one])
    other = scrambler.of(whole, OF["whole"])
    assert len(str(other)) == len(str(whole)) and (other < 0) == (whole < 0)
    for bits in (31, 63):
        assert (-(2**bits) <= other < 2**bits) == (-(2**bits) <= whole < 2**bits)
    mine = scrambler.of(one, OF["double"])
    assert (mine < 0, mine == 0) == (one < 0, one == 0)
    assert mine == 0 or 0.001 <= abs(mine) < 10_000_000
    forms = [re.sub(r"[1-9]", "9", repr(value)) for value in (one, mine)]
    assert len(forms[0]) == len(forms[1]) or len(forms[0].strip("-0.")) > 14
    assert forms[0].index(".") == forms[1].index(".")


@given(st.lists(TEXTS | WHOLE, min_size=2, max_size=9))
def test_equal_values_stay_equal_and_different_ones_different(values: list[Any]) -> None:
    scrambler = Scrambler(values)
    of = {str: OF["text"], int: OF["whole"]}
    others = [scrambler.of(value, of[type(value)]) for value in values]
    for (a, mine), (b, other) in itertools.combinations(zip(values, others, strict=True), 2):
        if a == b:
            assert mine == other
        elif isinstance(a, int) or len(runs(a)) > 0:
            assert mine != other


def test_booleans_are_drawn_anew() -> None:
    scrambler, of = Scrambler([]), {"type": "boolean"}
    assert {scrambler.of(True, of) for _ in range(99)} == {True, False}


def planted(source: random.Random) -> dict[str, Any]:
    """A sample with texts of four characters and numbers of four digits everywhere."""

    def text() -> str:
        return "".join(source.choice("bcdfghjklmnpqrstvwxz") for _ in range(4))

    def number() -> int:
        return source.choice(NUMBERS)

    return {
        "name": text(),
        "mail": f"{text()}.{text()}@{text()}.qqqq",
        "size": number(),
        "wide": number() * 10**12 + number(),
        "share": number() / 100,
        "big": number() * 1e9,
        "state": source.choice(["Qwxz", "Zzkp"]),
        "labels": {f"{text()}-{number()}": text(), f"{text()}/x": f"{number()}"},
        "lines": [{"sku": f"{text().upper()}{number()}", "note": text()}, {"note": None}],
        "unknown": "ﬁnç" + text(),
    }


@pytest.mark.parametrize("count", [1, 12, 100])
def test_no_planted_value_is_in_a_file_or_on_the_screen(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "objects")
    source = random.Random(7)
    samples = [planted(source) for _ in range(count)]
    file, folder = tmp_path / "samples.jsonl", tmp_path / "objects"
    file.write_text("\n".join(map(json.dumps, samples)))
    options = ["--from", str(file), "--objects", str(folder), "--yes", "--no-build"]
    assert main(["object", "add", "Secret", *options]) == ExitCode.OK
    output = capsys.readouterr()
    texts = [output.out, output.err]
    for written in folder.rglob("*"):
        texts += [written.name, *([written.read_text()] if written.is_file() else [])]
    found = {run for text in texts for run in runs(text)}
    values = {run for value in _values(samples) for run in runs(value)}
    assert len(values) > 10 and found & values == set()
    objects = (folder / "Secret" / "Secret.json").read_text()
    assert [len(json.loads(objects)["name"]), count > 1] == [
        4, (folder / "Secret" / "Secret.variants.jsonl").exists(),
    ]  # fmt: skip


def _values(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for name, held in value.items():
                yield from [name] if "-" in name or "/" in name else []
                yield from _values(held)
        case list():
            for held in value:
                yield from _values(held)
        case str():
            yield value
        case int() | float():
            yield repr(value)


def test_an_enumeration_is_scrambled_in_the_schema_as_in_its_objects() -> None:
    samples = [{"state": one} for one in ["open", "shut"] * 40]
    found = made(draft(*samples), Scrambler(samples))
    values = found.schema["properties"]["state"]["enum"]
    assert len(set(values)) == 2 and not {"open", "shut"} & set(values)
    assert {one["state"] for one in found.variants} == set(values)
