"""The sources of object types, made from their schemas: what is read, what is refused, and what
stands in each language.
"""

from __future__ import annotations

import copy
import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from .fuzz.provided import OBJECT_TYPES, PROVIDERS, provided
from .schemas import INT32, TEXT, Schema, enumeration, listed, read, record, schema


def sources(of: Schema, language: str) -> dict[str, str]:
    """What is made of one type in a language: each file's text by its name."""
    return {
        page.file.name: page.text().decode()
        for page in provided(f"schema.{language}").pages([read(of)])
    }


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


def test_types_are_listed_as_the_formatters_sort_them() -> None:
    types = [
        provided("schema.reader").object_type({**schema(a=TEXT), "title": name}, name)
        for name in ("Row10", "Row6", "Header", "HTTPLog")
    ]
    listed = {
        page.file.name: page.text().decode()
        for language in ("rust", "java")
        for page in provided(f"schema.{language}").pages(types)
    }
    assert re.findall(r"^pub mod (\w+);$", listed["mod.rs"], re.MULTILINE) == [
        "header",
        "http_log",
        "row_10",
        "row_6",
    ]
    assert re.findall(r"^pub use .*::(\w+);$", listed["mod.rs"], re.MULTILINE) == [
        "Header",
        "HTTPLog",
        "Row6",
        "Row10",
    ]
    assert re.findall(r"^import testbed.*\.(\w+);$", listed["Registry.java"], re.MULTILINE) == [
        "HTTPLog",
        "Header",
        "Row10",
        "Row6",
    ]


def test_names_are_those_that_a_person_would_write_and_no_two_alike() -> None:
    names = provided("schema.names")
    given = [
        "eyeColor",
        "_id",
        "type",
        "self",
        "super",
        "crate",
        "HTTPStatus",
        "a-b",
        "a_b",
        "getClass",
        "_",
        "_2",
        "x2",
    ]
    rust = [
        "eye_color",
        "id",
        "r#type",
        "self2",
        "super2",
        "crate2",
        "http_status",
        "a_b",
        "a_b2",
        "get_class",
        "field",
        "field_2",
        "x_2",
    ]
    java = [
        "eyeColor",
        "id",
        "type",
        "self",
        "super2",
        "crate",
        "httpStatus",
        "aB",
        "aB2",
        "getClass2",
        "field",
        "field2",
        "x2",
    ]
    assert list(names.rust(given).values()) == rust
    assert list(names.java(given).values()) == java


def test_a_field_keeps_its_name_in_every_format_whatever_it_is_called_in_a_language() -> None:
    rust = sources(
        schema(**{"eyeColor": TEXT, "hairColor": TEXT, "snake_case": INT32, "class": TEXT}), "rust"
    )["odd.rs"]
    assert '    #[serde(rename_all = "camelCase")]\n    pub struct Odd {' in rust
    assert (
        '        #[serde(rename = "snake_case")]\n        snake_case: i32,\n        class: '
        "String,\n" in rust
    )
    java = sources(schema(**{"eyeColor": TEXT, "snake_case": INT32, "class": TEXT}), "java")[
        "Odd.java"
    ]
    assert (
        '        String eyeColor,\n        @JsonProperty("snake_case") int snakeCase,\n        '
        '@JsonProperty("class") String class2) {\n' in java
    )


def test_a_name_and_a_sentence_may_hold_what_ends_a_text_or_a_comment() -> None:
    of = {
        **schema(**{'"\\n\u2028': TEXT}),
        "description": "Ends */ nowhere, nor with \\u002a/ in it.",
    }
    rust = sources(of, "rust")["odd.rs"]
    assert r"""    #[serde(rename = "\"\\n\u{2028}")]""" in rust
    assert r"""    "\"\\n\u{2028}": Text,""" in rust
    java = sources(of, "java")["Odd.java"]
    assert '@JsonProperty("\\"\\\\n\u2028") String n' in java
    assert "/**\n * Ends *&#47; nowhere, nor with &#92;u002a/ in it.\n" in java


