"""The cases of BSON: one file a format, however long, so that a case has one place."""

from __future__ import annotations

import json
import struct
from typing import Any

import bson
from bson.int64 import Int64
from cases import LOG_JSON, ORDER_JSON, POLYGON_JSON, Case, Cases, once


def document(*elements: bytes) -> bytes:
    """A document around elements."""
    inside = b"".join(elements)
    return struct.pack("<i", len(inside) + 5) + inside + b"\0"


def element(kind: int, name: bytes, value: bytes = b"") -> bytes:
    return bytes([kind]) + name + b"\0" + value


def int32(name: bytes, value: int) -> bytes:
    return element(0x10, name, struct.pack("<i", value))


def int64(name: bytes, value: int) -> bytes:
    return element(0x12, name, struct.pack("<q", value))


def double(name: bytes, value: float) -> bytes:
    return element(0x01, name, struct.pack("<d", value))


def string(name: bytes, value: bytes) -> bytes:
    return element(0x02, name, struct.pack("<i", len(value) + 1) + value + b"\0")


def nested(levels: int, kind: int = 0x03) -> bytes:
    """Documents nested `levels` deep, the outermost included."""
    inner = document()
    for _ in range(levels - 1):
        inner = document(element(kind, b"a", inner))
    return inner


ID, INDEX, NUMBR = string(b"id", b"abc"), int32(b"index", 0), int32(b"numbr", 36)
TIMESTAMP, LATITUDE, LONGITUDE = (
    int64(b"timestamp", 7),
    double(b"latitude", 1.5),
    double(b"longitude", -2.5),
)


def coordinate(
    timestamp: bytes = TIMESTAMP, latitude: bytes = LATITUDE, longitude: bytes = LONGITUDE
) -> bytes:
    return document(timestamp, latitude, longitude)


def listed(*items: bytes) -> bytes:
    return element(0x04, b"coordinates", document(*items))


LIST = listed(element(0x03, b"0", coordinate()))


def numeric(
    *more: bytes,
    identity: bytes = ID,
    index: bytes = INDEX,
    numbr: bytes = NUMBR,
    coordinates: bytes = LIST,
) -> bytes:
    """A NumericObject, with other elements where they are given."""
    return document(identity, index, numbr, coordinates, *more)


def with_latitude(latitude: bytes) -> bytes:
    return numeric(coordinates=listed(element(0x03, b"0", coordinate(latitude=latitude))))


def with_timestamp(timestamp: bytes) -> bytes:
    return numeric(coordinates=listed(element(0x03, b"0", coordinate(timestamp=timestamp))))


DUMMY = document(
    string(b"_id", b"i"), int32(b"index", 0), string(b"guid", b"g"), element(0x08, b"isActive", b"\0"), double(b"balance", 2.5),
    string(b"picture", b"p"), int32(b"age", 29), string(b"eyeColor", b"blue"), string(b"name", b"n"), string(b"gender", b"f"),
    string(b"company", b"c"), string(b"email", b"e"), string(b"phone", b"1"), string(b"address", b"a"), string(b"about", b"b"),
    string(b"registered", b"r"), double(b"latitude", -6.25), double(b"longitude", 12.5),
    element(0x04, b"tags", document(string(b"0", b"x"), string(b"1", b"y"))),
    element(0x04, b"friends", document(element(0x03, b"0", document(int32(b"id", 0), string(b"name", b"K"))))),
    string(b"greeting", b"h"), string(b"favoriteFruit", b"apple"),
)  # fmt: skip


def dummy(old: bytes, new: bytes) -> bytes:
    """A DummyObject with one element changed."""
    changed = once(DUMMY, old, new)
    return struct.pack("<i", len(changed)) + changed[4:]


def guard(
    name: str, body: bytes, why: str, found_by: str = "by hand", object_type: str = "NumericObject"
) -> Case:
    return Case(object_type, name, body, "guard", why, found_by)


def reject() -> Cases:
    yield from lengths()
    yield from values()
    yield from depths()
    yield from kinds()
    yield from for_the_engine()
    yield from presences()


