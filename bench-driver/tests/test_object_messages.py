"""What formats with schemas of their own have of an object type: names, messages, and
canonical bytes.
"""

from __future__ import annotations

import json
import re
from typing import Any

from .fuzz.provided import provided
from .schemas import INT32, TEXT, Schema, enumeration, listed, read, record, schema, sources


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


def test_enumerations_are_read_by_no_name_that_a_language_or_another_has() -> None:
    of = schema(a=enumeration("Yield", "x"), b=enumeration("AB", "x"), c=enumeration("Ab", "x"))
    rust = sources(of, "rust_messages")["odd.rs"]
    made = re.findall(r"impl crate::prost::Choice for objects::(\w+) {", rust)
    assert made == ["Yield", "AB", "Ab"] and rust.count("crate::prost::choice(") == 3
    java = sources(of, "java_messages")["OddMessage.java"]
    assert re.findall(r"Odd\.(\w+)\[\] (\w+) =", java) == [
        ("Yield", "YIELD"), ("AB", "AB"), ("Ab", "AB2"),
    ]  # fmt: skip
    assert "AB2[message.getCValue() - 1]" in java


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


def test_protobuf_has_a_message_for_what_a_map_holds_that_it_may_not_hold() -> None:
    def maps(value: Schema) -> Schema:
        return {"type": "object", "additionalProperties": value}

    of = schema(m=maps(listed(INT32)), n=maps(maps(TEXT)))
    encode = provided("canonical").ENCODERS["Protobuf"]
    assert encode({"m": {"k": [1, -1]}, "n": {"a": {"b": "x"}}}, read(of).record).hex(" ") == (
        "0a 09 0a 01 6b 12 04 0a 02 02 01 12 0d 0a 01 61 12 08 0a 06 0a 01 62 12 01 78"
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