def test_the_table_of_fields_has_every_kind_inside_another() -> None:
    maps: Schema = {
        "type": "object",
        "additionalProperties": listed(record("Inner", on={"type": "boolean"}, at=listed(INT32))),
    }
    rust = sources(
        schema(
            a=maps,
            b=listed({"type": "object", "additionalProperties": enumeration("Colour", "red")}),
        ),
        "rust",
    )["odd.rs"]
    assert rust.partition("object!")[2] == (
        """(Odd, {
    "a": (map of [{
        "on": Boolean,
        "at": [Int32],
    }]),
    "b": [(map of (one of Colour))],
}, not in Xml: "a key of the map Odd.a need not be a name");
"""
    )


@pytest.mark.parametrize(
    ("name", "presence", "lines"),
    [
        ("a" * 92, "required", 1),
        ("a" * 93, "required", 2),
        ("@" + "a" * 21, "optional", 2),
        ("@" + "a" * 22, "optional", 3),
    ],
)
def test_a_line_in_java_ends_where_its_formatter_ends_it(
    name: str, presence: str, lines: int
) -> None:
    """Behind 120 characters, and annotations on a line of their own that would end behind 60."""
    of = schema(**{name: TEXT})
    of["required"] = [name] if presence == "required" else []
    header = re.search(r"public record Odd\(.*?\) \{\n", sources(of, "java")["Odd.java"], re.DOTALL)
    assert header and header[0].count("\n") == lines, header


@pytest.mark.parametrize(
    ("length", "body"),
    [
        (78, "return new Odd(parts.text(like.{0}));"),
        (79, "return new Odd(\n                parts.text(like.{0}));"),
        (86, "return new Odd(parts.text(\n                like.{0}));"),
        (97, "return new Odd(\n                parts.text(\n                        like.{0}));"),
    ],
)
def test_a_call_in_java_ends_its_lines_where_its_formatter_does(length: int, body: str) -> None:
    name = "a" * length
    java = sources(schema(**{name: TEXT}), "java")["Odd.java"]
    assert (
        "    public static Odd build(Parts parts, Odd like) "
        f"{{\n        {body.format(name)}\n    }}\n" in java
    )


def test_another_object_is_built_in_java_of_texts_lists_maps_records_and_boxes_of_its_own() -> None:
    lists = listed(listed(record("Point", x=INT32)))
    of = schema(
        a=TEXT,
        b=INT32,
        c=listed(TEXT),
        d=lists,
        e={"type": "object", "additionalProperties": INT32},
        f=record("Part", on={"type": "boolean"}),
    )
    of["properties"] |= {
        "g": INT32,
        "h": record("Other", x=enumeration("Colour", "red")),
        "i": {"type": "boolean"},
    }
    of["properties"] |= {"j": listed(listed(TEXT)), "k": copy.deepcopy(lists)}
    java = sources(of, "java")["Odd.java"]
    built = (
        "parts.text(like.a)", "like.b", "parts.list(like.c, Parts::text)", "parts.list(like.d, "
        "Odd::build1)", "parts.map(like.e, Parts::number)",
        "Part.build(parts, like.f)", "parts.number(like.g)", "parts.record(like.h, "
        "Other::build)", "like.i",
        "parts.list(like.j, Odd::build2)", "parts.list(like.k, Odd::build1)",
    )  # fmt: skip
    assert "return new Odd(\n                " + ",\n                ".join(built) + ");\n" in java
    inside = (
        "    private static List<Point> build1(Parts parts, List<Point> like) "
        "{\n        return parts.list(like, Point::build);\n    }\n"
    )
    assert java.count("build1(Parts") == 1 and inside in java
    assert "            return new Other(like.x);\n" in java


def test_a_record_that_occurs_twice_is_one() -> None:
    point = record("Point", x=INT32)
    java = sources(
        schema(a=listed(point), b=listed(copy.deepcopy(point)), c=listed(INT32)), "java"
    )["Odd.java"]
    assert java.count("record Point(int x) {") == 1
    assert "public record Odd(List<Point> a, List<Point> b, List<Integer> c) {\n" in java


def test_a_message_is_asked_for_its_fields_by_the_names_that_protoc_gives_them() -> None:
    java = sources(
        schema(
            **{
                "class": TEXT,
                "serializedSize": INT32,
                "a1b": INT32,
                "x.y": TEXT,
                "things": listed(TEXT),
                "thingsCount": INT32,
            }
        ),
        "java_messages",
    )["OddMessage.java"]
    asked = re.findall(r"message\.get(\w+)\(\)", java)
    # Every object has a class, a message its size, and a list a count of its own.
    assert asked == ["Class_", "SerializedSize_", "A1B", "XY", "Things5List", "ThingsCount6"]


