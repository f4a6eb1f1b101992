"""What is concluded of samples, and what becomes of their values."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench_objects.bad import BadSample
from bench_objects.notes import Choice

from . import object_pages
from .sampling_objects import draft, fields, made


@pytest.mark.parametrize(
    ("values", "concluded"),
    [
        ([2**31 - 1, -(2**31)], "int32"),
        ([2**31], "int64"),
        ([-(2**63), 2**63 - 1], "int64"),
        ([1, 1.0], "double"),
        ([True, False], "boolean"),
        (["2026-11-29", "2026-11-30"], "text"),
        (["red", "blue"] * 5, "enumeration"),
        (["red", "blue"] * 4, "text"),
        ([f"t{at}" for at in range(16)], "text"),
        (["", "red"] * 5, "text"),
        ([{"x": 1}], "record"),
        ([[[1], [2]]], "list of list of int32"),
        ([{"2026-01": 1, "2026-02": 2}], "map of int32"),
        ([{"2026-01": 1, "2026-02": "x"}], "record"),
        ([{f"k{at}{of}": 1 for of in "abc"} for at in range(3)], "map of int32"),
        ([{"a": 1, "b": 2}] * 3, "record"),
    ],
)
def test_a_field_is_what_all_samples_hold(values: list[Any], concluded: str) -> None:
    found = draft(*({"a": value} for value in values))
    assert fields(found)["a"] == concluded
    made(found)


@pytest.mark.parametrize(
    ("samples", "answer", "concluded", "objects"),
    [
        ([{"a": 1}, {}], None, "int32, optional", [{"a": 1}, {}]),
        ([{"a": 1}, {"a": None}], None, "int32, nullable", [{"a": 1}, {"a": None}]),
        ([{"a": 1}, {}, {"a": None}], None, "int32, optional", [{"a": 1}, {}, {}]),
        ([{"a": 1}, {}, {"a": None}], "nullable", "int32, nullable",
         [{"a": 1}, {"a": None}, {"a": None}]),
        ([{"a": [1]}, {}, {"a": None}], None, "list of int32", [{"a": [1]}, {"a": []}, {"a": []}]),
        ([{"a": [1, None, 2]}], None, "list of int32", [{"a": [1, 2]}]),
        ([{"a": {"1": 1}}, {"a": None}], None, "map of int32", [{"a": {"1": 1}}, {"a": {}}]),
        ([{"a": {"1": 1}}, {}], None, "map of int32, optional", [{"a": {"1": 1}}, {}]),
        ([{"a": None}], None, "left out", [{}]),
        ([{"a": None}], "nullable", "text, nullable", [{"a": None}]),
        ([{"a": []}], None, "list of text", [{"a": []}]),
        ([{"a": {}}], None, "left out", [{}]),
        ([{"a": {}}], "map", "map of text", [{"a": {}}]),
        ([{"a": "x\u0000\u001by\n"}], None, "text", [{"a": "x  y\n"}]),
        ([{"a": 1}, {"a": "x"}], "text", "text", [{"a": "1"}, {"a": "x"}]),
        ([{"a": 2**64}], "double", "double", [{"a": 1844674.4073709552}]),
        ([{"a": 1e21}, {"a": -12345678.0}], None, "double",
         [{"a": 1000000.0}, {"a": -1234567.8}]),
        ([{"a": 2.5e-9}, {"a": -0.0}, {"a": 0.001}], None, "double",
         [{"a": 0.25}, {"a": 0.0}, {"a": 0.001}]),
        ([{"a": 7}], "int64", "int64", [{"a": 7}]),
        ([{"a": "x"}], "enum", "enumeration", [{"a": "x"}]),
    ],
)  # fmt: skip
def test_what_no_format_tells_apart_is_converted(
    samples: list[Any], answer: str | None, concluded: str, objects: list[Any]
) -> None:
    # In 64 samples or more the variants are the samples themselves.
    whole = [{"z": 1, **sample} for sample in samples] * 64
    found = draft(*whole, **({"a": answer} if answer else {}))
    assert fields(found)["a"] == concluded
    variants = made(found).variants
    kept = [json.dumps({name: one for name, one in item.items() if name == "a"})
            for item in variants[1:]]  # fmt: skip
    assert len(variants) == 1024 and set(kept) == {json.dumps(one) for one in objects}


def test_the_canonical_object_has_each_field_that_any_sample_has() -> None:
    of = draft(
        {"a": 1, "b": None, "c": [{"d": 1}, {"e": None}]},
        {"a": 2, "b": "x", "c": [], "f": {"g": 1.5}},
        {"a": 3, "b": None, "c": [{"e": "y"}], "f": {"h": True}},
    )
    found = made(of)
    assert found.canonical == {
        "a": 3, "b": "x", "c": [{"d": 1, "e": "y"}], "f": {"g": 1.5, "h": True},
    }  # fmt: skip
    assert found.borrowed == 3


def test_what_no_sample_tells_is_a_choice_and_a_field_of_two_kinds_has_no_proposal() -> None:
    of = draft({"a": [], "b": 1, "c": {"x-1": 1}}, {"a": [], "b": [1], "c": {"x-1": 2}})
    assert of.notes.choices == [
        Choice("a", "its list is always empty", ("text", "omit"), "text"),
        Choice("b", "it holds number and list, and a field holds one kind", ("omit",), None),
        Choice("c", "its names look like data, and its values are of one kind",
               ("map", "record"), "map"),
    ]  # fmt: skip
    assert draft({"a": 1}, a="map", b="omit").notes.unused == [("a", "map"), ("b", "omit")]


def test_records_of_one_name_share_a_title_only_where_they_are_alike() -> None:
    found = made(
        draft(
            {
                "user": {"id": 1},
                "author": {"user": {"id": 2}},
                "owner": {"user": {"name": "x"}},
                "string": {"payload": {"x": 1}},
                "items": [{"a": 1}],
                "item": {"b": 1},
            }
        )
    )
    parts = found.schema["properties"]
    titles = [
        parts["user"]["title"],
        parts["author"]["properties"]["user"]["title"],
        parts["owner"]["properties"]["user"]["title"],
        parts["string"]["title"],
        parts["string"]["properties"]["payload"]["title"],
        parts["items"]["items"]["title"],
        parts["item"]["title"],
    ]
    assert titles == [
        "User", "User", "OwnerUser", "PayloadString", "PayloadStringPayload", "Item", "PayloadItem",
    ]  # fmt: skip


def test_names_that_languages_know_are_told() -> None:
    found = made(draft({"class": 1, "type": 2, "a-b": 3, "a_b": 4, "plain": 5}))
    assert found.renamed == [
        "a_b is aB2 in Java", "a_b is a_b2 in Rust", "class is class2 in Java",
        "type is r#type in Rust",
    ]  # fmt: skip


def test_the_page_has_what_is_concluded_today() -> None:
    assert object_pages.FILE.read_text() == object_pages.written(), (
        "run `python -m tests.object_pages`, then `npm test` in web-client"
    )


NAMES = st.sampled_from(["a", "b", "id", "type", "x-y", "größe", "1", "@id", "a.b"])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.dictionaries(NAMES, VALUES, max_size=5), min_size=1, max_size=4))
def test_whatever_is_taken_is_an_object_that_every_guard_accepts(samples: list[Any]) -> None:
    samples = [{"z": 0, **sample} for sample in samples]
    made(draft(*samples))
    many = samples * 64
    made(draft(*many[:64]))


@pytest.mark.parametrize("depth", [62, 63])
def test_an_object_may_be_as_deep_as_guards_open(depth: int) -> None:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    made(draft({"a": value}))
    with pytest.raises(BadSample, match="it nests too deep"):
        draft({"a": [[value]]})
