"""Bodies made to cost the guard itself much: as long as the default cap lets pass, in each format that says them, of an object type that they suit.

Most pass the guard, so that it must read them whole; what an engine makes of them does not matter here.
"""

from __future__ import annotations

import itertools
import json
import re
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .failures import golden
from .row import MAX_OBJECT_BYTES

FORMATS = ("JSON", "BSON", "XML")
#: What makes a body end in a fault has room behind it.
ROOM = MAX_OBJECT_BYTES - 64


@dataclass(frozen=True)
class GuardBody:
    """A body of a format and an object type, and whether the guard lets it pass."""

    name: str
    format: str
    object_type: str
    body: bytes
    passes: bool

    @property
    def faulted(self) -> bytes:
        """The body with a fault behind all that the guard reads, so that no engine sees it; itself where it has one."""
        if not self.passes:
            return self.body
        return self.body + b"x" if self.format != "BSON" else _document(self.body[4:-1] + b"\x0ano field\0")


def sound(root: Path, format_name: str) -> GuardBody:
    """What all others are compared with: a person with as many friends as fit."""
    friend = {"JSON": b'{"id":7,"name":"Lucas Kidd"},', "XML": b"<friends><id>7</id><name>Lucas Kidd</name></friends>"}
    in_bson = b"\x030\0" + _document(b"\x10id\0" + struct.pack("<i", 7) + _string(b"name", b"Lucas Kidd"))
    return _filled(root, "a sound body", format_name, "DummyObject.friends", itertools.repeat(friend.get(format_name, in_bson)))


def refused_at_once(format_name: str, length: int) -> bytes:
    """A body of a length of which the guard reads the first byte: what it takes is the way to it."""
    return (b"\0" if format_name == "BSON" else b"\xff") * length


def guard_bodies(root: Path) -> list[GuardBody]:
    """All of them."""
    parts = (_keys, _names, _depths, _widths, _texts, _numbers, _spaces)
    return [one for part in parts for one in part(root)]