def lengths() -> Cases:
    whole = numeric()
    yield guard("empty", b"", "The body is empty.")
    for name, body in {
        "a length alone": b"\x05\0\0\0",
        "three bytes": b"\x05\0\0",
        "no NUL at the end": whole[:-1] + b"\x01",
        "cut by a byte": whole[:-1],
        "a byte after the document": whole + b"\0",
        "a second document": whole + whole,
        "a length too great by one": struct.pack("<i", len(whole) + 1) + whole[4:],
        "a length too small by one": struct.pack("<i", len(whole) - 1) + whole[4:],
        "a length of zero": bytes(4) + whole[4:],
        "a negative length": struct.pack("<i", -len(whole)) + whole[4:],
        "a length of 2 GiB": struct.pack("<i", 2**31 - 1) + whole[4:],
        "a length in big endian": struct.pack(">i", len(whole)) + whole[4:],
        "four bytes as a document": b"\x04\0\0\0",
        "text": b'{"id":"abc"}',
    }.items():
        yield guard(
            name,
            body,
            "The declared length is the body's, and its last byte is NUL.",
            "measured attack" if "after" in name else "by hand",
        )
    for name, inner in {
        "shorter than a document": b"\x04\0\0\0\0",
        "over its parent": struct.pack("<i", 6) + b"\0",
        "of 2 GiB": b"\xff\xff\xff\x7f\0",
        "that is negative": struct.pack("<i", -1) + b"\0",
        "behind its elements": b"\x06\0\0\0\0\0",
        "inside its elements": struct.pack("<i", 8) + int32(b"a", 0) + b"\0",
    }.items():
        yield guard(
            f"a list with a length {name}",
            numeric(coordinates=element(0x04, b"coordinates", inner)),
            "A nested length ends at its NUL inside its parent.",
        )
    yield guard(
        "a record with a wrong length",
        numeric(coordinates=listed(element(0x03, b"0", b"\x07" + coordinate()[1:]))),
        "A nested length ends at its NUL inside its parent.",
        "measured attack",
    )
    yield guard(
        "a nested document without NUL",
        numeric(element(0x03, b"x", b"\x05\0\0\0\x01")),
        "A nested document ends in NUL.",
    )
    yield guard(
        "an element's name that does not end",
        document(b"\x10abc"),
        "A name ends inside its document.",
    )
    yield guard("an element without a name", document(b"\x10"), "A name ends inside its document.")
    yield guard(
        "a NUL among the elements", numeric(b"\0"), "A NUL ends a document, and nothing follows it."
    )
    yield guard("a name that is not UTF-8", numeric(int32(b"\xff", 0)), "Names are UTF-8.")
    yield guard("a name with a surrogate", numeric(int32(b"\xed\xa0\x80", 0)), "Names are UTF-8.")


def values() -> Cases:
    for name, value in {
        "with a length of zero": b"\0\0\0\0abc\0",
        "with a negative length": b"\xff\xff\xff\xffabc\0",
        "with a length of 2 GiB": b"\xff\xff\xff\x7fabc\0",
        "with the least length": b"\0\0\0\x80abc\0",
        "with a length over its document": struct.pack("<i", 4000) + b"abc\0",
        "with a length too small": b"\x03\0\0\0abc\0",
        "without NUL": b"\x04\0\0\0abcd",
        "with a length cut short": b"\x04\0",
        "that is not UTF-8": b"\x04\0\0\0a\xffc\0",
        "with an overlong NUL": b"\x03\0\0\0\xc0\x80\0",
        "with a surrogate": b"\x04\0\0\0\xed\xa0\x80\0",
        "with a sequence cut by its NUL": b"\x03\0\0\0a\xe2\0",
    }.items():
        rule = (
            "A string's length is at least 1 and ends at its NUL inside its document; it is UTF-8."
        )
        yield guard(
            f"a string {name}", document(element(0x02, b"id", value), INDEX, NUMBR, LIST), rule
        )
    yield guard(
        "a string over its record",
        numeric(
            coordinates=listed(
                element(0x03, b"0", document(element(0x02, b"a", b"\x09\0\0\0abc\0")))
            )
        ),
        "A value lies inside its own document.",
    )
    yield guard(
        "an unknown string that is not UTF-8",
        numeric(string(b"x", b"\xff")),
        "Skipped strings are strings.",
    )
    for flag in (2, 0x7F, 0xFF):
        yield guard(
            f"boolean {flag}",
            dummy(b"isActive\0\0", b"isActive\0" + bytes([flag])),
            "A boolean is 0 or 1.",
            "measured attack",
            "DummyObject",
        )
    not_finite = {
        "NaN": b"\0\0\0\0\0\0\xf8\x7f",
        "negative NaN": b"\0\0\0\0\0\0\xf8\xff",
        "signalling NaN": b"\1\0\0\0\0\0\xf0\x7f",
    }
    for name, value in {
        **not_finite,
        "Infinity": b"\0\0\0\0\0\0\xf0\x7f",
        "minus Infinity": b"\0\0\0\0\0\0\xf0\xff",
    }.items():
        yield guard(
            name,
            with_latitude(element(0x01, b"latitude", value)),
            "A double is finite: JSON cannot write another.",
        )
    yield guard(
        "NaN in an unknown field",
        numeric(double(b"x", float("nan"))),
        "Skipped doubles are doubles.",
    )
    for name, kind, width in (
        ("int32", 0x10, 4),
        ("int64", 0x12, 8),
        ("double", 0x01, 8),
        ("boolean", 0x08, 1),
    ):
        yield guard(
            f"a {name} over its document",
            document(element(kind, b"a", b"\1" * (width - 1))),
            "A value lies inside its document, its NUL not counted.",
        )