def test_a_message_holds_what_a_list_or_map_may_not_in_messages_of_its_own() -> None:
    colour = enumeration("Colour", "red")
    java = sources(schema(a=listed(listed(colour)), b=colour), "java_messages")["OddMessage.java"]
    assert (
        "Copies.list(message.getAList(), one1 -> Copies.list(one1.getItemsValueList(), "
        "one2 -> COLOUR[one2 - 1]))"
    ) in java
    assert "testbed.messages.Odd.OddA.newBuilder().addAllItemsValue(" in java
    assert "message.setBValue(object.b().ordinal() + 1);" in java


def engine_sources(**fields: Schema) -> dict[str, str]:
    """What engines of Java have of a type with a number: each file's text by its folder."""
    of = read({**schema(**fields), "x-number": 1})
    return {
        page.file.parent.name: page.text().decode()
        for page in provided("schema.java_engines").pages([of])
    }


def test_engines_have_code_of_a_type_with_a_number_alone() -> None:
    assert [*engine_sources(a=TEXT)] == ["mongodbbsonreader", "woodstoxbyhand", "jaxb"]
    assert sources(schema(a=TEXT), "java_engines") == {}


def test_a_reader_takes_each_field_by_its_kind_and_in_xml_lists_need_not_come() -> None:
    inner = record("InnerPart", of=TEXT)
    texts = engine_sources(b=listed(TEXT), _a=TEXT, c=listed(inner), d={"type": "boolean"})
    bson, xml = texts["mongodbbsonreader"], texts["woodstoxbyhand"]
    case = re.compile(r"case (.*) -> \{\n +fields.comes\((\d)\);\n +(.*);\n")
    assert case.findall(bson) == [
        ('"b"', "0", "b = fields.list(BsonReader::readString)"),
        ('"_a"', "1", "a = reader.readString()"),
        ('"c"', "2", "c = fields.list(OddReader::innerPart)"),
        ('"d"', "3", "d = reader.readBoolean()"),
        ('"of"', "0", "of = reader.readString()"),
    ]
    assert case.findall(xml) == [
        ('"b"', "2", "b = fields.list(XMLStreamReader2::getElementText)"),
        ('"_a"', "0", "a = reader.getElementText()"),
        ('"c"', "3", "c = fields.list(OddReader::innerPart)"),
        ('"d"', "1", "d = reader.getElementAsBoolean()"),
        ('"of"', "0", "of = reader.getElementText()"),
    ]
    count = re.compile(r"new Fields\(reader, (\d)\);")
    assert (count.findall(bson), count.findall(xml)) == (["4", "1"], ["2", "1"])
    assert "List<String> b = null;" in bson and "List<String> b = List.of();" in xml


def test_what_jaxb_fills_has_the_names_of_elements_and_becomes_the_record() -> None:
    inner = record("Inner", x=INT32)
    jaxb = engine_sources(a=TEXT, _b=listed(inner), c=listed(TEXT))["jaxb"]
    assert (
        "implements Mirror {\n    private String a;\n\n"
        '    @XmlElement(name = "_b")\n    private List<InnerMirror> b;\n\n'
        "    private List<String> c;\n\n" in jaxb
    )
    assert "return new Odd(a, Lists.copies(b, InnerMirror::copy), Lists.orEmpty(c));\n" in jaxb
    assert "            return new Inner(x);\n" in jaxb
    assert "XmlElement;" not in engine_sources(a=TEXT)["jaxb"]


@pytest.mark.parametrize(
    "field",
    [listed(INT32), listed(listed(TEXT)), enumeration("Colour", "red"), record("Inner", x=TEXT)],
)
def test_a_type_with_a_number_of_a_kind_that_engines_do_not_read_is_refused(field: Schema) -> None:
    with pytest.raises(provided("schema.reader").Unreadable, match=r"Odd\.a: .*lists of texts or"):
        engine_sources(a=field)


def test_a_field_keeps_its_name_in_protobuf_where_it_can_be_one() -> None:
    inner = record("Inner", on={"type": "boolean"}, at={"type": "integer", "format": "int64"})
    made = sources(
        schema(**{"_id": TEXT, "eyeColor": TEXT, "a-b": INT32, "a_b": INT32, "in": listed(inner)}),
        "proto",
    )["Odd.proto"]
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


