"""What a schema says: what is read, what is refused, and what XML or Protobuf cannot carry."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from .fuzz.provided import OBJECT_TYPES, PROVIDERS, provided
from .schemas import INT32, TEXT, Schema, enumeration, listed, read, record, schema


@pytest.mark.parametrize("name", OBJECT_TYPES)
def test_every_field_of_a_published_type_is_read_in_the_schemas_order(name: str) -> None:
    file = PROVIDERS / "objects" / f"{name}.schema.json"
    found = provided("schema.reader").read(file)
    assert [field.name for field in found.record.fields] == list(
        json.loads(file.read_text())["properties"]
    )


@pytest.mark.parametrize(
    ("field", "why"),
    [
        (
            {"oneOf": [TEXT, INT32]},
            "Odd.a: oneOf makes it a union: give each case a type of its own",
        ),
        ({"$ref": "#"}, "Odd: .ref is #, which is none of the schema's own .defs"),
        ({"type": ["string", "integer"]}, "Odd.a: its type is one of .*; choose one"),
        ({"type": "string", "contentEncoding": "base64"}, "binary data: write them as a text"),
        ({"type": "string", "const": "red"}, "a constant: use an enumeration of one text"),
        (
            {"type": "string", "pattern": "a+"},
            "pattern would promise what nobody checks; leave it out",
        ),
        ({"type": "integer"}, "integer of format None is no kind .* integer of format int32"),
        ({"type": "integer", "format": "uint64"}, "integer of format uint64 is no kind"),
        ({"type": "number", "format": "decimal"}, "Write a decimal as a text"),
        (
            {"type": "array", "items": TEXT},
            'so an absent list is an empty one; write "default": ..',
        ),
        (
            {"type": "object", "patternProperties": {"a": TEXT}},
            "a map of several kinds: use additionalProperties",
        ),
        (
            {"type": ["array", "null"], "items": TEXT},
            "a list or map may not be null; leave it empty instead",
        ),
        (listed({"type": ["string", "null"]}), "it holds one kind; choose one"),
        (
            listed(record("String", b=TEXT)),
            "its title is 'String', and it names the kind in every language",
        ),
        (listed(record("Inner")), "a record without fields has nothing to parse"),
        (
            listed({**record("Inner", b=TEXT), "additionalProperties": True}),
            "unknown fields are refused",
        ),
        (
            listed({**record("Inner", b=TEXT), "required": ["b", "c"]}),
            "required names c, which is no field",
        ),
        (
            listed({**record("Inner", b=TEXT), "description": "none"}),
            "write a sentence that ends in a full stop",
        ),
        (listed(record("Odd", b=TEXT)), "two different kinds are titled Odd"),
        (enumeration("Odd", "x"), "two different kinds are titled Odd"),
        (enumeration("Colour"), "write different texts, none of them empty"),
        (enumeration("Colour", "red", "red"), "write different texts"),
        (enumeration("Colour", "red", ""), "none of them empty"),
        (enumeration("Colour", " red"), "without white space at their ends"),
        (
            {**enumeration("Colour", "red"), "type": ["string", "null"]},
            "its enum does not say so; write null there, too",
        ),
    ],
)
def test_what_the_servers_cannot_carry_is_refused_with_what_to_do(field: Schema, why: str) -> None:
    with pytest.raises(provided("schema.reader").Unreadable, match=why):
        read(schema(a=field, z=INT32))


@pytest.mark.parametrize("name", ["", "a\0b", "a\nb", "\x7f"])
def test_a_name_that_no_format_could_have_is_refused(name: str) -> None:
    with pytest.raises(provided("schema.reader").Unreadable, match="cannot name a field"):
        read(schema(**{name: TEXT}))


def test_a_field_may_be_absent_or_null_but_not_both() -> None:
    presence = provided("schema.model").Presence
    of = schema(
        a=TEXT,
        b=TEXT,
        c={"type": ["integer", "null"], "format": "int64"},
        d={**enumeration("Colour", "red"), "type": ["string", "null"], "enum": ["red", None]},
    )
    of["required"].remove("b")
    fields = {field.name: field for field in read(of).record.fields}
    assert [field.presence for field in fields.values()] == [
        presence.REQUIRED,
        presence.OPTIONAL,
        presence.NULLABLE,
        presence.NULLABLE,
    ]
    assert fields["c"].kind is provided("schema.model").Scalar.INT64
    assert fields["d"].kind.values == ("red",)
    of["required"].remove("c")
    with pytest.raises(
        provided("schema.reader").Unreadable, match="make it required, or take null away"
    ):
        read(of)


def test_a_reference_stands_for_a_part_of_the_schema_and_never_for_itself() -> None:
    point = record("Point", x=INT32)
    with_references = {
        **schema(a={"$ref": "#/$defs/Line"}),
        "$defs": {"Point": point, "Line": record("Line", points=listed({"$ref": "#/$defs/Point"}))},
    }
    assert read(with_references) == read(schema(a=record("Line", points=listed(point))))
    with_references["$defs"]["Point"] = record("Point", next={"$ref": "#/$defs/Line"})
    with pytest.raises(
        provided("schema.reader").Unreadable,
        match=r"is a recursion.*write out as many levels as the data have",
    ):
        read(with_references)
    with_references["$defs"]["Line"] = {"$ref": "#/$defs/Point", "title": "Other"}
    with pytest.raises(
        provided("schema.reader").Unreadable, match="title would promise what nobody checks"
    ):
        read(with_references)


@pytest.mark.parametrize(
    ("field", "why"),
    [
        (TEXT, None),
        (listed(record("Inner", b=listed(TEXT))), None),
        (enumeration("Colour", "red"), None),
        ({"type": ["string", "null"]}, "there is no mark for null, which Odd.a may be"),
        (
            listed({"type": "array", "items": TEXT}),
            "nothing tells where an inner list of Odd.a ends",
        ),
        (
            {"type": "object", "additionalProperties": INT32},
            "a key of the map Odd.a need not be a name",
        ),
        (
            record("Inner", **{"2nd": TEXT}),
            "the name of Odd.a.2nd is none that an element may have here",
        ),
        (
            listed(record("Inner", größe=TEXT)),
            "the name of Odd.a.größe is none that an element may have here",
        ),
        (record("Inner", **{"a:b": TEXT}), "the name of Odd.a.a:b is none"),
    ],
)
def test_what_xml_cannot_carry_has_a_reason(field: Schema, why: str | None) -> None:
    found = provided("schema.carried").uncarried(read(schema(a=field)).record).get("XML")
    assert found == why if why is None else found.startswith(why)


def test_protobuf_cannot_carry_a_map_that_may_be_absent_wherever_it_stands() -> None:
    inner = record("Inner", b={"type": "object", "additionalProperties": TEXT})
    found = [
        provided("schema.carried").uncarried(read(schema(a=listed(held))).record).get("Protobuf")
        for held in (inner, {**inner, "required": []})
    ]
    assert found == [None, "nothing tells an empty map from an absent one, which Odd.a.b may be"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"x-number": 3}, "leave it out"),
        ({"title": "Other"}, "make it Odd"),
        ({"$schema": "draft-07"}, "2020-12"),
    ],
)
def test_a_schema_of_another_kind_is_refused(change: Schema, why: str) -> None:
    with pytest.raises(provided("schema.reader").Unreadable, match=why):
        read({**schema(a=TEXT), **change})


@pytest.mark.parametrize(
    ("names", "numbers", "why"),
    [
        (("Order", "Invoice"), (2, 2), "Order: x-number is 2, as that of Invoice; leave it out"),
        (
            ("JSONLog", "JsonLog"),
            (None, None),
            "JsonLog: its name differs from JSONLog in case alone",
        ),
    ],
)
def test_two_types_that_no_path_or_file_could_tell_apart_are_refused(
    names: Sequence[str], numbers: Sequence[int | None], why: str, tmp_path: Path
) -> None:
    for name, number in zip(names, numbers, strict=True):
        (tmp_path / f"{name}.schema.json").write_text(
            json.dumps(
                {**schema(a=TEXT), "title": name, **({"x-number": number} if number else {})}
            )
        )
    with pytest.raises(provided("schema.reader").Unreadable, match=why):
        provided("object_types").object_types(tmp_path)