def depths() -> Cases:
    deep = "At most 64 documents are open at once."
    yield guard("65 documents", nested(65), deep)
    yield guard("65 lists", nested(65, 0x04), deep)
    yield guard("65 documents in an unknown field", numeric(element(0x03, b"x", nested(64))), deep)
    yield guard(
        "14 KB of documents",
        nested(1750),
        "It ends the process of a library that recurses.",
        "measured attack",
    )
    yield guard(
        "64 KiB of documents",
        nested(8191),
        "The deepest that fits the largest body.",
        "measured attack",
    )
    yield guard("64 KiB of lists", nested(8191, 0x04), "The deepest that fits the largest body.")


def kinds() -> Cases:
    oid, text, nul = bytes(12), b"\x02\0\0\0a\0", b"\0"
    binary = "A library would take memory by the declared length."
    yield guard(
        "27 bytes with a binary of 2 GiB",
        document(element(0x05, b"_id", struct.pack("<iB", 2**31 - 1, 0) + b"x" * 12)),
        binary,
        "measured attack",
    )
    yield guard(
        "27 bytes with a binary of negative length",
        document(element(0x05, b"_id", struct.pack("<iB", -5, 0) + b"x" * 12)),
        binary,
        "measured attack",
    )
    for name, kind, value in (
        ("a binary", 0x05, b"\x03\0\0\0\0abc"),
        ("an empty binary", 0x05, b"\0\0\0\0\0"),
        ("undefined", 0x06, b""),
        ("an ObjectId", 0x07, oid),
        ("a datetime", 0x09, bytes(8)),
        ("null", 0x0A, b""),
        ("a regular expression", 0x0B, b"a*\0i\0"),
        ("a regular expression that does not compile", 0x0B, b"(\0\0"),
        ("a DBPointer", 0x0C, text + oid),
        ("JavaScript", 0x0D, text),
        ("a symbol", 0x0E, text),
        ("JavaScript with scope", 0x0F, struct.pack("<i", 4 + 6 + 5) + text + document()),
        ("a timestamp", 0x11, bytes(8)),
        ("a decimal128", 0x13, bytes(16)),
        ("the least key", 0xFF, b""),
        ("the greatest key", 0x7F, b""),
        ("a type that nobody defined", 0x14, bytes(8)),
        ("type 0x80", 0x80, nul),
    ):
        yield guard(
            f"{name} in an unknown field",
            numeric(element(kind, b"x", value)),
            "Objects hold doubles, strings, documents, arrays, booleans, int32 and int64.",
        )
    yield guard(
        "an ObjectId for a text",
        dummy(string(b"_id", b"i"), element(0x07, b"_id", oid)),
        "No object needs the type; some libraries make a text of it.",
        "by hand",
        "DummyObject",
    )
    yield guard("null for a text", numeric(identity=element(0x0A, b"id")), "No field is null.")
    yield guard(
        "null for a list", numeric(coordinates=element(0x0A, b"coordinates")), "No field is null."
    )
    yield guard(
        "a datetime for an int64",
        with_timestamp(element(0x09, b"timestamp", bytes(8))),
        "No object needs the type; some libraries make a number of it.",
    )
    yield guard(
        "a symbol for a text",
        numeric(identity=element(0x0E, b"id", b"\x04\0\0\0abc\0")),
        "No object needs the type; some libraries make a text of it.",
    )