def test_a_field_of_protobuf_is_called_as_no_message_or_value_is() -> None:
    colour, other = enumeration("State", "code x", "unknown"), enumeration("StateCode", "x")
    of = schema(
        Vk=record("Vk", Vk=TEXT), OddLists=INT32, lists=listed(listed(TEXT)), State=colour,
        code=other, STATE_UNKNOWN=TEXT,
    )  # fmt: skip
    made = sources(of, "proto")["Odd.proto"]
    assert re.findall(r"^ +(\S.*;)$", made, re.MULTILINE) == [
        'optional string Vk2 = 1 [json_name = "Vk"];',
        "STATE_UNKNOWN = 0;",
        "STATE_CODE_X = 1;",
        "STATE_UNKNOWN2 = 2;",
        "STATE_CODE_UNKNOWN = 0;",
        "STATE_CODE_X2 = 1;",
        "repeated string items = 1;",
        'Vk Vk2 = 1 [json_name = "Vk"];',
        'optional sint32 OddLists2 = 2 [json_name = "OddLists"];',
        "repeated OddLists lists = 3;",
        'optional State State2 = 4 [json_name = "State"];',
        "optional StateCode code = 5;",
        'optional string STATE_UNKNOWN3 = 6 [json_name = "STATE_UNKNOWN"];',
    ]
    java = sources(of, "java_messages")["OddMessage.java"]
    asked = re.findall(r"message\.get(\w+)\(\)", java)
    assert sorted(asked) == [
        "CodeValue", "ListsList", "OddLists2", "STATEUNKNOWN3", "State2Value", "Vk2", "Vk2",
    ]  # fmt: skip


def test_fields_of_protobuf_have_names_of_their_own_in_java_and_in_json() -> None:
    text = {"type": "object", "additionalProperties": TEXT}
    of = schema(
        _id=TEXT, Id=TEXT, ID=TEXT, descriptor=TEXT, labels=text, Labels=text, ab=TEXT, aB=TEXT,
        __=TEXT, _1=TEXT,
    )  # fmt: skip
    made = sources(of, "proto")["Odd.proto"]
    called = re.findall(r"(\w+) = \d", made)
    assert called == [
        "_id", "Id2", "ID3", "descriptor2", "labels", "Labels2", "ab", "aB2", "field", "field_1",
    ]  # fmt: skip
    lists = listed({"type": "array", "items": TEXT})
    made = sources(schema(**{"名前": lists, "größe?": lists, "a": lists, "aItem": lists}), "proto")[
        "Odd.proto"
    ]
    assert re.findall(r"message (\w+)", made) == [
        "Odd", "OddField", "OddGrE", "OddA", "OddAItem2",
    ]  # fmt: skip


def test_protobuf_has_messages_for_lists_inside_others_and_enumerations_from_1() -> None:
    lists = listed({"type": "array", "items": listed(TEXT)})
    maps: Schema = {"type": "object", "additionalProperties": listed(INT32)}
    made = sources(
        schema(**{"a": lists, "b": maps, "@c": enumeration("Colour", "red", "dark blue")}), "proto"
    )["Odd.proto"]
    blocks = {
        head: re.findall(r"\S.*;", body)
        for head, body in re.findall(
            r"^ *((?:message|enum) \w+) {\n((?:    .*;\n)+)", made, re.MULTILINE
        )
    }
    assert blocks == {
        "enum Colour": ["COLOUR_UNKNOWN = 0;", "COLOUR_RED = 1;", "COLOUR_DARK_BLUE = 2;"],
        "message OddAItem": ["repeated string items = 1;"],
        "message OddA": ["repeated OddAItem items = 1;"],
        "message OddB": ["repeated sint32 items = 1;"],
    }
    assert re.findall(r"^  (\w.*;)$", made, re.MULTILINE) == [
        "repeated OddA a = 1;",
        "map<string, OddB> b = 2;",
        'optional Colour c = 3 [json_name = "@c"];',
    ]


