"""The page's TypeScript: a file for each type in web-client/src/objects, its interfaces and its
reader, and the list of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from . import names
from .carried import uncarried
from .model import Enumeration, Field, Kind, List, Map, ObjectType, Presence, Record, Scalar
from .page import Page

FOLDER = PurePosixPath("web-client/src/objects")
#: Where nothing lies but what is made.
ALL = f"{FOLDER}/*"
TYPES = {
    Scalar.TEXT: "string",
    Scalar.INT32: "number",
    Scalar.INT64: "bigint",
    Scalar.DOUBLE: "number",
    Scalar.BOOLEAN: "boolean",
}
#: What a field may be that need not have a value, and the function that says so.
INSTEAD = {Presence.OPTIONAL: ("undefined", "optional"), Presence.NULLABLE: ("null", "nullable")}
#: What every object has, though nobody gave it.
INHERITED = frozenset([
    "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor", "hasOwnProperty", "isPrototypeOf",
    "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
])  # fmt: skip
#: Where a line ends at last.
WIDTH = 120


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what it is made of."""
    for object_type in types:
        enumerations = [inner for inner in object_type.nested if isinstance(inner, Enumeration)]
        constants = names.distinct(
            {inner.name: "_".join(names.words(inner.name)).upper() for inner in enumerations},
            frozenset(),
        )
        readers = Readers(constants, reader_names(object_type))
        body = readers.record(object_type.record)
        holds = {
            "type": object_type,
            "interfaces": [
                declared(inner, constants) for inner in (object_type.record, *object_type.nested)
            ],
            "imports": ", ".join(imports(object_type)),
            "head": broken(
                "",
                "function reader({ ",
                sorted(readers.used),
                f" }}: Kinds): Read<{object_type.name}> {{",
            ),
            "readers": [*readers.made.values()],
            "body": body,
            "reasons": {
                format_name: literal(why)
                for format_name, why in uncarried(object_type.record).items()
            },
        }
        yield Page(FOLDER / f"{object_type.name}.ts", "type.ts", holds)
    yield Page(FOLDER / "index.ts", "types.ts", {"types": types})


def imports(object_type: ObjectType) -> Iterator[str]:
    """What a type's file needs of the kinds, in the order of their names."""
    fields = [field for record in object_type.records for field in record.fields]
    presences = {field.presence for field in fields}
    yield "type Kinds"
    if Presence.NULLABLE in presences:
        yield "nullable"
    yield "type ObjectType"
    if Presence.OPTIONAL in presences:
        yield "optional"
    if any(field.name in INHERITED for field in fields):
        yield "own"
    yield "type Read"


def declared(of: Record | Enumeration, constants: dict[str, str]) -> str:
    """A record's interface, or an enumeration's texts and the type that is one of them."""
    says = f"/** {comment(of.says)} */\n"
    if isinstance(of, Record):
        return (
            f"{says}export interface {of.name} {{\n"
            + "".join(f"{member(field)}\n" for field in of.fields)
            + "}"
        )
    texts = broken(
        "",
        f"const {constants[of.name]} = [",
        [literal(value) for value in of.values],
        "] as const;",
    )
    return f"{texts}\n\n{says}export type {of.name} = (typeof {constants[of.name]})[number];"


def member(of: Field) -> str:
    """A line of an interface.

    A field that may be absent is there, as undefined, so that all objects of a type have one shape.
    """
    head, kind = f"  readonly {key(of.name)}:", type_(of.kind)
    if of.presence not in INSTEAD:
        return f"{head} {kind};"
    union = f"{kind} | {INSTEAD[of.presence][0]};"
    return f"{head} {union}" if width(f"{head} {union}") <= WIDTH else f"{head}\n    {union}"


def type_(kind: Kind) -> str:
    match kind:
        case List():
            inner = type_(kind.item)
            return f"readonly ({inner})[]" if isinstance(kind.item, List) else f"readonly {inner}[]"
        case Map():
            return f"ReadonlyMap<string, {type_(kind.value)}>"
        case Record() | Enumeration():
            return kind.name
    return TYPES[kind]


def reader_names(object_type: ObjectType) -> dict[str, str]:
    """What the reader of each record and enumeration is called."""
    return names.distinct(
        {inner.name: names.camel(names.words(inner.name)) for inner in object_type.nested},
        names.TYPESCRIPT_TAKEN,
    )


@dataclass
class Readers:
    """The readers of a type's kinds, each behind those that it calls."""

    constants: dict[str, str]
    names: dict[str, str]
    made: dict[str, str] = field(default_factory=dict)
    #: The readers that every format has.
    used: set[str] = field(default_factory=set)

    def called(self, kind: Kind) -> str:
        """The name of a kind's reader."""
        match kind:
            case Scalar():
                self.used.add(kind.value)
                return kind.value
            case List():
                return self.holding("list", kind.item)
            case Map():
                return self.holding("map", kind.value)
        name = self.names[kind.name]
        if name not in self.made:
            source = self.record(kind) if isinstance(kind, Record) else self.one_of(kind)
            self.made[name] = f"  const {name} = {source};"
        return name

    def holding(self, what: str, inner: Kind) -> str:
        """The reader of a list or map, which bears the name of what it holds."""
        self.used.add(what)
        held = self.called(inner)
        name = f"{held}{what.capitalize()}"
        while name in self.names.values():
            name += "2"
        self.made.setdefault(name, f"  const {name} = {what}({held});")
        return name

    def one_of(self, of: Enumeration) -> str:
        self.used.add("oneOf")
        return f"oneOf({self.constants[of.name]})"

    def record(self, of: Record) -> str:
        self.used.add("record")
        fields = "".join(f"{self.field(member)}\n" for member in of.fields)
        return f"record<{of.name}>((of) => ({{\n{fields}  }}))"

    def field(self, of: Field) -> str:
        """The line that reads a field."""
        name = literal(of.name)
        value = (
            f"own(of, {name})"
            if of.name in INHERITED
            else f"of.{of.name}"
            if is_identifier(of.name)
            else f"of[{name}]"
        )
        head = (
            '["__proto__"]' if of.name == "__proto__" else key(of.name)
        )  # else it would name what the object inherits from
        reader = self.called(of.kind)
        if of.presence in INSTEAD:
            return broken(
                "    ", f"{head}: {INSTEAD[of.presence][1]}(", [reader, value, name], "),"
            )
        return broken("    ", f"{head}: {reader}(", [value, name], "),")


def key(name: str) -> str:
    return name if is_identifier(name) else literal(name)


def is_identifier(name: str) -> bool:
    return name.replace("$", "_").isidentifier()


def broken(indent: str, before: str, parts: Sequence[str], behind: str) -> str:
    """A list in brackets as the formatter breaks it: on one line where it fits, else a part a line."""
    one = indent + before + ", ".join(parts) + behind
    if width(one) <= WIDTH:
        return one
    lines = "".join(f"{indent}  {part},\n" for part in parts)
    return f"{indent}{before.rstrip()}\n{lines}{indent}{behind.lstrip()}"


def width(line: str) -> int:
    """The columns that a line takes: some characters of East Asia take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


def literal(text: str) -> str:
    """A text as a source has it, in the quotes that it has fewer of."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    escaped = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return (
        quote
        + "".join(
            character if character.isprintable() else f"\\u{{{ord(character):x}}}"
            for character in escaped
        )
        + quote
    )


def comment(says: str) -> str:
    """A sentence in a comment, where no end of it may stand."""
    return says.replace("*/", "*\\/")