def for_the_engine() -> Cases:
    for name, body, why in (
        ("no elements", document(), "Fields are missing."),
        ("a field missing", document(ID, NUMBR, LIST), "Every field but a list is required."),
        ("a field missing in a nested record", numeric(coordinates=listed(element(0x03, b"0", document(LATITUDE, LONGITUDE)))), "Every field but a list is required."),
        ("a field twice", numeric(INDEX), "A field comes once."),
        ("a list twice", numeric(LIST), "A field comes once."),
        ("a field twice in a nested record", with_timestamp(TIMESTAMP + TIMESTAMP), "A field comes once."),
        ("an unknown field", numeric(int32(b"x", 0)), "Unknown fields are refused."),
        ("an unknown field in a nested record", with_timestamp(TIMESTAMP + int32(b"x", 0)), "Unknown fields are refused."),
        ("an unknown field with an empty name", numeric(int32(b"", 0)), "Unknown fields are refused."),
        ("a field in capitals", numeric(index=int32(b"INDEX", 0)), "Names are compared byte for byte."),
        ("a field named record", numeric(int32(b"record", 0)), "Unknown fields are refused."),
        ("64 documents", numeric(element(0x03, b"x", nested(63))), "The field is unknown, and what is in it does not matter."),
        ("an int64 over 32 bits for an int32", numeric(index=int64(b"index", 2**40 + 7)), "It does not fit, and cut to 32 bits it would be 7."),
        ("an int64 of 2147483648 for an int32", numeric(index=int64(b"index", 2**31)), "It does not fit."),
        ("an int64 of -2147483649 for an int32", numeric(index=int64(b"index", -(2**31) - 1)), "It does not fit."),
        ("a double for an int32", numeric(index=double(b"index", 0.0)), "A double is no integer, whatever its value."),
        ("a double for an int64", with_timestamp(double(b"timestamp", 7.0)), "A double is no integer, whatever its value."),
        ("a text for an int32", numeric(index=string(b"index", b"0")), "A text is no integer."),
        ("a boolean for an int32", numeric(index=element(0x08, b"index", b"\1")), "A boolean is no integer."),
        ("a text for a double", with_latitude(string(b"latitude", b"1.5")), "A text is no double."),
        ("a boolean for a double", with_latitude(element(0x08, b"latitude", b"\1")), "A boolean is no double."),
        ("an int32 for a text", numeric(identity=int32(b"id", 1)), "A number is no text."),
        ("a boolean for a text", numeric(identity=element(0x08, b"id", b"\1")), "A boolean is no text."),
        ("a double for a text", numeric(identity=double(b"id", 1.0)), "A number is no text."),
        ("a document for a text", numeric(identity=element(0x03, b"id", document())), "A document is no text."),
        ("a list for a text", numeric(identity=element(0x04, b"id", document(string(b"0", b"abc")))), "A list of one is not the one."),
        ("a document for a list", numeric(coordinates=element(0x03, b"coordinates", document(element(0x03, b"0", coordinate())))), "A document is no list, whatever its names."),
        ("a list for a record", numeric(coordinates=listed(element(0x04, b"0", document(int64(b"0", 7), double(b"1", 1.5), double(b"2", -2.5))))), "Some libraries read a list as a record by the order of fields."),
        ("a record for a list of records", numeric(coordinates=element(0x03, b"coordinates", coordinate())), "One is not a list of one."),
        ("a text for a list", numeric(coordinates=string(b"coordinates", b"abc")), "A text is no list."),
        ("an int32 in a list of records", numeric(coordinates=listed(int32(b"0", 7))), "A list holds what the schema says."),
    ):  # fmt: skip
        yield Case("NumericObject", name, body, "engine", why)
    for name, value in {
        "an int32": int32(b"isActive", 1),
        "a text": string(b"isActive", b"true"),
        "a double": double(b"isActive", 0.0),
    }.items():
        yield Case(
            "DummyObject",
            f"{name} for a boolean",
            dummy(element(0x08, b"isActive", b"\0"), value),
            "engine",
            "It is no boolean.",
        )
    behind = "A field comes once, also behind a list of texts, for which some libraries take a short cut."
    greeting = string(b"greeting", b"h")
    for name, again in {
        "a field again": string(b"name", b"n"),
        "a field twice": greeting,
        "a list again": element(0x04, b"tags", document()),
    }.items():
        yield Case(
            "DummyObject",
            f"{name} behind a list of texts",
            dummy(greeting, again + greeting),
            "engine",
            behind,
        )
    yield Case(
        "DummyObject",
        "a number in a list of texts",
        dummy(
            document(string(b"0", b"x"), string(b"1", b"y")),
            document(string(b"0", b"x"), int32(b"1", 5)),
        ),
        "engine",
        "A number is no text.",
    )