def test_avro_has_the_true_name_beside_one_that_it_does_not_take() -> None:
    inner, nullable = record("Inner", x=TEXT), {"type": ["string", "null"]}
    no = enumeration("C", "red", "no 1")
    of = schema(**{"_id": TEXT, "a-b": nullable, "a_b": listed(inner), "in": inner, "@c": no})
    made = json.loads(sources(of, "avro")["Odd.avsc"])
    item = {
        **{"name": "Inner", "doc": "Inner, for a test.", "type": "record"},
        "fields": [{"name": "x", "type": "string"}],
    }
    enum = {
        **{"name": "C", "doc": "C, for a test.", "type": "enum"},
        **{"symbols": ["red", "no_1"], "json_symbols": ["red", "no 1"]},
    }
    assert (made["namespace"], made["name"]) == ("testbed", "Odd")
    assert made["fields"] == [
        {"name": "_id", "type": "string"},
        {"name": "a_b2", "json_name": "a-b", "type": ["null", "string"], "default": None},
        {"name": "a_b", "type": {"type": "array", "items": item}},
        {"name": "in", "type": "Inner"},
        {"name": "c", "json_name": "@c", "type": enum},
    ]


def test_the_page_has_an_interface_and_a_reader_of_each_record() -> None:
    of = schema(
        a={"type": "integer", "format": "int64"},
        b=listed(listed(TEXT)),
        c=enumeration("Colour", "red", 'a "b"'),
        d=record("Inner", x=INT32),
        e=TEXT,
    )
    of["required"].remove("e")
    of["properties"]["f"] = {
        "type": "object",
        "additionalProperties": {"type": "number", "format": "double"},
    }
    made = sources(of, "typescript")["Odd.ts"]
    assert (
        """export interface Odd {
  readonly a: bigint;
  readonly b: readonly (readonly string[])[];
  readonly c: Colour;
  readonly d: Inner;
  readonly e: string | undefined;
  readonly f: ReadonlyMap<string, number> | undefined;
}

const COLOUR = ["red", 'a "b"'] as const;
"""
        in made
    )
    assert (
        """function reader({ double, int32, int64, list, map, oneOf, record, text }: Kinds): Read<Odd> {
  const textList = list(text);
  const textListList = list(textList);
  const colour = oneOf(COLOUR);
  const inner = record<Inner>((of) => ({
    x: int32(of.x, "x"),
  }));
  const doubleMap = map(double);
  return record<Odd>((of) => ({
    a: int64(of.a, "a"),
    b: textListList(of.b, "b"),
    c: colour(of.c, "c"),
    d: inner(of.d, "d"),
    e: optional(text, of.e, "e"),
    f: optional(doubleMap, of.f, "f"),
  }));
}
"""
        in made
    )
    assert '    XML: "nothing tells where an inner list of Odd.b ends",\n' in made


def test_the_page_reads_fields_whose_names_every_object_has_or_no_identifier_can_be() -> None:
    inner = record("Text", **{"it's": TEXT, 'say "x"': TEXT, "größe": INT32, "\u2028": TEXT})
    made = sources(
        schema(**{"__proto__": TEXT, "constructor": TEXT, "text": inner, "n" * 60: TEXT}),
        "typescript",
    )["Odd.ts"]
    assert re.findall(r"^    (.*),$", made, re.MULTILINE) == [
        """ "it's": text(of["it's"], "it's")""".strip(),
        """'say "x"': text(of['say "x"'], 'say "x"')""",
        'größe: int32(of.größe, "größe")',
        r'"\u{2028}": text(of["\u{2028}"], "\u{2028}")',
        '["__proto__"]: text(own(of, "__proto__"), "__proto__")',
        'constructor: text(own(of, "constructor"), "constructor")',
        'text: text2(of.text, "text")',
        f"  of.{'n' * 60}",
        f'  "{"n" * 60}"',
        ")",
        'XML: "the name of Odd.text.it\'s is none that an element may have here"',
    ]
    assert "type Kinds, type ObjectType, own, type Read }" in made


def test_canonical_bytes_have_the_schemas_order_whatever_a_field_is_called() -> None:
    bodies = {
        name: encode({"b": "x", "_id": 1}, read(schema(b=TEXT, _id=INT32)).record)
        for name, encode in provided("canonical").ENCODERS.items()
    }
    assert bodies == {
        "JSON": b'{"b":"x","_id":1}',
        "BSON": b"\x17\0\0\0\x02b\0\2\0\0\0x\0\x10_id\0\1\0\0\0\0",
        "XML": b"<Odd><b>x</b><_id>1</_id></Odd>",
        "Protobuf": b"\x0a\x01x\x10\x02",
        "MessagePack": b"\x82\xa1b\xa1x\xa3_id\x01",
        "CBOR": b"\xa2abaxc_id\x01",
        "Avro": b"\x02x\x02",
    }