def _keys(root: Path) -> Iterator[GuardBody]:
    for format_name in ("JSON", "BSON"):
        for name, keys, passes in _many_keys():
            entries = map(_entry[format_name], keys)
            yield _filled(root, name, format_name, "LogLine.labels", entries, passes=passes)
        longest = _room(root, format_name, "LogLine.labels") - 16
        yield _filled(root, "one key", format_name, "LogLine.labels", [_entry[format_name](b"k" * longest)])
    most = _room(root, "JSON", "LogLine.labels")
    yield _filled(root, "keys of escapes", "JSON", "LogLine.labels", (_json_entry(_escaped(f"{n:02x}")) for n in range(4096)))
    yield _filled(root, "one key of escapes", "JSON", "LogLine.labels", [_json_entry(_escaped("k" * (most // 6 - 3)))])
    twice = [_json_entry(b"k" * (most // 7 - 4)), _json_entry(_escaped("k" * (most // 7 - 4)))]
    yield _filled(root, "one key, then the same in escapes", "JSON", "LogLine.labels", twice, passes=False)


def _many_keys() -> Iterator[tuple[str, Iterable[bytes], bool]]:
    yield "4,096 keys", (b"%x" % n for n in range(4096)), True
    yield "4,097 keys", (b"%x" % n for n in range(4097)), False
    yield "keys with equal first bytes", (b"same1234%03x" % n for n in range(3000)), True
    yield "keys with equal last bytes", (b"%03xsame1234" % n for n in range(3000)), True
    yield "keys that differ in one late byte", (b"k" * 500 + bytes([n]) for n in range(33, 127) if n not in b'"\\'), True
    yield "keys of one String.hashCode", (b"".join(pairs) for pairs in itertools.product((b"Aa", b"BB"), repeat=11)), True
    # Those of a polynomial over seven bytes at a time, at the point 1.
    mirrored = (bytes(letters) + b"sum_" + bytes(219 - letter for letter in letters) for letters in itertools.product(range(97, 123), repeat=3))
    yield "keys of one sum", (b"sum_" + key for key in itertools.islice(mirrored, 3000)), True


def _json_entry(key: bytes) -> bytes:
    return b'"' + key + b'":"",'


def _bson_entry(key: bytes) -> bytes:
    return b"\x02" + key + b"\0" + struct.pack("<i", 1) + b"\0"


_entry: dict[str, Callable[[bytes], bytes]] = {"JSON": _json_entry, "BSON": _bson_entry}


def _names(root: Path) -> Iterator[GuardBody]:
    long = b"registered" + b"x" * (ROOM - 100)
    alike = [b"registere" + bytes([97 + n % 3]) for n in range(ROOM // 18)]
    bodies = {
        "JSON": {
            "one name": b'{"' + long + b'":""}',
            "one name of escapes": b'{"' + _escaped("registered" + "x" * (ROOM // 6 - 20)) + b'":""}',
            "one name that does not end": b'{"' + long,
            "one field again and again": b'{"registered":"",' * (ROOM // 17),
            "names that end in another byte": b"{" + b",".join(b'"%s":""' % name for name in alike) + b"}",
        },
        "BSON": {
            "one name": _document(b"\x0a" + long + b"\0"),
            "one name that does not end": _document(b"\x0a" + long),
            "one field again and again": _document(_string(b"registered", b"") * (ROOM // 17 - 1)),
            "names that end in another byte": _document(b"".join(_string(name, b"") for name in alike)),
        },
        "XML": {
            "one name": b"<DummyObject><" + long + b"/></DummyObject>",
            "one name that does not end": b"<DummyObject><" + long,
            "one end tag that does not end": b"<DummyObject><registered></" + long,
            "one field again and again": b"<DummyObject>" + b"<registered></registered>" * (ROOM // 25 - 1),
            "names that end in another byte": b"<DummyObject>" + b"".join(b"<%s/>" % name for name in alike),
        },
    }
    for format_name, named in bodies.items():
        for name, body in named.items():
            yield GuardBody(name, format_name, "DummyObject", body, passes=False)


def _depths(root: Path) -> Iterator[GuardBody]:
    yield GuardBody("lists in lists", "JSON", "Tree", b'{"children":' + b"[" * (ROOM - 20), passes=False)
    yield GuardBody("records in lists in records", "JSON", "Tree", b'{"children":[' * (ROOM // 13), passes=False)
    yield GuardBody("records in lists in records", "XML", "Tree", b"<Tree>" + b"<children>" * (ROOM // 10 - 1), passes=False)
    yield GuardBody("records in lists in records", "BSON", "Tree", _nested((b"\x04children\0", b"\x030\0")), passes=False)
    yield GuardBody("maps in maps", "JSON", "LogLine", b'{"labels":' + b'{"k":' * (ROOM // 5 - 2), passes=False)
    yield GuardBody("maps in maps", "BSON", "LogLine", _nested((b"\x03labels\0", b"\x03k\0")), passes=False)


def _nested(elements: tuple[bytes, bytes]) -> bytes:
    """One element inside the other in turn, the first outermost, as deep as fits."""
    heads, length = [elements[0]], 10 + len(elements[0])
    while length + 5 + len(elements[len(heads) % 2]) <= ROOM:
        heads.append(elements[len(heads) % 2])
        length += 5 + len(heads[-1])
    body = _document(b"")
    for head in reversed(heads):
        body = _document(head + body)
    return body


def _widths(root: Path) -> Iterator[GuardBody]:
    empty = {"JSON": b'"",', "BSON": _string(b"", b""), "XML": b"<tags/>"}
    for format_name in FORMATS:
        yield _filled(root, "empty items", format_name, "DummyObject.tags", itertools.repeat(empty[format_name]))
    numbers = [b'"longitude":1,', b'"latitude":1,', b'"timestamp":1']
    reversed_ = {
        "JSON": b"{" + b"".join(numbers) + b"},",
        "BSON": b"\x03\0" + _document(b"".join(b"\x10" + name + b"\0" + struct.pack("<i", 1) for name in (b"longitude", b"latitude", b"timestamp"))),
        "XML": b"<coordinates><longitude>1</longitude><latitude>1</latitude><timestamp>1</timestamp></coordinates>",
    }
    for format_name in FORMATS:
        yield _filled(root, "records with their fields in reverse", format_name, "NumericObject.coordinates", itertools.repeat(reversed_[format_name]))
    one = _string(b"n" * (_room(root, "BSON", "DummyObject.tags") - 16), b"")
    yield _filled(root, "one item's name", "BSON", "DummyObject.tags", [one])


def _texts(root: Path) -> Iterator[GuardBody]:
    texts = {
        "a text of two bytes a character": "é",
        "a text of three bytes a character": "\uff5e",
        "a text of four bytes a character": "\U0001f600",
        "a text of ASCII and others in turn": "aé",
        "a text of line feeds": "\n",
        "a text of closing brackets": "]",
        "a text of greater-than signs": ">",
    }
    for format_name, (name, text) in itertools.product(FORMATS, texts.items()):
        yield _text(root, name, format_name, text.encode() if (format_name, text) != ("JSON", "\n") else rb"\n")
    for format_name in FORMATS:
        yield _text(root, "a text whose last byte is no UTF-8", format_name, b"a", b"\xff", passes=False)
    for name, unit in (("escapes of letters", rb"\u0061"), ("escapes of NUL", rb"\u0000"), ("escapes of surrogates", rb"\ud83d\ude00")):
        yield _text(root, f"a text of {name}", "JSON", unit)
    yield _text(root, "escapes of surrogates, the last one alone", "JSON", rb"\ud83d\ude00", rb"\ud83d", passes=False)
    for name, unit in (("references by name", b"&amp;"), ("references by number", b"&#97;"), ("longest references", b"&#x0001F600;")):
        yield _text(root, f"a text of {name}", "XML", unit)
    yield _text(root, "references, the last one to an entity of its own", "XML", b"&#97;", b"&lol;", passes=False)
    yield GuardBody(
        "a text of 2 GiB by its length", "BSON", "DummyObject", _document(b"\x02about\0" + struct.pack("<i", 2**31 - 1) + b"a" * (ROOM - 100)), passes=False
    )


def _text(root: Path, name: str, format_name: str, unit: bytes, last: bytes = b"", *, passes: bool = True) -> GuardBody:
    """A text of a unit as often as it fits."""
    field = "DummyObject.about"
    room = _room(root, format_name, field) - 32 - len(last)
    text = unit * (room // len(unit)) + last
    whole = {"JSON": b'"' + text + b'"', "BSON": _string(b"about", text), "XML": b"<about>" + text + b"</about>"}[format_name]
    return GuardBody(name, format_name, "DummyObject", _with(root, format_name, field, whole), passes)


def _numbers(root: Path) -> Iterator[GuardBody]:
    for format_name in ("JSON", "XML"):
        for name, number in (("integer", "1" * ROOM), ("fraction", "0." + "0" * ROOM), ("exponent", "1e" + "0" * ROOM)):
            field = "DummyObject.index" if name == "integer" else "DummyObject.balance"
            digits = number[: _room(root, format_name, field) - 40].encode()
            whole = digits if format_name == "JSON" else b"<%s>%s</%s>" % (tag := field.split(".")[1].encode(), digits, tag)
            yield GuardBody(f"one number, long in its {name}", format_name, "DummyObject", _with(root, format_name, field, whole), passes=False)


def _spaces(root: Path) -> Iterator[GuardBody]:
    for format_name, mark in (("JSON", b',"'), ("XML", b"><")):
        whole = golden(root, f"DummyObject.{format_name.lower()}")
        room = ROOM - len(whole)
        each = (b" \n\t" * room)[: room // whole.count(mark)]
        spaced = whole.replace(mark, mark[:1] + each + mark[1:])
        yield GuardBody("white space before every field", format_name, "DummyObject", spaced, passes=True)
        yield GuardBody("white space in one place", format_name, "DummyObject", b" " * room + whole, passes=True)


def _filled(root: Path, name: str, format_name: str, field: str, units: Iterable[bytes], *, passes: bool = True) -> GuardBody:
    """A body whose list, map or text holds as many units as fit."""
    room = _room(root, format_name, field)
    fitting = itertools.takewhile(lambda so_far: so_far <= room, itertools.accumulate(map(len, units := list(itertools.islice(units, room)))))
    whole = _value(format_name, field, b"".join(units[: len(list(fitting))]))
    return GuardBody(name, format_name, field.split(".")[0], _with(root, format_name, field, whole), passes)


def _value(format_name: str, field: str, inside: bytes) -> bytes:
    """A field's list or map, with its name where the format writes it in one piece with the value."""
    name, is_map = field.split(".")[1].encode(), field == "LogLine.labels"
    if format_name == "JSON":
        return (b"{%s}" if is_map else b"[%s]") % inside.removesuffix(b",")
    return inside if format_name == "XML" else (b"\x03" if is_map else b"\x04") + name + b"\0" + _document(inside)


@cache
def _room(root: Path, format_name: str, field: str) -> int:
    """How many bytes the inside of a field may have."""
    return ROOM - len(_with(root, format_name, field, _value(format_name, field, b"")))


def _with(root: Path, format_name: str, field: str, whole: bytes) -> bytes:
    """The canonical object, but that this field is another."""
    object_type, name = field.split(".")
    body = golden(root, f"{object_type}.{format_name.lower()}")
    start, end = _span(format_name, body, name.encode())
    changed = body[:start] + whole + body[end:]
    return changed if format_name != "BSON" else _document(changed[4:-1])


def _span(format_name: str, body: bytes, name: bytes) -> tuple[int, int]:
    """Where a field stands: its value in JSON, all of it elsewhere."""
    if format_name == "JSON":
        start = body.index(b'"%s":' % name) + len(name) + 3
        _, length = json.JSONDecoder().raw_decode(body[start:].decode())
        return start, start + len(body[start:].decode()[:length].encode())
    if format_name == "XML":
        return body.index(b"<%s>" % name), body.rindex(b"</%s>" % name) + len(name) + 3
    start = re.search(rb"[\x02\x03\x04]" + re.escape(name) + rb"\0", body, re.DOTALL).start()  # type: ignore[union-attr]
    value = start + len(name) + 2
    return start, value + int.from_bytes(body[value : value + 4], "little") + (4 if body[start] == 2 else 0)


def _string(name: bytes, text: bytes) -> bytes:
    return b"\x02" + name + b"\0" + struct.pack("<i", len(text) + 1) + text + b"\0"


def _document(elements: bytes) -> bytes:
    return struct.pack("<i", len(elements) + 5) + elements + b"\0"


def _escaped(text: str) -> bytes:
    return "".join(f"\\u{ord(character):04x}" for character in text).encode()
