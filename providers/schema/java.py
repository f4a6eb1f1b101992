"""The Java sources: a record for each type in testbed.objects.types, and the list of them beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from . import names
from .model import Kind, List, ObjectType, Record, Scalar
from .page import Page

FOLDER = PurePosixPath("java-server/src/main/java/testbed/objects")
#: Where nothing lies but what is made.
ALL = f"{FOLDER}/types/*"
TYPES = {Scalar.TEXT: "String", Scalar.INT32: "int", Scalar.INT64: "long", Scalar.DOUBLE: "double", Scalar.BOOLEAN: "boolean"}
#: What a list holds, which may be no primitive.
BOXES = {Scalar.INT32: "Integer", Scalar.INT64: "Long", Scalar.DOUBLE: "Double", Scalar.BOOLEAN: "Boolean"}
WIDTH = 120


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what it is made of."""
    for object_type in types:
        nested = [(record, header(record, "    ")) for record in object_type.nested]
        outer = header(object_type.record, "")
        lists = any(isinstance(field.kind, List) for record in (object_type.record, *object_type.nested) for field in record.fields)
        renamed = any("@JsonProperty" in text for text in (outer, *(text for _, text in nested)))
        holds = {"type": object_type, "header": outer, "nested": nested, "imports": imports(lists, renamed)}
        yield Page(FOLDER / "types" / f"{object_type.name}.java", "Type.java", holds)
    made = [f"new ObjectType({f'{known.number}, ' if known.number else ''}{known.name}.class)" for known in types]
    yield Page(FOLDER / "Registry.java", "Registry.java", {"types": types, "statement": broken("        ", "return List.of(", made, ");")})


def imports(lists: bool, renamed: bool) -> list[str]:
    needed = {"com.fasterxml.jackson.annotation.JsonProperty": renamed, "java.util.List": lists}
    return [name for name, is_needed in needed.items() if is_needed]


def header(record: Record, indent: str) -> str:
    """The record's first lines, up to the brace that opens it."""
    identifiers = names.java(field.name for field in record.fields)
    components = [
        ("" if field.name == identifiers[field.name] else f'@JsonProperty("{field.name}") ') + f"{type_(field.kind)} {identifiers[field.name]}"
        for field in record.fields
    ]
    return broken(indent, f"public record {record.name}(", components, ") {")


def broken(indent: str, before: str, parts: list[str], behind: str) -> str:
    """A list in brackets as the formatter breaks it: on one line where it fits, else on the next, else a part a line."""
    inside = indent + " " * 8
    one, two = f"{indent}{before}{', '.join(parts)}{behind}", f"{inside}{', '.join(parts)}{behind}"
    if len(one) <= WIDTH:
        return one
    lines = [two] if len(two) <= WIDTH else [f"{inside}{part}{',' if part is not parts[-1] else behind}" for part in parts]
    return "\n".join([indent + before, *lines])


def type_(kind: Kind) -> str:
    match kind:
        case List():
            return f"List<{BOXES.get(kind.item) or type_(kind.item)}>" if isinstance(kind.item, Scalar) else f"List<{type_(kind.item)}>"
        case Record():
            return kind.name
    return TYPES[kind]
