"""The sources of object types, made from their schemas: what is read, what is refused, and what stands in each language."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from .fuzz.bodies import OBJECT_TYPES, PROVIDERS, provided

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
INT32: Schema = {"type": "integer", "format": "int32"}


def record(title: str, **fields: Schema) -> Schema:
    required = [name for name, field in fields.items() if field.get("type") != "array"]
    return {"type": "object", "title": title, "description": f"{title}, for a test.", "additionalProperties": False, "required": required, "properties": fields}


def listed(items: Schema) -> Schema:
    return {"type": "array", "default": [], "items": items}


def schema(**fields: Schema) -> Schema:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **record("Odd", **fields)}


def read(of: Schema) -> Any:
    return provided("schema.reader").object_type(of, "Odd")


def sources(of: Schema, language: str) -> dict[str, str]:
    """What is made of one type in a language: each file's text by its name."""
    return {page.file.name: page.text().decode() for page in provided(f"schema.{language}").pages([read(of)])}


@pytest.mark.parametrize("name", OBJECT_TYPES)
def test_every_field_of_a_published_type_is_read_in_the_schemas_order(name: str) -> None:
    file = PROVIDERS / "objects" / f"{name}.schema.json"
    found = provided("schema.reader").read(file)
    assert [field.name for field in found.record.fields] == list(json.loads(file.read_text())["properties"])


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ({"oneOf": [TEXT, INT32]}, "Odd.a: oneOf makes it a union: give each case a type of its own"),
        ({"$ref": "#"}, "Odd.a: .ref makes it a reference: write the record out"),
        ({"type": ["string", "null"]}, "Odd.a: its type is one of .*; choose one"),
        ({"type": "string", "contentEncoding": "base64"}, "binary data: write them as a text"),
        ({"type": "string", "enum": ["red"]}, "an enumeration: use a text"),
        ({"type": "string", "pattern": "a+"}, "pattern would promise what nobody checks; leave it out"),
        ({"type": "integer"}, "integer of format None is no kind .* integer of format int32"),
        ({"type": "integer", "format": "uint64"}, "integer of format uint64 is no kind"),
        ({"type": "number", "format": "decimal"}, "Write a decimal as a text"),
        ({"type": "array", "items": TEXT}, 'an absent list is an empty one; write "default": ..'),
        (listed(listed(TEXT)), "make the inner list the one field of a record"),
        (listed(record("String", b=TEXT)), "its title is 'String', and it names the record in every language"),
        (listed(record("Inner")), "a record without fields has nothing to parse"),
        (listed({**record("Inner", b=TEXT), "additionalProperties": True}), "unknown fields are refused"),
        (listed({**record("Inner", b=TEXT), "required": []}), "every field is required but for lists"),
        (listed({**record("Inner", b=TEXT), "description": "none"}), "write a sentence that ends in a full stop"),
        (listed(record("Inner", z=TEXT)), "z names two kinds, and the guard for XML knows one of a name"),
        (listed(record("Odd", b=TEXT)), "two different records are titled Odd"),
    ],
)
def test_what_the_servers_cannot_carry_is_refused_with_what_to_do(field: Schema, why: str) -> None:
    with pytest.raises(provided("schema.reader").Unreadable, match=why):
        read(schema(a=field, z=INT32))


@pytest.mark.parametrize("name", ["2nd", "first name", "größe", "a:b", ""])
def test_a_name_that_no_element_of_xml_may_have_is_refused(name: str) -> None:
    with pytest.raises(provided("schema.reader").Unreadable, match="cannot name an element of XML"):
        read(schema(**{name: TEXT}))


@pytest.mark.parametrize(("change", "why"), [({"x-number": 3}, "leave it out"), ({"title": "Other"}, "make it Odd"), ({"$schema": "draft-07"}, "2020-12")])
def test_a_schema_of_another_kind_is_refused(change: Schema, why: str) -> None:
    with pytest.raises(provided("schema.reader").Unreadable, match=why):
        read({**schema(a=TEXT), **change})


def test_names_are_those_that_a_person_would_write_and_no_two_alike() -> None:
    names = provided("schema.names")
    given = ["eyeColor", "_id", "type", "self", "HTTPStatus", "a-b", "a_b", "getClass", "_", "_2", "x2"]
    rust = ["eye_color", "id", "r#type", "self2", "http_status", "a_b", "a_b2", "get_class", "field", "field_2", "x_2"]
    java = ["eyeColor", "id", "type", "self", "httpStatus", "aB", "aB2", "getClass2", "field", "field2", "x2"]
    assert list(names.rust(given).values()) == rust
    assert list(names.java(given).values()) == java


