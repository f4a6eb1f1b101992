"""From JSON Schema, in any draft, and OpenAPI's to the small part of it that docs/schema.md reads.

What only limits values (`pattern`, `minimum`, …) is left out. Everything else that cannot stay as
it is becomes a conversion, a choice, or a field that has to be left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .bad import DEEPEST, BadSample, too_deep
from .composed import Composed, Flat
from .concluded import (
    BOOLEAN,
    DOUBLE,
    INT32,
    INT64,
    TEXT,
    Schema,
    listed,
    mapped,
    member,
    recorded,
    singular,
)  # fmt: skip
from .examples import of_integer, of_number, of_text, some
from .notes import Notes
from .references import Part, References

_INT32 = 2**31


def read_schema(source: Part, references: References, notes: Notes, name: str) -> Schema | None:
    """The schema as docs/schema.md has it, but for titles; None where nothing is left of it."""
    reader = _Reader(Composed(references), notes)
    flat = reader.parts.flat(source)
    if not flat.properties:
        do = "name a schema with properties; make anything else a field of one"
        raise BadSample("the schema is no record", why="an object type is one", do=do)
    return reader.record(flat, "", name)


class _Reader:
    def __init__(self, parts: Composed, notes: Notes) -> None:
        self.parts, self._notes = parts, notes

    def record(self, flat: Flat, path: str, title: str) -> Schema | None:
        if path.count(".") + path.count("[]") > DEEPEST:
            raise too_deep()
        if flat.words.get("additionalProperties") is not False:
            self._notes.convert(path or title, "an open object → these fields alone")
        fields = {}
        for name, part in flat.properties.items():
            below = f"{path}.{name}" if path else name
            if kept := self._member(part, below, name, name in flat.required):
                fields[name] = kept
        return recorded(flat.title or title if path else title, fields) if fields else None

    def _member(
        self, part: Part, path: str, name: str, required: bool
    ) -> tuple[Schema, bool] | None:
        notes, flat = self._notes, self.parts.flat(part)
        row = notes.row(path, "", "required" if required else "not required")
        kind = None if notes.answer(path, ("omit",)) else self._kind(flat, path, name, row)
        if kind is None:
            notes.amend(row, "left out")
            return None
        absent, null = "" if required else "it may be absent", "it may be null" if flat.null else ""
        return member(notes, path, kind, absent, null, row)

    def _say(self, row: int, concluded: str, kind: Schema, like: Any = None) -> Schema:
        self._notes.amend(row, concluded)
        return kind if like is None else {**kind, "~like": like}

    def _kind(self, flat: Flat, path: str, name: str, row: int) -> Schema | None:
        notes = self._notes
        if flat.recursive:
            notes.choose(path, "it holds itself: a recursion", ("omit",), None)
            return None
        if flat.unions and not flat.properties:
            return self._one_of(flat, path, name, row)
        if flat.unions:
            notes.convert(path, "alternatives beside fields → these fields alone")
        values = flat.words.get("enum", [flat.words["const"]] if "const" in flat.words else None)
        if isinstance(values, list):
            flat.null |= None in values
            if (kind := self._enumeration(values, flat, path, name, row)) is not None:
                return kind
        types = flat.types or set(_implied(flat))
        if types == {"integer", "number"}:
            types = {"number"}
        if len(types) != 1:
            why = f"it holds {' or '.join(sorted(types)) or 'anything'}, and a field holds one kind"
            words = ("omit",) if types & {"array", "object"} else ("text", "omit")
            if notes.choose(path, why, words, None) == "omit":
                return None
            return self._say(row, "text", TEXT, of_text(flat.words))
        match next(iter(types)):
            case "string":
                return self._say(row, "text", TEXT, of_text(flat.words))
            case "integer":
                wide = self._is_wide(flat.words, path)
                like = of_integer(flat.words, wide)
                return self._say(row, *(("int64", INT64) if wide else ("int32", INT32)), like)
            case "number":
                return self._say(row, "double", DOUBLE, of_number(flat.words))
            case "boolean":
                return self._say(row, "boolean", BOOLEAN, True)
            case "array":
                return self._list(flat, path, name, row)
            case "object":
                return self._object(flat, path, name, row)
        notes.choose(path, "its type is none of JSON Schema's", ("omit",), None)
        return None

    def _is_wide(self, words: Mapping[str, Any], path: str) -> bool:
        if word := self._notes.answer(path, ("int32", "int64")):
            return word == "int64"
        ends = [words.get("minimum"), words.get("maximum")]
        narrow = all(isinstance(end, int) and -_INT32 <= end < _INT32 for end in ends)
        return words.get("format") != "int32" and not narrow

    def _enumeration(
        self, values: list[Any], flat: Flat, path: str, name: str, row: int
    ) -> Schema | None:
        texts = [value for value in dict.fromkeys(map(_hashable, values)) if value is not None]
        if not texts or not all(isinstance(value, str) for value in texts):
            flat.types = flat.types or {_type(value) for value in texts}
            return None
        flat.types = {"string"}
        if not all(value.strip() == value != "" for value in texts):
            self._notes.convert(path, "an enumeration with an empty text or blanks → a text")
            return None
        if "text" in {self._notes.answer(path, ("text",))}:
            return None
        kind = {"title": flat.title or name, "type": "string", "enum": texts}
        return self._say(row, "enumeration", kind, texts[0])

    def _one_of(self, flat: Flat, path: str, name: str, row: int) -> Schema | None:
        """The one kind of several alternatives; a choice where they are of several."""
        options = [self.parts.flat(one) for union in flat.unions for one in union]
        flat.null |= any(one.null for one in options)
        consts = [one.words["const"] for one in options if "const" in one.words]
        kinds = {frozenset(one.types or _implied(one)) for one in options}
        if len(consts) == len(options) and all(isinstance(one, str) for one in consts):
            made = Flat({"enum": consts}, title=flat.title)
            return self._kind(made, path, name, row)
        if kinds in ({frozenset({"integer"}), frozenset({"number"})}, {frozenset({"number"})}):
            return self._say(row, "double", DOUBLE, of_number({}))
        if kinds == {frozenset({"string"})}:
            self._notes.convert(path, "alternatives that are all texts → a text")
            return self._say(row, "text", TEXT, of_text(options[0].words))
        names = sorted({" or ".join(sorted(one)) or "anything" for one in kinds})
        why = f"it is a union ({', '.join(names)}), and a field holds one kind"
        scalar = not any({"object", "array"} & one for one in kinds) and frozenset() not in kinds
        words = ("text", "omit") if scalar else ("omit",)
        if self._notes.choose(path, why, words, None) == "omit":
            return None
        return self._say(row, "text", TEXT, of_text({}))

    def _list(self, flat: Flat, path: str, name: str, row: int) -> Schema | None:
        if not flat.items:
            why = "nobody says what its list holds"
            if self._notes.choose(path, why, ("text", "omit"), "text") == "omit":
                return None
            return self._say(row, "list of text", listed({**TEXT, "~like": of_text({})}))
        if any(one.schema != flat.items[0].schema for one in flat.items):
            self._notes.choose(path, "its list holds mixed kinds", ("omit",), None)
            return None
        of = self._inner(flat.items[0], f"{path}[]", singular(name))
        if of is None:
            return None
        kind = self._say(row, f"list of {of[1]}", listed(of[0]))
        return {**kind, "~like": some(flat.words, "Items")}

    def _inner(self, part: Part, path: str, name: str) -> tuple[Schema, str] | None:
        notes, flat = self._notes, self.parts.flat(part)
        row = notes.row(path, "", "")
        kind = None if notes.answer(path, ("omit",)) else self._kind(flat, path, name, row)
        concluded = notes.rows[row].concluded
        if flat.null and kind is not None:
            notes.convert(path, "null inside a list or map → left out")
        if kind is None:
            notes.amend(row, "left out")
            return None
        return kind, concluded

    def _object(self, flat: Flat, path: str, name: str, row: int) -> Schema | None:
        notes = self._notes
        if flat.properties:
            if flat.values:
                notes.convert(path, "fields beside a map → these fields alone")
            kind = self.record(flat, path, name)
            return kind and self._say(row, "record", kind)
        if flat.values is None or not flat.values.schema:
            why = "it may have any fields"
            if notes.choose(path, why, ("omit", "map"), "omit") == "omit":
                return None
            return self._say(row, "map of text", mapped({**TEXT, "~like": of_text({})}))
        of = self._inner(flat.values, f"{path}.*", singular(name))
        if of is None:
            return None
        kind = self._say(row, f"map of {of[1]}", mapped(of[0]))
        return {**kind, "~like": some(flat.words, "Properties")}


def _implied(flat: Flat) -> Iterator[str]:
    """The type that a part without one means."""
    if flat.properties or flat.values:
        yield "object"
    if flat.items:
        yield "array"
    if not (flat.properties or flat.values or flat.items) and "format" in flat.words:
        yield "string"


def _hashable(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _type(value: Any) -> str:
    names = {str: "string", bool: "boolean", int: "integer", float: "number"}
    return names.get(type(value), "object")
