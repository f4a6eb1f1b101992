"""`POST /decode/…`: every engine of every server understands every golden, and refuses hostile bytes with the same verdict."""

from __future__ import annotations

import struct

import httpx
import pytest

from .facts import CONSUMERS, FORMATS, OBJECT_TYPES, PROVIDERS_FOLDER


def golden(object_type: str, format_name: str) -> bytes:
    return (PROVIDERS_FOLDER / "golden" / f"{object_type}.{format_name.lower()}").read_bytes()


def nested_bson(levels: int) -> bytes:
    """Documents nested `levels` deep, the outermost included."""
    document = struct.pack("<i", 5) + b"\0"
    for _ in range(levels - 1):
        document = struct.pack("<i", len(document) + 8) + b"\x03a\0" + document + b"\0"
    return document


@pytest.mark.parametrize("object_type", OBJECT_TYPES)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_engine_decodes_every_golden(urls: dict[str, str], consumer: str, object_type: str) -> None:
    engines = httpx.get(urls[consumer] + "/engines").json()["engines"]
    assert {engine["format"] for engine in engines if engine["default"]} == set(FORMATS)
    for engine in engines:
        assert set(engine["object_types"]) == set(OBJECT_TYPES), engine.get("failing")
        answer = httpx.post(
            f"{urls[consumer]}/decode/{engine['format']}/{object_type}", params={"engine": engine["name"]}, content=golden(object_type, engine["format"])
        )
        assert answer.content == golden(object_type, "JSON"), engine["name"]


DUMMY = golden("DummyObject", "JSON")
XML = golden("DummyObject", "XML")
BSON = golden("DummyObject", "BSON")