def test_a_field_keeps_its_name_in_every_format_whatever_it_is_called_in_a_language() -> None:
    rust = sources(schema(**{"eyeColor": TEXT, "hairColor": TEXT, "snake_case": INT32, "class": TEXT}), "rust")["odd.rs"]
    assert '#[serde(deny_unknown_fields, rename_all = "camelCase")]\npub struct Odd {' in rust
    assert '    #[serde(rename = "snake_case")]\n    snake_case: i32,\n    class: String,\n' in rust
    java = sources(schema(**{"eyeColor": TEXT, "snake_case": INT32, "class": TEXT}), "java")["Odd.java"]
    assert '(String eyeColor, @JsonProperty("snake_case") int snakeCase, @JsonProperty("class") String class2) {}' in java


def test_a_field_named_record_is_not_the_marker_that_refuses_lists() -> None:
    rust = sources(schema(record=TEXT), "rust")["odd.rs"]
    assert "    not_a_list: Record,\n    record: String,\n" in rust


def test_a_record_that_occurs_twice_is_one() -> None:
    point = record("Point", x=INT32)
    java = sources(schema(a=listed(point), b=listed(copy.deepcopy(point)), c=listed(INT32)), "java")["Odd.java"]
    assert java.count("record Point(int x) {}") == 1
    assert "public record Odd(List<Point> a, List<Point> b, List<Integer> c) {\n" in java


def test_a_field_keeps_its_name_in_protobuf_where_it_can_be_one() -> None:
    inner = record("Inner", on={"type": "boolean"}, at={"type": "integer", "format": "int64"})
    made = sources(schema(**{"_id": TEXT, "eyeColor": TEXT, "a-b": INT32, "a_b": INT32, "in": listed(inner)}), "proto")["Odd.proto"]
    fields = re.findall(r"^ +(\S.*;)$", made, re.MULTILINE)
    assert fields == [
        "optional bool on = 1;",
        "optional sint64 at = 2;",
        'optional string _id = 1 [json_name = "_id"];',
        "optional string eyeColor = 2;",
        'optional sint32 a_b2 = 3 [json_name = "a-b"];',
        'optional sint32 a_b = 4 [json_name = "a_b"];',
        "repeated Inner in = 5;",
    ]


def test_a_type_without_a_maker_gets_variants_like_its_canonical_object() -> None:
    wide, double = {"type": "integer", "format": "int64"}, {"type": "number", "format": "double"}
    uuid = {"type": "string", "format": "uuid"}
    of = schema(name=TEXT, id=uuid, small=INT32, wide=wide, share=double, empty=listed(TEXT), points=listed(record("Point", x=double)))
    canonical = {"name": "n" * 40, "id": "", "small": 2**31 - 1, "wide": -(2**62), "share": 0.25, "empty": [], "points": [{"x": 1.5}, {"x": -9_999_999.5}]}
    made = provided("alike").variants_alike("Odd", canonical, of)
    assert made[0] == canonical
    assert len(made) == len({json.dumps(item) for item in made}) == 1024
    for item in made[1:]:
        assert list(item) == list(canonical)
        assert 20 <= len(item["name"]) <= 60
        assert re.fullmatch("[0-9a-f-]{36}", item["id"])
        assert 0 <= item["small"] < 2**31
        assert -(2**63) < item["wide"] <= 0
        assert item["empty"] == []
        assert len(item["points"]) <= 4
        assert all(double % 1 and 0.001 <= abs(double) < 10_000_000 for double in (item["share"], *(point["x"] for point in item["points"])))
    assert made == provided("alike").variants_alike("Odd", canonical, of), "the same every time"


def test_a_type_that_has_too_few_different_objects_says_what_to_do() -> None:
    with pytest.raises(SystemExit, match=r"Odd has not 1,024 different objects .* longer texts"):
        provided("alike").variants_alike("Odd", {"on": True}, schema(on={"type": "boolean"}))


@pytest.mark.parametrize(("fields", "lines"), [(3, 1), (4, 2), (12, 13)])
def test_a_list_is_broken_as_the_formatter_breaks_it(fields: int, lines: int) -> None:
    header = provided("schema.java").header(read(schema(**{f"quiteALongNameForOne{letter.upper()}": INT32 for letter in "abcdefghijkl"[:fields]})).record, "")
    assert len(header.splitlines()) == lines
    assert max(len(line) for line in header.splitlines()) <= 120
