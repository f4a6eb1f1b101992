"""From what samples hold to a schema as docs/schema.md reads it, but for the titles of its parts.

Integers have the least width that holds them all, a number that was ever written with a fraction
is a double. Texts are an enumeration where there are ten or more and the different ones are no more
than the square root of them, as quicktype has it. A record is a map where its values are of one
kind and its names look like data or differ from object to object.
"""

from __future__ import annotations

import math
import re
from typing import Any

from .notes import Notes
from .observed import Seen

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
BOOLEAN: Schema = {"type": "boolean"}
DOUBLE: Schema = {"type": "number", "format": "double"}
INT32: Schema = {"type": "integer", "format": "int32"}
INT64: Schema = {"type": "integer", "format": "int64"}
_INT32, _INT64 = 2**31, 2**63
#: Texts that an enumeration needs at least, and the characters of its longest.
_ENOUGH, _LONGEST = 10, 40
#: Names that people give fields: a word, or a word behind a mark.
_NAME = re.compile(r"[@$]?[A-Za-z_][A-Za-z0-9_]*")
#: Records from which on names that differ tell a map.
_RECORDS, _NAMES = 3, 5


def listed(item: Schema) -> Schema:
    """A list of these."""
    return {"type": "array", "default": [], "items": item}


def mapped(value: Schema) -> Schema:
    """A map of these."""
    return {"type": "object", "additionalProperties": value}


def nullable(kind: Schema) -> Schema:
    """The same or null."""
    values = {"enum": [*kind["enum"], None]} if "enum" in kind else {}
    return {**kind, "type": [kind["type"], "null"], **values}


def recorded(title: str, fields: dict[str, tuple[Schema, bool]]) -> Schema:
    """A record of these fields, each with whether it is always there."""
    return {
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "required": [name for name, (_, required) in fields.items() if required],
        "properties": {name: kind for name, (kind, _) in fields.items()},
    }


def concluded(seen: Seen, notes: Notes, name: str) -> Schema | None:
    """The schema of what was seen of whole samples; None where nothing is left of them."""
    return _Conclusions(notes).record(seen, "", name)


def member(
    notes: Notes, path: str, kind: Schema, absent: str, null: str, row: int
) -> tuple[Schema, bool]:
    """A field as it is kept, and whether it is always there; `absent` and `null` say how often it
    is, empty where it never is.
    """
    both = " and ".join(filter(None, (absent, null)))
    if kind["type"] == "array":
        if both:
            notes.convert(path, "an absent or null list → an empty one")
        return kind, False
    if "properties" not in kind and kind["type"] == "object":
        if null:
            notes.convert(path, "an absent or null map → an empty one")
        elif absent:
            notes.amend(row, f"{notes.rows[row].concluded}, optional")
        return kind, bool(null) or not absent
    word = "optional" if absent else "nullable" if null else ""
    if absent and null:
        word = notes.choose(path, both, ("optional", "nullable"), "optional")
        notes.convert(path, "null → absent" if word == "optional" else "absent → null")
    if word:
        notes.amend(row, f"{notes.rows[row].concluded}, {word}")
    return (nullable(kind) if word == "nullable" else kind), word != "optional"


