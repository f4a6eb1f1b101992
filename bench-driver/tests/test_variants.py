"""Variants of a type that has no maker of its own: like its canonical object, and the same in every
language.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from .fuzz.provided import PROVIDERS, provided
from .schemas import INT32, TEXT, Schema, enumeration, listed, read, record, schema

SCALING: dict[str, Any] = {known.name: known for known in provided("object_types").object_types()}


def alike(of: Schema, canonical: Schema, count: int = 1024) -> list[Schema]:
    made: list[Schema] = provided("alike").variants_alike("Odd", canonical, read(of).record, count)
    return made


def test_a_type_without_a_maker_gets_variants_like_its_canonical_object() -> None:
    wide, double = {"type": "integer", "format": "int64"}, {"type": "number", "format": "double"}
    of = schema(
        prose=TEXT,
        date=TEXT,
        small=INT32,
        wide=wide,
        share=double,
        whole=double,
        empty=listed(TEXT),
        pair=listed(double),
        points=listed(record("Point", x=double)),
    )
    canonical = {
        "prose": "some words",
        "date": "2026-11-09T00:58:31Z",
        "small": 2**31 - 1,
        "wide": -(2**63),
        "share": 0.25,
        "whole": -3.0,
        "empty": [],
        "pair": [0.0, 1.5],
        "points": [
            {"x": 1.5},
            {"x": -9_999_999.5},
            {"x": 1e-3},
            {"x": 0.5},
            {"x": 7.125},
            {"x": 123456.654321},
        ],
    }
    made = alike(of, canonical)
    assert made[0] == canonical
    assert len({json.dumps(item) for item in made}) == 1024
    for item in made[1:]:
        assert list(item) == list(canonical)
        assert 5 <= len(item["prose"]) <= 15
        datetime.fromisoformat(item["date"])
        assert 0 <= item["small"] < 2**31
        assert -(2**63) < item["wide"] <= 0
        assert item["whole"] in {-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0}
        assert item["empty"] == []
        assert len(item["pair"]) == 2
        assert item["pair"][0] == 0
        assert 3 <= len(item["points"]) <= 9
        doubles = [item["share"], *(point["x"] for point in item["points"])]
        assert all(
            0.001 <= abs(double) < 10_000_000 and "e" not in repr(double) for double in doubles
        )
        assert len(repr(item["share"]).partition(".")[2]) <= 2
    assert made == alike(of, canonical), "the same every time"


def test_variants_leave_out_what_is_optional_and_have_null_where_it_may_be() -> None:
    labels: Schema = {"type": "object", "additionalProperties": INT32}
    of = schema(
        a=TEXT,
        b=TEXT,
        c={"type": ["integer", "null"], "format": "int32"},
        d=enumeration("Colour", "red", "blue"),
        e=labels,
    )
    of["required"] = ["c", "d", "e"]
    made = alike(
        of, {"a": "x", "c": 7, "d": "red", "e": {"zz": 1, "yy": 2, "one": 3, "two": 4, "six": 5}}
    )
    assert 0.08 < sum("a" not in item for item in made) / len(made) < 0.17
    assert not any("b" in item for item in made), "what the canonical object has not"
    assert 0.08 < sum(item["c"] is None for item in made) / len(made) < 0.17
    assert {item["d"] for item in made} == {"red", "blue"}
    assert {len(item["e"]) for item in made} > {3, 5, 7}
    assert alike(of, {"c": None, "d": "red", "e": {}}, 2)[1]["c"] is None


def test_the_seed_and_the_draws_are_those_that_were_published() -> None:
    """FNV-1a's and SplitMix64's own test vectors."""
    made = provided("alike")
    assert [made.seed(""), made.seed("a"), made.seed("foobar")] == [
        0xCBF29CE484222325,
        0xAF63DC4C8601EC8C,
        0x85944171F73967E8,
    ]
    draw = made.Draw(1234567)
    assert [draw.below(2**64) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_record_is_varied_as_in_every_language() -> None:
    """Of these draws and lines Java's AlikeTest has the same."""
    nullable = {"type": ["string", "null"]}
    of = schema(
        a=listed({"type": "array", "items": INT32}),
        b={"type": "object", "additionalProperties": TEXT},
        c={"type": "boolean"},
        d={**enumeration("Status", "new", "paid"), **nullable, "enum": ["new", "paid", None]},
        e=nullable,
        f=listed(TEXT),
        g=TEXT,
    )
    of["required"] = ["b", "d", "e"]
    canonical = {
        "a": [[1, 2], [3]],
        "b": {"\uff46": "x", "\U0001d482b": "yy", "k": "z z z z z z z z", "l": "1", "m": "9"},
        "c": True,
        "d": "paid",
        "e": None,
    }
    draw = provided("alike").Draw(4)
    assert [provided("alike").alike(draw, canonical, read(of).record) for _ in range(6)] == [
        {
            "a": [[2, 4], [7]],
            "b": {"h": "g e h r ", "c": "1"},
            "c": False,
            "d": None,
            "e": None,
            "f": [],
        },
        {
            "a": [[1, 1], [3]],
            "b": {"j": "i d w n c d h fk ", "d": "8", "\uff46": "n"},
            "c": True,
            "d": "new",
            "e": None,
            "f": [],
        },
        {
            "a": [[3, 4], [0]],
            "b": {"j": "p f q u ", "k": "1", "h": "2", "\uff46": "e", "\U0001d482a": "sr"},
            "c": True,
            "d": "paid",
            "e": None,
            "f": [],
        },
        {
            "a": [[2, 5], [3]],
            "b": {"e": "e j h n", "b": "1"},
            "c": True,
            "d": "new",
            "e": None,
            "f": [],
        },
        {
            "a": [[2, 2], [6]],
            "b": {
                "f": "h q v g m t",
                "e": "1",
                "\uff46": "m",
                "\U0001d482a": "ho",
                "d": "e d z v z ",
            },
            "c": False,
            "d": None,
            "e": None,
            "f": [],
        },
        {
            "a": [[1, 3], [3]],
            "b": {"b": "r t m v i z v pd p ", "h": "1", "i": "2"},
            "d": "paid",
            "e": None,
            "f": [],
        },
    ]


