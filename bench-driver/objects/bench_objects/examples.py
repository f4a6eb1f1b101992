"""An object of a schema alone: of its examples, its limits, and else of usual lengths."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle, islice
from typing import Any

from .concluded import Schema
from .converted import double, plain

#: Texts of formats, in the form that they usually have.
_FORMATS = {
    "date-time": "2026-11-29T08:15:30.250Z", "date": "2026-11-29", "time": "08:15:30Z",
    "duration": "P3DT12H", "uuid": "0b1f4c52-6e1d-4d0e-9a57-3c2f8e6b7a90",
    "uri": "https://example.org/items/48213", "email": "someone@example.org",
    "hostname": "host-17.example.org", "ipv4": "192.0.2.117", "ipv6": "2001:db8::8a2e:370:7334",
}  # fmt: skip
_WORDS = "words of a usual length follow one another "
#: Items of a list, entries of a map, characters of a text that nothing is said of.
_SOME, _LENGTH = 3, 12


def example(schema: Schema) -> Any:
    """An object with every field."""
    kind = plain(schema)
    like = schema.get("~like")
    if "properties" in kind:
        return {name: example(of) for name, of in kind["properties"].items()}
    if kind["type"] == "array":
        return [example(kind["items"]) for _ in range(_SOME if like is None else like)]
    if kind["type"] == "object":
        of = kind["additionalProperties"]
        return {f"key{at}": example(of) for at in range(1, (_SOME if like is None else like) + 1)}
    return like


def some(words: Mapping[str, Any], what: str) -> int:
    """How many items or properties: three, or what the limits let it have."""
    return _between(_SOME, words.get(f"min{what}"), words.get(f"max{what}"))


def of_text(words: Mapping[str, Any]) -> str:
    """A text: an example, one of the format, or words."""
    for given in _given(words):
        if isinstance(given, str) and given.isprintable():
            return given
    if text := _FORMATS.get(str(words.get("format"))):
        return text
    length = _between(_LENGTH, words.get("minLength"), words.get("maxLength"))
    return "".join(islice(cycle(_WORDS), length)).strip().ljust(length, "s")


def of_integer(words: Mapping[str, Any], wide: bool) -> int:
    """A whole number within limits."""
    most = 2**63 if wide else 2**31
    for given in _given(words):
        if type(given) is int and -most <= given < most:
            return given
    number = _between(48_213, words.get("minimum"), words.get("maximum"), most=most - 1)
    return max(number, -most)


def of_number(words: Mapping[str, Any]) -> float:
    """A double within limits."""
    for given in _given(words):
        if type(given) in (int, float) and abs(given) < 1e300:
            return double(given)
    ends = [words.get("minimum"), words.get("maximum")]
    least, most = (end if isinstance(end, int | float) else None for end in ends)
    if least is not None and most is not None and abs(most - least) < 1e300:
        return double(least + (most - least) * 0.625)
    return 48.213


def _given(words: Mapping[str, Any]) -> list[Any]:
    examples = words.get("examples")
    several = examples if isinstance(examples, list) else []
    return [words.get("example"), *several, words.get("default"), *_enum(words)]


def _enum(words: Mapping[str, Any]) -> list[Any]:
    values = words.get("enum")
    return [words.get("const"), *(values if isinstance(values, list) else [])]


def _between(usual: int, least: Any, highest: Any, most: int = 1_000) -> int:
    """The usual number, within limits where they are whole numbers."""
    low = least if type(least) is int else min(usual, most)
    high = highest if type(highest) is int else max(usual, low)
    return min(max(min(usual, high), low), most)