def of_each_kind() -> tuple[Any, Any]:
    """A value of every kind, with what is zero, empty, absent and null, and its record."""
    of = schema(
        zero=INT32,
        empty=TEXT,
        absent=TEXT,
        null={"type": ["string", "null"]},
        packed=listed(INT32),
        none=listed(TEXT),
        lists=listed(listed(TEXT)),
        entries={"type": "object", "additionalProperties": INT32},
        colour=enumeration("Colour", "red", "blue"),
        open={"type": "boolean"},
        half={"type": "number", "format": "double"},
        inner=record("Inner", x=TEXT),
        long={"type": "integer", "format": "int64"},
    )
    of["required"].remove("absent")
    of["properties"]["inner"]["required"] = []
    value = {
        "long": -(2**63), "inner": {}, "half": 0.5, "open": False, "colour": "blue", "entries": {"é": 0, "a": -2, "": 1},
        "lists": [["x"], []], "none": [], "packed": [-1, 64], "null": None, "empty": "", "zero": 0,
    }  # fmt: skip
    return value, read(of).record


def test_protobuf_writes_all_that_is_there_and_marks_nothing_that_is_not() -> None:
    made = provided("canonical").ENCODERS["Protobuf"](*of_each_kind())
    assert made.hex(" ") == (
        "08 00 12 00 2a 03 01 80 01 3a 03 0a 01 78 3a 00 "
        "42 04 0a 00 10 02 42 05 0a 01 61 10 03 42 06 0a 02 c3 a9 10 00 "
        "48 02 50 00 59 00 00 00 00 00 00 e0 3f 62 00 68 ff ff ff ff ff ff ff ff ff 01"
    )


def test_messagepack_and_cbor_write_what_is_there_and_null_in_the_shortest_form() -> None:
    expected = {
        "zero": ("00", "00"),
        "empty": ("a0", "60"),
        "null": ("c0", "f6"),
        "packed": ("92 ff 40", "82 20 18 40"),
        "none": ("90", "80"),
        "lists": ("92 91 a1 78 90", "82 81 61 78 80"),
        "entries": ("83 a0 01 a1 61 fe a2 c3 a9 00", "a3 60 01 61 61 21 62 c3 a9 00"),
        "colour": ("a4 62 6c 75 65", "64 62 6c 75 65"),
        "open": ("c2", "f4"),
        "half": ("cb 3f e0 00 00 00 00 00 00", "fb 3f e0 00 00 00 00 00 00"),
        "inner": ("80", "a0"),
        "long": ("d3 80 00 00 00 00 00 00 00", "3b 7f ff ff ff ff ff ff ff"),
    }
    for place, (name, whole, text) in enumerate(
        (("MessagePack", 0x80, 0xA0), ("CBOR", 0xA0, 0x60))
    ):
        fields = [
            bytes([text + len(field)]) + field.encode() + bytes.fromhex(held[place])
            for field, held in expected.items()
        ]
        made = provided("canonical").ENCODERS[name](*of_each_kind())
        assert made == bytes([whole + len(fields)]) + b"".join(fields)


def test_avro_writes_null_for_what_is_absent_or_null_and_lists_in_one_block() -> None:
    made = provided("canonical").ENCODERS["Avro"](*of_each_kind())
    assert made.hex(" ") == (
        "00 00 00 00 04 01 80 01 00 00 04 02 02 78 00 00 00 "
        "06 00 02 02 61 03 04 c3 a9 00 00 02 00 00 00 00 00 00 00 e0 3f 00 "
        "ff ff ff ff ff ff ff ff ff 01"
    )


def test_what_is_made_says_so_in_its_first_line_and_to_tools_that_read_attributes() -> None:
    root, of_types = PROVIDERS.parent, provided("object_types")
    made = [str(page.file) for page in of_types.pages(of_types.object_types())] + [
        "web-client/src/contract/page.ts"
    ]
    said = subprocess.run(
        ["git", "check-attr", "linguist-generated", *made],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.splitlines() == [f"{name}: linguist-generated: set" for name in made]
    assert [
        name
        for name in made
        if not re.match('(//|{ "doc": ".*) @generated by ', (root / name).read_text())
    ] == []