#: format, bytes, who refuses them
REFUSED: dict[str, tuple[str, bytes, str]] = {
    "json: empty": ("JSON", b"", "guard"),
    "json: 65 levels": ("JSON", b'{"a":' + b"[" * 64 + b"]" * 64 + b"}", "guard"),
    "json: 60,000 levels": ("JSON", b"[" * 60_000, "guard"),
    "json: not UTF-8 in a skipped string": ("JSON", b'{"x":"\xff"}', "guard"),
    "json: byte order mark": ("JSON", b"\xef\xbb\xbf" + DUMMY, "guard"),
    "json: null": ("JSON", b"null", "engine"),
    "json: array for the record": ("JSON", b"[]", "engine"),
    "json: text for an int": ("JSON", DUMMY.replace(b'"age":29', b'"age":"29"'), "engine"),
    "json: fraction for an int": ("JSON", DUMMY.replace(b'"age":29', b'"age":29.5'), "engine"),
    "json: int over 32 bits": ("JSON", DUMMY.replace(b'"age":29', b'"age":4294967325'), "engine"),
    "json: null for text": ("JSON", DUMMY.replace(b'"blue"', b"null"), "engine"),
    "json: null in a list": ("JSON", DUMMY.replace(b'"minim"', b"null"), "engine"),
    "json: number for text": ("JSON", DUMMY.replace(b'"blue"', b"5"), "engine"),
    "json: repeated field": ("JSON", DUMMY.replace(b'"age":29', b'"age":29,"age":29'), "engine"),
    "json: unknown field": ("JSON", DUMMY.replace(b'"age":29', b'"age":29,"x":{}'), "engine"),
    "json: missing field": ("JSON", DUMMY.replace(b'"age":29,', b""), "engine"),
    "json: trailing text": ("JSON", DUMMY + b"x", "engine"),
    "xml: doctype": ("XML", b"<!DOCTYPE DummyObject>" + XML, "guard"),
    "xml: external entity": ("XML", b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "guard"),
    "xml: 65 levels": ("XML", b"<a>" * 65 + b"</a>" * 65, "guard"),
    "xml: not UTF-8": ("XML", XML.replace(b"blue", b"\xe9"), "guard"),
    "xml: UTF-16": ("XML", XML.decode().encode("utf-16"), "guard"),
    "xml: unknown field": ("XML", XML.replace(b"<age>", b"<x>1</x><age>"), "engine"),
    "xml: missing field": ("XML", XML.replace(b"<age>29</age>", b""), "engine"),
    "xml: text for an int": ("XML", XML.replace(b"<age>29</age>", b"<age>x</age>"), "engine"),
    "xml: empty int": ("XML", XML.replace(b"<age>29</age>", b"<age></age>"), "engine"),
    "xml: cut": ("XML", XML.removesuffix(b"</DummyObject>"), "engine"),
    "xml: cut in a tag": ("XML", XML[:-1], "guard"),
    "bson: 14 KB of nested documents": ("BSON", nested_bson(1750), "guard"),
    "bson: 65 levels": ("BSON", nested_bson(65), "guard"),
    "bson: binary of 2 GiB in 27 bytes": ("BSON", struct.pack("<i", 27) + b"\x05_id\0" + struct.pack("<i", 2**31 - 1) + b"\0" + b"x" * 12 + b"\0", "guard"),
    "bson: binary of negative length": ("BSON", struct.pack("<i", 27) + b"\x05_id\0" + struct.pack("<i", -5) + b"\0" + b"x" * 12 + b"\0", "guard"),
    "bson: trailing bytes": ("BSON", BSON + b"\0", "guard"),
    "bson: cut": ("BSON", BSON[:-1], "guard"),
    "bson: regular expression": ("BSON", struct.pack("<i", 13) + b"\x0ba\0(a\0i\0\0", "guard"),
    "bson: JavaScript": ("BSON", struct.pack("<i", 14) + b"\x0da\0" + struct.pack("<i", 2) + b"1\0\0", "guard"),
    "bson: boolean 2": ("BSON", BSON.replace(b"isActive\0\0", b"isActive\0\2"), "guard"),
    "bson: int64 that does not fit": ("BSON", BSON.replace(b"\x10age\0" + struct.pack("<i", 29), b"\x12age\0" + struct.pack("<q", 2**40 + 7)).replace(
        struct.pack("<i", len(BSON)), struct.pack("<i", len(BSON) + 4), 1), "engine"),
    "bson: double for an int": ("BSON", BSON.replace(b"\x10age\0" + struct.pack("<i", 29), b"\x01age\0" + struct.pack("<d", 29.5)).replace(
        struct.pack("<i", len(BSON)), struct.pack("<i", len(BSON) + 4), 1), "engine"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_hostile_and_wrong_bytes_are_refused_and_the_server_serves_on(urls: dict[str, str], consumer: str, case: str) -> None:
    format_name, body, refused_by = REFUSED[case]
    answer = httpx.post(f"{urls[consumer]}/decode/{format_name}/DummyObject", content=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "deserialize_failed"), answer.text
    assert answer.json()["refused_by"] == refused_by, answer.text
    assert httpx.get(urls[consumer] + "/health_check").status_code == 200


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_absent_list_is_an_empty_list_in_every_format(urls: dict[str, str], consumer: str) -> None:
    body = b'{"id":"a","index":0,"numbr":1}'
    answer = httpx.post(f"{urls[consumer]}/decode/JSON/1", content=body)
    assert answer.json() == {"id": "a", "index": 0, "numbr": 1, "coordinates": []}
    answer = httpx.post(f"{urls[consumer]}/decode/XML/1", content=b"<NumericObject><id>a</id><index>0</index><numbr>1</numbr></NumericObject>")
    assert answer.json() == {"id": "a", "index": 0, "numbr": 1, "coordinates": []}


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_body_over_the_cap_is_too_large_and_one_at_the_cap_is_read(urls: dict[str, str], consumer: str) -> None:
    padded = DUMMY + b" " * (65536 - len(DUMMY))
    assert httpx.post(f"{urls[consumer]}/decode/JSON/2", content=padded).content == DUMMY
    answer = httpx.post(f"{urls[consumer]}/decode/JSON/2", content=padded + b" ")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_engine_of_another_format_is_refused(urls: dict[str, str], consumer: str) -> None:
    engines = httpx.get(urls[consumer] + "/engines").json()["engines"]
    other = next(engine["name"] for engine in engines if engine["format"] == "XML")
    answer = httpx.post(f"{urls[consumer]}/decode/JSON/2", params={"engine": other}, content=DUMMY)
    assert (answer.status_code, answer.json()["field"]) == (400, "engine")