class _Conclusions:
    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def record(self, seen: Seen, path: str, title: str) -> Schema | None:
        fields = {}
        for name, held in seen.fields.items():
            below = f"{path}.{name}" if path else name
            if kept := self._member(held, below, name, seen.records.count):
                fields[name] = kept
        return recorded(title, fields) if fields else None

    def _member(self, seen: Seen, path: str, name: str, of: int) -> tuple[Schema, bool] | None:
        notes = self._notes
        row = notes.row(path, "", f"{seen.count - seen.nulls:,} of {of:,}")
        kind = None if notes.answer(path, ("omit",)) else self._kind(seen, path, name, row)
        if kind is None:
            notes.amend(row, "left out")
            return None
        absent, null = of - seen.count, seen.nulls
        return member(
            notes,
            path,
            kind,
            f"absent in {absent:,}" if absent else "",
            f"null in {null:,}" if null else "",
            row,
        )

    def _kind(self, seen: Seen, path: str, name: str, row: int) -> Schema | None:
        notes, kinds = self._notes, seen.kinds
        if not kinds and notes.answer(path, ("nullable",)):
            return self._say(row, "text", "always null", TEXT)
        if not kinds:
            notes.convert(path, "always null → left out")
            return None
        if len(kinds) > 1:
            words = ("omit",) if {"list", "record"} & set(kinds) else ("text", "omit")
            why = f"it holds {' and '.join(kinds)}, and a field holds one kind"
            if notes.choose(path, why, words, None) == "omit":
                return None
            return self._say(row, "text", "", TEXT)
        match kinds[0]:
            case "boolean":
                return self._say(row, "boolean", "", BOOLEAN)
            case "number":
                return self._number(seen, path, row)
            case "text":
                return self._text(seen, path, name, row)
            case "list":
                return self._list(seen, path, name, row)
        return self._object(seen, path, name, row)

    def _say(self, row: int, concluded: str, more: str, kind: Schema) -> Schema:
        old = self._notes.rows[row]
        evidence = f"{old.evidence}; {more}" if more else old.evidence
        self._notes.rows[row] = type(old)(old.field, concluded, evidence)
        return kind

    def _number(self, seen: Seen, path: str, row: int) -> Schema | None:
        notes, whole = self._notes, seen.integers
        word = notes.answer(path, ("double", "int64"))
        digits = _counted(seen.digits, "digit")
        if max(abs(seen.doubles.least), abs(seen.doubles.most)) == math.inf:
            notes.choose(path, "a number is too large for a double", ("omit",), None)
            return None
        if not seen.doubles.count and word != "double":
            if whole.least >= -_INT64 and whole.most < _INT64:
                if whole.least >= -_INT32 and whole.most < _INT32 and word != "int64":
                    return self._say(row, "int32", digits, INT32)
                return self._say(row, "int64", digits, INT64)
            why = "an integer is wider than 64 bits"
            if notes.choose(path, why, ("double", "omit"), None) == "omit":
                return None
        if whole.count and seen.doubles.count:
            notes.convert(path, "an integer beside a double → a double")
        if seen.outside:
            why = "a double outside [0.001, 10,000,000) → its digits, with the point inside"
            notes.convert(path, why)
        return self._say(row, "double", "some are integers" if whole.count else "", DOUBLE)

    def _text(self, seen: Seen, path: str, name: str, row: int) -> Schema:
        if seen.controls:
            self._notes.convert(path, "a control character → a blank")
        looks = [f"all look like {look}" for look in sorted(seen.looks)]
        look = looks[0] if looks else _counted(seen.texts, "character")
        values, count = seen.different, seen.texts.count
        can = not seen.controls and all(
            value.strip() == value != "" and len(value) <= _LONGEST for value in values
        )
        few = count >= _ENOUGH and len(values) <= math.isqrt(count)
        word = self._notes.answer(path, ("text", "enum"))
        if can and (word == "enum" or (few and word != "text")):
            different = f"{len(values)} different"
            enumeration = {"title": name, "type": "string", "enum": sorted(values)}
            return self._say(row, "enumeration", different, enumeration)
        return self._say(row, "text", look, TEXT)

    def _list(self, seen: Seen, path: str, name: str, row: int) -> Schema | None:
        notes, item = self._notes, seen.item
        if item and item.nulls:
            notes.convert(path, "null in a list → left out")
        if item is None or item.count == item.nulls:
            word = notes.choose(path, "its list is always empty", ("text", "omit"), "text")
            return None if word == "omit" else self._say(row, "list of text", "empty", listed(TEXT))
        of = self._inner(item, f"{path}[]", singular(name))
        if of is None:
            return None
        kind, words = of
        return self._say(row, f"list of {words}", _counted(seen.lists, "item"), listed(kind))

    def _inner(self, seen: Seen, path: str, name: str) -> tuple[Schema, str] | None:
        """What a list or map holds, and its words; it has a row only while it is concluded."""
        notes = self._notes
        row = notes.row(path, "", f"{seen.count:,}")
        kind = None if notes.answer(path, ("omit",)) else self._kind(seen, path, name, row)
        concluded = notes.rows[row].concluded
        if kind is None:
            notes.amend(row, "left out")
            return None
        return kind, concluded

    def _object(self, seen: Seen, path: str, name: str, row: int) -> Schema | None:
        notes = self._notes
        if not seen.fields:
            word = notes.choose(path, "its object is always empty", ("omit", "map"), "omit")
            return None if word == "omit" else self._say(row, "map of text", "", mapped(TEXT))
        if not self._is_map(seen, path):
            kind = self.record(seen, path, name)
            fields = _counted(len(seen.fields), "field")
            return kind and self._say(row, "record", fields, kind)
        values = Seen()
        for held in seen.fields.values():
            values.merge(held)
        if values.nulls:
            notes.convert(path, "null in a map → left out")
        of = self._inner(values, f"{path}.*", singular(name))
        if of is None:
            return None
        return self._say(row, f"map of {of[1]}", _counted(seen.records, "key"), mapped(of[0]))

    def _is_map(self, seen: Seen, path: str) -> bool:
        if word := self._notes.answer(path, ("map", "record")):
            return word == "map"
        kinds = {tuple(held.kinds) for held in seen.fields.values() if held.kinds}
        if len(kinds) != 1 or len(next(iter(kinds))) > 1:
            return False
        records = seen.records.count
        held = sum(one.count for one in seen.fields.values())
        if records >= _RECORDS and len(seen.fields) >= _NAMES:
            return 2 * held < records * len(seen.fields)
        if all(_NAME.fullmatch(name) for name in seen.fields):
            return False
        why = "its names look like data, and its values are of one kind"
        return self._notes.choose(path, why, ("map", "record"), "map") == "map"


def _counted(number: object, what: str) -> str:
    return f"{number} {what}{'' if str(number) == '1' else 's'}"


def singular(name: str) -> str:
    """What an item of a list of this name is called."""
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else f"{name}Item"
