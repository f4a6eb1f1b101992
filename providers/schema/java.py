"""The Java sources: a record for each type in testbed.objects.types, and the list of them beside
it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from . import names
from .carried import uncarried
from .model import Enumeration, Field, Kind, List, Map, ObjectType, Presence, Record, Scalar
from .page import Page

FOLDER = PurePosixPath("java-server/src/main/java/testbed/objects")
#: Where nothing lies but what is made.
ALL = f"{FOLDER}/types/*"
TYPES = {
    Scalar.TEXT: "String",
    Scalar.INT32: "int",
    Scalar.INT64: "long",
    Scalar.DOUBLE: "double",
    Scalar.BOOLEAN: "boolean",
}
#: What stands for them where a primitive cannot: in a list or map, and where there may be no value.
BOXES = TYPES | {
    Scalar.INT32: "Integer",
    Scalar.INT64: "Long",
    Scalar.DOUBLE: "Double",
    Scalar.BOOLEAN: "Boolean",
}
#: What builds the values of which every object has its own; a primitive needs nothing.
BUILDERS: dict[Kind, str] = {
    Scalar.TEXT: "text",
    Scalar.INT32: "number",
    Scalar.INT64: "number",
    Scalar.DOUBLE: "number",
}
MARKS = {Presence.OPTIONAL: "@MayBeAbsent", Presence.NULLABLE: "@MayBeNull"}
#: Where a line ends at last, and where the annotations before a component do: what the formatter
#: counts, in units of UTF-16.
WIDTH = 120
MARKED = 60


@dataclass(frozen=True)
class Part:
    """What stands between two commas: two words, between which a line may end, and the annotations
    before them; or a call, with its arguments behind it.
    """

    head: str
    tail: str
    marks: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([*self.marks, self.head + self.gap + self.tail])

    @property
    def is_call(self) -> bool:
        return self.head.endswith("(")

    @property
    def gap(self) -> str:
        return " " if self.tail and not self.is_call else ""


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what it is made of."""
    for object_type in types:
        record = object_type.record
        holds = {
            "name": record.name,
            "says": javadoc(record.says),
            "imports": imports(object_type),
            "marks": [
                *scales(object_type),
                *(not_in(format_name, why) for format_name, why in uncarried(record).items()),
            ],
            "header": header(record, ""),
            "building": building(record, "    ", "public static"),
            "nested": [nested(inner) for inner in object_type.nested],
        }
        yield Page(FOLDER / "types" / f"{object_type.name}.java", "Type.java", holds)
    made = [
        Part(
            "new ObjectType(",
            f"{f'{known.number}, ' if known.number else ''}{known.name}.class, {known.name}::build)",
        )
        for known in types
    ]
    yield Page(
        FOLDER / "Registry.java",
        "Registry.java",
        {"types": types, "statement": broken("        ", "return List.of(", made, ");")},
    )


def imports(object_type: ObjectType) -> list[str]:
    """What the sources of a type name from elsewhere."""
    fields = [field for record in object_type.records for field in record.fields]
    kinds = {type(kind) for field in fields for kind in layers(field.kind)}
    presences = {field.presence for field in fields}
    cut_off = bool(uncarried(object_type.record))
    needed = {
        "com.fasterxml.jackson.annotation.JsonProperty": Enumeration in kinds
        or any(is_renamed(record) for record in object_type.records),
        "java.util.List": List in kinds,
        "java.util.Map": Map in kinds,
        "testbed.contract.Format": cut_off,
        "testbed.objects.MayBeAbsent": Presence.OPTIONAL in presences,
        "testbed.objects.MayBeNull": Presence.NULLABLE in presences,
        "testbed.objects.NotIn": cut_off,
        "testbed.objects.Parts": True,
        "testbed.objects.Scales": object_type.scales is not None,
    }
    return [name for name, is_needed in needed.items() if is_needed]


def layers(kind: Kind) -> Iterator[Kind]:
    """A kind, and what a list or map of it holds, down to what is neither."""
    yield kind
    if isinstance(kind, List):
        yield from layers(kind.item)
    if isinstance(kind, Map):
        yield from layers(kind.value)