def changed(of: bytes, **fields: Any) -> bytes:
    """The object of this JSON with other values in these fields, or without those that are `...`."""
    value = {**json.loads(of), **fields}
    return bson.encode(
        {
            name: Int64(held) if name in ("number", "event.duration") else held
            for name, held in value.items()
            if held is not ...
        }
    )


def presences() -> Cases:
    """What is optional or nullable, and what holds texts of a few or of any names."""
    failure = json.loads(LOG_JSON)["error"]
    for kind, name, body, who, why in (
        ("Order", "null for an optional text", changed(ORDER_JSON, shippedAt=None), "guard", "A type without a nullable field has no null."),
        ("Order", "an int32 for an optional text", changed(ORDER_JSON, shippedAt=7), "engine", "A number is no text."),
        ("Order", "no value of the enumeration", changed(ORDER_JSON, status="lost"), "engine", "An enumeration holds one of its texts."),
        ("Order", "an int32 for an enumeration", changed(ORDER_JSON, status=1), "engine", "A number is no text."),
        ("Order", "a document for an enumeration", changed(ORDER_JSON, status={"paid": "x"}), "engine", "A document is no text."),
        ("Order", "an empty document for a record", changed(ORDER_JSON, shipping={}), "engine", "An optional record has its fields where it is."),
        ("LogLine", "no nullable field", changed(LOG_JSON, error=...), "engine", "A nullable field is there, with a value or null."),
        ("LogLine", "null for a text", changed(LOG_JSON, message=None), "engine", "It may not be null."),
        ("LogLine", "null for a map", changed(LOG_JSON, labels=None), "engine", "It may not be null."),
        ("LogLine", "null in a map", changed(LOG_JSON, labels={"a": None}), "engine", "A map's values may not be null."),
        ("LogLine", "null in a list", changed(LOG_JSON, error={**failure, "frames": [None]}), "engine", "A list's items may not be null."),
        ("LogLine", "an int32 in a map", changed(LOG_JSON, labels={"a": 1}), "engine", "A number is no text."),
        ("LogLine", "a list for a map", changed(LOG_JSON, labels=["x"]), "engine", "A list is no map, whatever its names."),
        ("LogLine", "no map", changed(LOG_JSON, labels=...), "engine", "A map that is absent is no empty one."),
        ("LogLine", "null for an optional int32", changed(LOG_JSON, **{"http.response.status_code": None}), "engine", "An optional field is there with a value, or not at all."),
        ("Polygon", "a double for an inner list", changed(POLYGON_JSON, coordinates=[[1.5]]), "engine", "One is not a list of one."),
        ("Polygon", "a document for an inner list", changed(POLYGON_JSON, coordinates=[[{"0": 1.5}]]), "engine", "A document is no list, whatever its names."),
    ):  # fmt: skip
        yield Case(kind, name, body, "guard" if who == "guard" else "engine", why)
    twice = once(
        changed(LOG_JSON, labels={"a": "x", "b": "y"}), string(b"b", b"y"), string(b"a", b"y")
    )
    yield Case("LogLine", "a key twice", twice, "engine", "A key comes once.")
    many = changed(LOG_JSON, labels={f"{key:x}": "" for key in range(4097)})
    yield Case(
        "LogLine", "4097 keys", many, "guard", "Over all open maps 4096 keys are known at once."
    )
    yield Case(
        "NumericObject",
        "no list",
        document(ID, INDEX, NUMBR),
        "engine",
        "In XML alone an absent list is an empty one.",
    )