def growing(by: str, **fields: Schema) -> Any:
    return read(schema(**fields) | {"x-scales": by})


@pytest.mark.parametrize(
    ("by", "field"),
    [
        ("b", TEXT),
        ("a", INT32),
        ("a", {"type": ["string", "null"]}),
        (7, TEXT),
        ("a", {"type": "object", "additionalProperties": TEXT}),
    ],
)
def test_a_type_grows_by_a_list_or_a_required_text_of_its_own(by: Any, field: Schema) -> None:
    with pytest.raises(
        provided("schema.reader").Unreadable,
        match=r"x-scales is .*; name a list or a required text",
    ):
        growing(by, a=field)
    optional = schema(a=TEXT) | {"x-scales": "a", "required": []}
    with pytest.raises(provided("schema.reader").Unreadable, match="x-scales is 'a'"):
        read(optional)


@pytest.mark.parametrize("name", [name for name, known in SCALING.items() if known.scales])
def test_the_canonical_object_of_each_size_is_as_near_to_it_as_can_be(name: str) -> None:
    sizes, known = provided("sizes"), SCALING[name]
    canonical = json.loads((PROVIDERS / "objects" / f"{name}.json").read_text())
    for size, length in zip(sizes.SIZES, known.lengths, strict=True):
        wanted = sizes.SIZES[size]
        near = [
            sizes.scaled(canonical, known.scales, close) for close in range(length - 1, length + 2)
        ]
        off = [
            abs(len(provided("canonical").to_json(item, known.record)) - wanted) for item in near
        ]
        assert min(off) == off[1] <= sizes.OFF * wanted
        assert sizes.variants_sized(known, canonical, size, 1)[0] == sizes.scaled(
            canonical, known.scales, length
        )


def test_the_variants_of_a_size_differ_in_all_but_the_length_of_what_grows() -> None:
    item = record("Point", prose=TEXT, x={"type": "number", "format": "double"})
    canonical = {
        "a": "b c",
        "points": [{"prose": "two words", "x": 1.5}, {"prose": "and three more", "x": 2.25}],
    }
    sizes, known = provided("sizes"), growing("points", a=TEXT, points=listed(item))
    known = replace(known, lengths=sizes.lengths(known, canonical))
    made = sizes.variants_sized(known, canonical, "1KiB", 9)
    assert {len(item["points"]) for item in made} == {known.lengths[0]}
    assert len({json.dumps(item["points"]) for item in made}) == 9
    assert len({len(item["points"][0]["prose"]) for item in made}) > 3, (
        "what does not grow varies as everywhere"
    )
    text = replace(growing("a", a=TEXT), lengths=(9, 9, 9, 9))
    assert [len(item["a"]) for item in sizes.variants_sized(text, {"a": "é b"}, "16KiB", 3)] == [
        9,
        9,
        9,
    ]
    assert [sizes.count(size) for size in sizes.SIZES] == [1024, 512, 128, 32]


def test_what_cannot_come_near_a_size_says_so() -> None:
    sizes, known = provided("sizes"), growing("a", a=TEXT, b=TEXT)
    with pytest.raises(provided("schema.reader").Unreadable, match="has not; give it some"):
        sizes.lengths(known, {"a": "", "b": "x"})
    with pytest.raises(
        provided("schema.reader").Unreadable,
        match=r"has 1,5\d\d bytes in JSON, too far from 1KiB; make what does not grow smaller",
    ):
        sizes.lengths(known, {"a": "x", "b": "x" * 1500})
