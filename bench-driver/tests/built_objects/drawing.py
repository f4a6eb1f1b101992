"""Samples and schemas as users have them, by hypothesis: all that docs/your-objects.md converts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from bench_objects.reading import Samples, SchemaDocument

from ..fuzz.objects import CHARACTERS
from ..fuzz.schemas import ELEMENTS, NAMES

Schema = dict[str, Any]
Source = Samples | SchemaDocument
Values = st.SearchStrategy[Any]

_DEPTH = 3
_INT32, _INT64 = st.integers(-(2**31), 2**31 - 1), st.integers(-(2**63), 2**63 - 1)
_DOUBLES = st.floats(allow_nan=False, allow_infinity=False)
_WORDS = st.lists(st.from_regex(r"[a-z]{2,9}", fullmatch=True), min_size=1, max_size=9)
_TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.text(CHARACTERS, max_size=60),
    _WORDS.map(" ".join),
    st.datetimes().map(lambda at: f"{at.isoformat()}Z"),
    st.uuids().map(str),
    st.sampled_from(["", " ", "\r\n", "]]>", "&amp;", '"', "\\", "null", "\x85", "\u2028"]),
)
#: What a place of samples may hold.
_SCALARS: list[Values] = [
    _TEXTS, _TEXTS, _INT32, _INT64, st.integers(0, 99), _DOUBLES, st.floats(0.001, 1e6),
    st.integers(0, 9) | st.floats(0, 9), st.booleans(), st.sampled_from(["red", "blue", "é"]),
]  # fmt: skip
#: Always null, always empty, of two kinds, wider than 64 bits.
_ODD: list[Values] = [
    st.none(), st.just([]), st.just({}), _INT32 | _TEXTS, st.just(2**64), st.lists(_INT32 | _TEXTS),
]  # fmt: skip


def samples() -> st.SearchStrategy[Source]:
    """Some objects of one record; half of them such as XML carries."""
    return _objects().map(lambda objects: Samples(objects, "a test"))


def schemas() -> st.SearchStrategy[Source]:
    """A schema of a record, with the words of JSON Schema and of OpenAPI."""
    return _schemas().map(lambda schema: SchemaDocument(schema, "", None))


@st.composite
def _objects(draw: st.DrawFn) -> list[Any]:
    plain = draw(st.booleans())
    objects = draw(st.lists(draw(_records(plain, _DEPTH)), min_size=1, max_size=12))
    return [{"z": 0, **one} for one in objects]


@st.composite
def _records(draw: st.DrawFn, plain: bool, depth: int) -> Values:
    names = st.lists(ELEMENTS if plain else NAMES, min_size=2, max_size=7, unique=True)
    required: dict[str, Values] = {}
    optional: dict[str, Values] = {}
    for name in draw(names):
        values = draw(_places(plain, depth))
        if draw(st.booleans()) and not plain:
            values = st.none() | values
        (required if draw(st.booleans()) else optional)[name] = values
    return st.fixed_dictionaries(required, optional=optional)


@st.composite
def _places(draw: st.DrawFn, plain: bool, depth: int) -> Values:
    kinds = ["scalar"] * 3 + ([] if plain else ["odd"])
    kinds += (["record", "list"] if plain else ["record", "list", "map"]) if depth else []
    match draw(st.sampled_from(kinds)):
        case "record":
            return draw(_records(plain, depth - 1))
        case "list":
            item = draw(_records(plain, depth - 1) if plain else _places(plain, depth - 1))
            return st.lists(item if plain else item | st.none(), max_size=6)
        case "map":
            return st.dictionaries(NAMES, draw(_places(plain, depth - 1)), max_size=6)
        case "odd":
            return draw(st.sampled_from(_ODD))
    return draw(st.sampled_from(_SCALARS))


@st.composite
def _schemas(draw: st.DrawFn) -> Schema:
    root = draw(_record(_DEPTH))
    root["properties"]["z"] = {"type": "integer"}
    again = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"$ref": "#"}}}
    return {**root, "definitions": {"Part": draw(_part(1)), "Again": again}}


@st.composite
def _record(draw: st.DrawFn, depth: int) -> Schema:
    names = draw(st.lists(NAMES, min_size=2, max_size=6, unique=True))
    of: Schema = {"type": "object", "properties": {name: draw(_part(depth)) for name in names}}
    of["required"] = draw(st.lists(st.sampled_from(names), unique=True))
    if draw(st.booleans()):
        of["additionalProperties"] = draw(st.booleans())
    return of


_PARTS: list[st.SearchStrategy[Schema]] = [
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={
            "format": st.sampled_from(["date-time", "uuid", "uri", "password"]),
            "minLength": st.integers(0, 9), "maxLength": st.integers(9, 99),
            "pattern": st.just("^a"), "example": _TEXTS,
        },
    ),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["integer", "number", ["integer", "number"]])},
        optional={
            "format": st.sampled_from(["int32", "int64", "float", "double"]),
            "minimum": _INT64 | _DOUBLES, "maximum": _INT64 | _DOUBLES, "default": _INT64 | _DOUBLES,
        },
    ),
    st.just({"type": "boolean"}),
    st.lists(st.sampled_from(["a", "B", "", "é", None, 1]), min_size=1, unique=True).map(
        lambda values: {"enum": values}
    ),
    st.just({"const": "one"}),
    st.just({}),
    st.just({"type": "array"}),
    st.just({"type": "object"}),
    st.sampled_from(["#", "#/definitions/Part", "#/definitions/Again"]).map(
        lambda reference: {"$ref": reference}
    ),
]  # fmt: skip
#: What a part may be written as.
_WRITTEN: list[Callable[[Schema], Schema]] = [
    lambda of: of,
    lambda of: of,
    lambda of: {**of, "nullable": True},
    lambda of: {"anyOf": [of, {"type": "null"}]},
    lambda of: {"allOf": [of, {"description": "That part."}]},
    lambda of: {"oneOf": [of, {"type": "string"}]},
]


@st.composite
def _part(draw: st.DrawFn, depth: int) -> Schema:
    kinds = ["scalar"] * 3 + (["record", "all", "list", "map"] if depth else [])
    match draw(st.sampled_from(kinds)):
        case "record":
            of = draw(_record(depth - 1))
        case "all":
            of = {"allOf": [draw(_record(depth - 1)), draw(_record(depth - 1))]}
        case "list":
            of = {"type": "array", "items": draw(_part(depth - 1)), "maxItems": 5}
        case "map":
            word = draw(st.sampled_from(["additionalProperties", "patternProperties"]))
            inner = draw(_part(depth - 1))
            of = {"type": "object", word: inner if word[0] == "a" else {"^x-": inner}}
        case _:
            of = draw(st.sampled_from(_PARTS).flatmap(lambda one: one))
    return draw(st.sampled_from(_WRITTEN))(of)