def is_renamed(record: Record) -> bool:
    """Whether a field has another name in Java."""
    return any(
        name != identifier
        for name, identifier in names.java(field.name for field in record.fields).items()
    )


def scales(object_type: ObjectType) -> Iterator[str]:
    """The annotation of a type whose objects come in sizes; with a list in it, the formatter has
    each part on a line.
    """
    if object_type.scales:
        yield f"@Scales(\n        field = {literal(object_type.scales)},\n        lengths = {{{', '.join(map(str, object_type.lengths))}}})"


def not_in(format_name: str, why: str) -> str:
    """The annotation of a type that a format cannot carry."""
    return broken(
        "",
        "@NotIn(",
        [Part("format =", f"Format.{format_name.upper()}"), Part("reason =", literal(why))],
        ")",
    )


def nested(inner: Record | Enumeration) -> dict[str, str]:
    """What stands inside a type's record: a sentence on it, and its source."""
    indent = " " * 4
    is_record = isinstance(inner, Record)
    source = (
        f"{header(inner, indent)}\n{building(inner, indent * 2, 'static')}\n{indent}}}"
        if is_record
        else enumeration(inner)
    )
    return {"says": javadoc(inner.says), "source": source}


def enumeration(of: Enumeration) -> str:
    """An enumeration with the text of each of its constants."""
    constants = names.distinct(
        {value: "_".join(names.worded(value)).upper() for value in of.values}, frozenset()
    )
    indent = " " * 8
    lines = ",\n".join(
        f"{annotation(indent, renamed(value))}\n{indent}{constants[value]}" for value in of.values
    )
    return f"    public enum {of.name} {{\n{lines}\n    }}"


def header(record: Record, indent: str) -> str:
    """The record's name and components."""
    identifiers = names.java(field.name for field in record.fields)
    return broken(
        indent,
        f"public record {record.name}(",
        [component(field, identifiers[field.name]) for field in record.fields],
        ") {",
    )


def building(record: Record, indent: str, modifiers: str) -> str:
    """The method that builds a record like another, with one for each list or map that a list or
    map in it holds.
    """
    identifiers, inside = names.java(field.name for field in record.fields), Inside(record.name)
    parts = [built(field, f"like.{identifiers[field.name]}", inside) for field in record.fields]
    made = broken(indent + " " * 4, f"return new {record.name}(", parts, ");")
    says = f"{indent}/** One like another, of these parts. */\n"
    methods = [says + method(indent, modifiers, record.name, "build", made)]
    for number, kind in enumerate(inside, 1):
        made = f"{indent}    return {collection(kind, 'like', inside)};"
        methods.append(method(indent, "private static", boxed(kind), f"build{number}", made))
    return "\n\n".join(methods)


def method(indent: str, modifiers: str, type_name: str, name: str, body: str) -> str:
    """A method that builds something of this type."""
    return f"{broken(indent, f'{modifiers} {type_name} {name}(', [Part('Parts', 'parts'), Part(type_name, 'like')], ') {')}\n{body}\n{indent}}}"


class Inside(list["List | Map"]):
    """The lists and maps inside others of a record, each once, as they are come upon."""

    def __init__(self, record: str) -> None:
        super().__init__()
        self._record = record

    def builder(self, kind: Kind) -> str:
        """What builds a value of a list or map."""
        match kind:
            case Record():
                return f"{kind.name}::build"
            case List() | Map():
                if kind not in self:
                    self.append(kind)
                return f"{self._record}::build{self.index(kind) + 1}"
        return f"Parts::{BUILDERS.get(kind, 'same')}"


def built(field: Field, like: str, inside: Inside) -> Part:
    """What a field of a new record is built by."""
    is_there = field.presence is Presence.REQUIRED
    match field.kind:
        case List() | Map():
            return collection(field.kind, like, inside)
        case Record() if is_there:
            return Part(f"{field.kind.name}.build(", f"parts, {like})")
        case Record():
            return Part("parts.record(", f"{like}, {field.kind.name}::build)")
        case Scalar.TEXT:
            return Part("parts.text(", f"{like})")
    return (
        Part("parts.number(", f"{like})")
        if field.kind in BUILDERS and not is_there
        else Part(like, "")
    )


