"""The faults that `mutants.py` plants in the generator of object types.

Each names a text that stands once in its file: whoever changes it is told.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A fault: its name, what the program does with it, its file, and the text there with what is
    planted in its place.
    """

    name: str
    does: str
    file: str
    old: str
    new: str

    def planted(self, source: str) -> str:
        """The file with the fault in it; ValueError where its place is not known for certain."""
        if source.count(self.old) != 1:
            raise ValueError(
                f"{self.name}: {self.old!r} stands {source.count(self.old)} times in {self.file}; change the fault as the file was changed"
            )
        return source.replace(self.old, self.new)


READER, NAMES, CARRIED = (
    "providers/schema/reader.py",
    "providers/schema/names.py",
    "providers/schema/carried.py",
)
RUST, JAVA, PROTO = (
    "providers/schema/rust.py",
    "providers/schema/java.py",
    "providers/schema/proto.py",
)
STRUCT, CLASS = (
    "providers/schema/templates/type.rs.jinja",
    "providers/schema/templates/Type.java.jinja",
)
ALIKE, CANONICAL, TYPES = (
    "providers/alike.py",
    "providers/canonical.py",
    "providers/object_types.py",
)

GENERATOR = (
    Mutant("required is not read", "every field optional", READER, "Presence.REQUIRED if required else Presence.OPTIONAL", "Presence.OPTIONAL"),
    Mutant("a title may name two kinds", "one of the two in place of both", READER, "    one_thing_a_title(root)\n", ""),
    Mutant("int32 is widened", "`i64` for it in Rust", RUST, 'Scalar.INT32: "i32"', 'Scalar.INT32: "i64"'),
    Mutant(
        "absent is null", "a nullable field that may be absent in Rust", RUST,
        'serde(deserialize_with = "crate::nullable")', "serde(default)",
    ),
    Mutant("null is written", "an absent field as null in Rust", RUST, """        'serde(skip_serializing_if = "Option::is_none")',\n""", ""),
    Mutant(
        "a list has no default", "a list that must be there in Rust, in XML too", RUST,
        "OF_LIST if isinstance(field.kind, List) else ", "",
    ),
    Mutant("an absent list is read", "a list that need not be there in Rust, in JSON and BSON", RUST, 'serde(default = "crate::absent")', "serde(default)"),
    Mutant("names are not in camel case", "structs with names in snake case where the schema has none", STRUCT, '"camelCase"', '"snake_case"'),
    Mutant(
        "a text is lost", "enumerations without their last text in Rust", RUST,
        "literal(value)) for value in of.values)", "literal(value)) for value in of.values[:-1])",
    ),
    Mutant("a map is of texts", "a map of texts in the guard's table, whatever it is of", RUST, 'f"(map of {held(kind.value, indent)})"', '"(map of Text)"'),
    Mutant(
        "the table knows no null", "a nullable field that the guard takes for a required one", RUST,
        'Presence.NULLABLE: " or null"', 'Presence.NULLABLE: ""',
    ),
    Mutant(
        "a backslash is bare", "the name `\\` without an escape in Rust", RUST,
        """text.replace("\\\\", "\\\\\\\\").replace('"',""", """text.replace('"',""",
    ),
    Mutant("imports are unsorted", "`use` in another order than rustfmt's", RUST, "key=lambda name: (name.islower(), name)", "key=str.lower"),
    Mutant(
        "fields are reversed", "records with their components from the last in Java", JAVA,
        "[component(field, identifiers[field.name]) for field in record.fields]",
        "[component(field, identifiers[field.name]) for field in reversed(record.fields)]",
    ),
    Mutant(
        "a text is shared", "floors in Java with a text of the kept object", JAVA,
        'case Scalar.TEXT:\n            return Part("parts.text(", f"{like})")', 'case Scalar.TEXT:\n            return Part(like, "")',
    ),
    Mutant("texts in a list are shared", "floors in Java with the kept object's texts in a list of their own", JAVA, 'Scalar.TEXT: "text"', 'Scalar.TEXT: "same"'),
    Mutant("a box is shared", "floors in Java with an optional number of the kept object", JAVA, "if field.kind in BUILDERS and not is_there", "if False"),
    Mutant("a record is always there", "floors in Java that build no object without an optional record", JAVA, "case Record() if is_there:", "case Record():"),
    Mutant("lists inside lists are one", "a wrong builder for the items of a list of lists in Java", JAVA, "self.index(kind) + 1", "len(self)"),
    Mutant("absent for null", "an optional field marked as nullable in Java", JAVA, 'Presence.OPTIONAL: "@MayBeAbsent"', 'Presence.OPTIONAL: "@MayBeNull"'),
    Mutant("int64 is narrowed", "`int` for it in Java", JAVA, 'Scalar.INT64: "long"', 'Scalar.INT64: "int"'),
    Mutant("a constant is its text", "the constants' names as an enumeration's texts in Java", JAVA, "renamed(value))", "renamed(constants[value]))"),
    Mutant("a name is lost", "a field under its identifier in Java", JAVA, "() if field.name == identifier else (renamed(field.name),)", "()"),
    Mutant("a comment ends early", "`*/` as it is in a comment in Java", JAVA, '.replace("*/", "*&#47;")', ""),
    Mutant("lines are too long", "lines of 140 characters in Java", JAVA, "WIDTH = 120", "WIDTH = 140"),
    Mutant("a type is not listed", "`Registry.java` without the last type", JAVA, "for known in types", "for known in types[:-1]"),
    Mutant("no format is left out", "Java types without the formats that cannot carry them", CLASS, "{% for mark in marks %}", "{% for mark in [] %}"),
    Mutant("numbers begin at 0", "Protobuf fields numbered from 0", PROTO, "enumerate(record.fields, 1)", "enumerate(record.fields)"),
    Mutant("two fields have one name", "`a-b` and `a_b` as one identifier", NAMES, "while not used.isdisjoint(", "while not {*taken}.isdisjoint("),
    Mutant("a keyword is a name", "a field called `super` in Rust", NAMES, '"crate", "self", "super"', '"crate", "self"'),
    Mutant("a wrong format", "the reasons of XML for BSON", CARRIED, '{"XML": xml(', '{"BSON": xml('),
    Mutant("any letter names an element", "`größe` in XML", CARRIED, "[A-Za-z_][A-Za-z0-9_.-]*", r"[A-Za-z_][\w.-]*"),
    Mutant("two types have one number", "two types in one path", TYPES, "if known.number and before.number == known.number:", "if False:"),
    Mutant("a draw is left out", "no draw for a boolean that is true", ALIKE, "return draw.below(2) == 1", "return value or draw.below(2) == 1"),
    Mutant("a draw is one short", "integers below twice the canonical one", ALIKE, "min(2 * abs(value) + 1, WIDEST", "min(2 * abs(value), WIDEST"),
    Mutant("the last of two keys stays", "another entry where two keys of a map are one", ALIKE, "made.setdefault(key, held)", "made[key] = held"),
    Mutant("int64 by its value", "small integers of 64 bits as 32 in BSON", CANONICAL, "return Int64(value)", "return value"),
)  # fmt: skip