def accept() -> Cases:
    for name, body, why in (
        ("every field", numeric(), "The plain object."),
        ("other order of fields", document(LIST, NUMBR, INDEX, ID), "Fields may come in any order."),
        ("empty list", numeric(coordinates=listed()), "A list may be empty."),
        ("list indices out of order", numeric(coordinates=listed(*(element(0x03, i, coordinate()) for i in (b"7", b"3")))), "The order in the bytes is the order."),
        ("list indices that are no numbers", numeric(coordinates=listed(element(0x03, b"x", coordinate()))), "Nobody reads the names of a list's elements."),
        ("an int64 that fits an int32", numeric(index=int64(b"index", 2**31 - 1)), "It fits."),
        ("the least int64 that fits an int32", numeric(index=int64(b"index", -(2**31))), "It fits."),
        ("an int32 for an int64", with_timestamp(int32(b"timestamp", -7)), "It fits."),
        ("an int32 for a double", with_latitude(int32(b"latitude", 3)), "An integer is a number."),
        ("an int64 for a double", with_latitude(int64(b"latitude", 2**53)), "An integer is a number."),
        ("the least int32", numeric(numbr=int32(b"numbr", -(2**31))), "The width of the schema is all there is."),
        ("the greatest int32", numeric(numbr=int32(b"numbr", 2**31 - 1)), "The width of the schema is all there is."),
        ("the least int64", with_timestamp(int64(b"timestamp", -(2**63))), "The width of the schema is all there is."),
        ("the greatest int64", with_timestamp(int64(b"timestamp", 2**63 - 1)), "The width of the schema is all there is."),
        ("minus zero", with_latitude(double(b"latitude", -0.0)), "A double is read bit for bit."),
        ("the smallest double", with_latitude(double(b"latitude", 5e-324)), "A double is read bit for bit."),
        ("the greatest double", with_latitude(double(b"latitude", 1.7976931348623157e308)), "A double is read bit for bit."),
        ("an empty text", numeric(identity=string(b"id", b"")), "A text may be empty."),
        ("all of Unicode", numeric(identity=string(b"id", "é ü ß 日本語 🚀 \u0301 \u200b \u202e \uffff \U0010ffff".encode())), "A text may hold it."),
        ("NUL in a text", numeric(identity=string(b"id", b"a\0b")), "The length says where a string ends."),
        ("control characters in a text", numeric(identity=string(b"id", bytes(range(1, 32)) + b"\x7f")), "A text may hold it."),
        ("a text of 60000 bytes", numeric(identity=string(b"id", b"x" * 60000)), "A text has no limit but the body's."),
        ("hundreds of records", numeric(coordinates=listed(*(element(0x03, b"%d" % i, coordinate()) for i in range(900)))), "Documents that closed do not count as open."),
    ):  # fmt: skip
        yield Case("NumericObject", name, body, None, why)
    yield Case("DummyObject", "every field", DUMMY, None, "The plain object.")
    yield Case(
        "DummyObject",
        "boolean 1",
        dummy(b"isActive\0\0", b"isActive\0\1"),
        None,
        "A boolean is 0 or 1.",
    )
    for kind, name, body, why in (
        ("Order", "every field", changed(ORDER_JSON), "The plain object."),
        ("Order", "nothing optional", changed(ORDER_JSON, shippedAt=...), "What is optional may be absent."),
        ("Order", "a whole double", changed(ORDER_JSON, total=7.0), "A double may be whole."),
        ("LogLine", "every field", changed(LOG_JSON), "The plain object."),
        ("LogLine", "null for a nullable record", changed(LOG_JSON, error=None), "It may be null."),
        ("LogLine", "4096 keys", changed(LOG_JSON, labels={f"{key:x}": "" for key in range(4096)}), "Over all open maps 4096 keys are known at once."),
        ("LogLine", "an empty map", changed(LOG_JSON, labels={}), "A map may be empty."),
        ("LogLine", "any keys", changed(LOG_JSON, labels={"": "a", "🚀": "b", "\uff5e": "c", "$id": "d", "a.b": "e"}), "A key is any text."),
        ("Polygon", "every field", changed(POLYGON_JSON), "The plain object."),
        ("Polygon", "empty inner lists", changed(POLYGON_JSON, coordinates=[[], [[]]]), "An inner list may be empty."),
    ):  # fmt: skip
        yield Case(kind, name, body, None, why)