def collection(kind: List | Map, like: str, inside: Inside) -> Part:
    """What builds a list or map like this one."""
    if isinstance(kind, List):
        return Part("parts.list(", f"{like}, {inside.builder(kind.item)})")
    return Part("parts.map(", f"{like}, {inside.builder(kind.value)})")


def component(field: Field, identifier: str) -> Part:
    """A field as a component of a record."""
    name = () if field.name == identifier else (renamed(field.name),)
    mark = (MARKS[field.presence],) if field.presence in MARKS else ()
    return Part(boxed(field.kind) if mark else type_(field.kind), identifier, (*name, *mark))


def renamed(name: str) -> str:
    return f"@JsonProperty({literal(name)})"


def broken(indent: str, before: str, parts: Sequence[Part], behind: str) -> str:
    """A list in brackets as the formatter breaks it: on one line where it fits, else on the next,
    else a part a line.
    """
    inside = indent + " " * 8
    if one := fitting(indent + before, parts, behind):
        return one
    if two := fitting(inside, parts, behind):
        return f"{indent}{before}\n{two}"
    if (
        len(parts) == 1
        and parts[0].is_call
        and width(inside + parts[0].tail.split(", ")[-1] + behind) <= WIDTH
    ):
        return f"{indent}{before}{parts[0].head}\n{arguments(inside, parts[0], behind)}"
    ends = [","] * (len(parts) - 1) + [behind]
    each = "\n".join(
        fitting(inside, [part], end) or apart(inside, part, end)
        for part, end in zip(parts, ends, strict=True)
    )
    lines = re.sub("\n{3,}", "\n\n", each).strip("\n")
    return f"{indent}{before}\n{lines}"


def fitting(before: str, parts: Sequence[Part], behind: str) -> str | None:
    """Parts on one line; None where it would be too long, or its last annotation would end too far
    right.
    """
    line, marked = before, 0
    for part in parts:
        line += ", " if part is not parts[0] else ""
        marked = width(line + " ".join(part.marks)) if part.marks else marked
        line += str(part)
    return line + behind if width(line + behind) <= WIDTH and marked <= MARKED else None


def apart(indent: str, part: Part, end: str) -> str:
    """A part that does not fit on one line; where it has annotations, these on a line of their own,
    and with free lines around it.
    """
    line = f"{indent}{part.head}{part.gap}{part.tail}{end}"
    if part.is_call:
        return f"{indent}{part.head}\n{arguments(indent + ' ' * 8, part, end)}"
    words = (
        line
        if width(line) <= WIDTH or not part.tail
        else f"{indent}{part.head}\n{indent}{' ' * 8}{part.tail}{end}"
    )
    if not part.marks:
        return words
    marks = indent + " ".join(part.marks)
    lines = [marks] if width(marks) <= WIDTH else [annotation(indent, mark) for mark in part.marks]
    return "\n".join(["", *lines, words, ""])


def arguments(indent: str, call: Part, end: str) -> str:
    """What stands in a call's brackets, which end behind it: on one line, or an argument a line."""
    line = f"{indent}{call.tail}{end}"
    return (
        line if width(line) <= WIDTH else indent + f",\n{indent}".join(call.tail.split(", ")) + end
    )


def annotation(indent: str, mark: str) -> str:
    """An annotation on a line of its own, or on two."""
    return indent + (
        mark if width(indent + mark) <= WIDTH else mark.replace("(", f"(\n{indent}{' ' * 8}", 1)
    )


def width(line: str) -> int:
    return len(line.encode("utf-16-le")) // 2


def type_(kind: Kind) -> str:
    return TYPES[kind] if isinstance(kind, Scalar) else boxed(kind)


def boxed(kind: Kind) -> str:
    match kind:
        case List():
            return f"List<{boxed(kind.item)}>"
        case Map():
            return f"Map<String, {boxed(kind.value)}>"
        case Record() | Enumeration():
            return kind.name
    return BOXES[kind]


def literal(text: str) -> str:
    """A text between quotes: JSON's escapes mean the same in Java."""
    return json.dumps(text, ensure_ascii=False)


def javadoc(says: str) -> str:
    """A sentence in a comment, where neither an end of it nor a backslash may stand."""
    return says.replace("\\", "&#92;").replace("*/", "*&#47;")
