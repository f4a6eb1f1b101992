"""Bodies that cost the guard itself much, as long as the default cap lets pass, by format.

Most pass the guard, so that it must read them whole; what an engine makes of them is no matter.
"""

from __future__ import annotations

import itertools
import json
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench_driver.model.formats import USUAL

from ..tables import table
from .failures import MAX_OBJECT_BYTES, golden

#: Those whose guards read a body.
FORMATS = USUAL
#: A fault has room behind it.
ROOM = MAX_OBJECT_BYTES - 64


@dataclass(frozen=True)
class GuardBody:
    """A body, and whether the guard lets it pass."""

    name: str
    format: str
    object_type: str
    body: bytes
    passes: bool

    @property
    def faulted(self) -> bytes:
        """The body with a fault behind all that the guard reads, so that no engine sees it."""
        if not self.passes:
            return self.body
        fault = b"\x0ano field\0"
        return self.body + b"x" if self.format != "BSON" else _document(self.body[4:-1] + fault)


def _latin(text: str) -> bytes:
    return text.encode("latin-1")


def refused_at_once(format_name: str, length: int) -> bytes:
    """A body of which the guard reads the first byte: what it takes is the way to it."""
    return (b"\0" if format_name == "BSON" else b"\xff") * length


def _document(elements: bytes) -> bytes:
    return struct.pack("<i", len(elements) + 5) + elements + b"\0"


def _string(name: bytes, text: bytes) -> bytes:
    return b"\x02" + name + b"\0" + struct.pack("<i", len(text) + 1) + text + b"\0"


def _int(name: bytes, number: int) -> bytes:
    return b"\x10" + name + b"\0" + struct.pack("<i", number)


def _escaped(text: str) -> bytes:
    return "".join(f"\\u{ord(character):04x}" for character in text).encode()


def _key(format_name: str, key: bytes) -> bytes:
    return b'"' + key + b'":"",' if format_name == "JSON" else _string(key, b"")


_FRIEND = _int(b"id", 7) + _string(b"name", b"Lucas Kidd")
_ORDER = (b"longitude", b"latitude", b"timestamp")
#: Items of a list, by format.
_FRIENDS = {
    "JSON": b'{"id":7,"name":"Lucas Kidd"},',
    "BSON": b"\x030\0" + _document(_FRIEND),
    "XML": b"<friends><id>7</id><name>Lucas Kidd</name></friends>",
}
_EMPTY = {"JSON": b'"",', "BSON": _string(b"", b""), "XML": b"<tags/>"}
_REVERSED = {
    "JSON": b"{" + b",".join(b'"%s":1' % name for name in _ORDER) + b"},",
    "BSON": b"\x03\0" + _document(b"".join(_int(name, 1) for name in _ORDER)),
    "XML": b"<coordinates>%s</coordinates>"
    % b"".join(b"<%s>1</%s>" % (name, name) for name in _ORDER),
}


def sound(root: Path, format_name: str) -> GuardBody:
    """What all others are compared with: a person with as many friends as fit."""
    friends = itertools.repeat(_FRIENDS[format_name])
    return _filled(root, "a sound body", format_name, "DummyObject.friends", friends)


def guard_bodies(root: Path) -> list[GuardBody]:
    """All of them."""
    return [*_keys(root), *_refused(), *_items(root), *_texts(root), *_spaces(root)]


def _keys(root: Path) -> Iterator[GuardBody]:
    labels = "LogLine.labels"
    for format_name in ("JSON", "BSON"):
        longest = b"k" * (_room(root, format_name, labels) - 16)
        for name, keys, passes in [*_many_keys(), ("one key", [longest], True)]:
            entries = (_key(format_name, key) for key in keys)
            yield _filled(root, name, format_name, labels, entries, passes=passes)
    most = _room(root, "JSON", labels)
    plain, escaped = b"k" * (most // 7 - 4), _escaped("k" * (most // 7 - 4))
    for name, keys, passes in (
        ("keys of escapes", [_escaped(f"{n:02x}") for n in range(4096)], True),
        ("one key of escapes", [_escaped("k" * (most // 6 - 3))], True),
        ("one key, then the same in escapes", [plain, escaped], False),
    ):
        entries = (_key("JSON", key) for key in keys)
        yield _filled(root, name, "JSON", labels, entries, passes=passes)


def _many_keys() -> Iterator[tuple[str, Iterable[bytes], bool]]:
    yield "4,096 keys", (b"%x" % n for n in range(4096)), True
    yield "4,097 keys", (b"%x" % n for n in range(4097)), False
    yield "keys with equal first bytes", (b"same1234%03x" % n for n in range(3000)), True
    yield "keys with equal last bytes", (b"%03xsame1234" % n for n in range(3000)), True
    late = (b"k" * 500 + bytes([n]) for n in range(33, 127) if n not in b'"\\')
    yield "keys that differ in one late byte", late, True
    pairs = map(b"".join, itertools.product((b"Aa", b"BB"), repeat=11))
    yield "keys of one String.hashCode", pairs, True
    # Those of a polynomial over seven bytes at a time, at the point 1.
    triples = itertools.islice(itertools.product(range(97, 123), repeat=3), 3000)
    mirrored = (b"sum_%bsum_%b" % (bytes(one), bytes(219 - n for n in one)) for one in triples)
    yield "keys of one sum", mirrored, True


def _refused() -> Iterator[GuardBody]:
    for name, format_name, object_type, *parts in table(__file__, "repeated"):
        start, unit, end = map(_latin, parts)
        body = start + unit * ((ROOM - len(start) - len(end) - 5) // len(unit)) + end
        body = _document(body) if format_name == "BSON" else body
        yield GuardBody(name, format_name, object_type, body, passes=False)
    for name, object_type, *heads in table(__file__, "nested"):
        elements = [*map(_latin, heads)]
        times = (ROOM - 10) // (10 + sum(map(len, elements)))
        body = _document(b"")
        for head in reversed(elements * times):
            body = _document(head + body)
        yield GuardBody(name, "BSON", object_type, body, passes=False)


def _items(root: Path) -> Iterator[GuardBody]:
    in_reverse = "records with their fields in reverse"
    for name, field, items in (
        ("empty items", "DummyObject.tags", _EMPTY),
        (in_reverse, "NumericObject.coordinates", _REVERSED),
    ):
        for format_name in FORMATS:
            yield _filled(root, name, format_name, field, itertools.repeat(items[format_name]))
    tags = "DummyObject.tags"
    long = _string(b"n" * (_room(root, "BSON", tags) - 16), b"")
    yield _filled(root, "one item's name", "BSON", tags, [long])


def _texts(root: Path) -> Iterator[GuardBody]:
    for name, unit, formats, last in table(__file__, "texts"):
        for format_name in formats.split():
            parts = b"", _latin(unit), _latin(last)
            yield _text(root, name, format_name, "about", parts, passes=not last)
    for what, field, start, unit in table(__file__, "numbers"):
        for format_name in ("JSON", "XML"):
            parts, name = (_latin(start), _latin(unit), b""), f"one number, long in its {what}"
            yield _text(root, name, format_name, field, parts, passes=False)


def _text(
    root: Path,
    name: str,
    format_name: str,
    field: str,
    parts: tuple[bytes, bytes, bytes],
    *,
    passes: bool,
) -> GuardBody:
    """A text, or a number where it has a start, of a unit as often as it fits."""
    start, unit, last = parts
    full, tag = f"DummyObject.{field}", field.encode()
    room = _room(root, format_name, full) - 40 - len(last)
    text = start + unit * (room // len(unit)) + last
    if format_name == "JSON":
        whole = text if start else b'"' + text + b'"'
    else:
        whole = _string(tag, text) if format_name == "BSON" else b"<%s>%s</%s>" % (tag, text, tag)
    body = _with(root, format_name, full, whole)
    return GuardBody(name, format_name, "DummyObject", body, passes)


def _spaces(root: Path) -> Iterator[GuardBody]:
    for format_name, mark in (("JSON", b',"'), ("XML", b"><")):
        whole = golden(root, f"DummyObject.{format_name.lower()}")
        room = ROOM - len(whole)
        each = (b" \n\t" * room)[: room // whole.count(mark)]
        for name, body in (
            ("white space before every field", whole.replace(mark, mark[:1] + each + mark[1:])),
            ("white space in one place", b" " * room + whole),
        ):
            yield GuardBody(name, format_name, "DummyObject", body, passes=True)


def _filled(
    root: Path,
    name: str,
    format_name: str,
    field: str,
    units: Iterable[bytes],
    *,
    passes: bool = True,
) -> GuardBody:
    """A body whose list or map holds as many units as fit."""
    room, inside, length = _room(root, format_name, field), list[bytes](), 0
    for unit in units:
        length += len(unit)
        if length > room:
            break
        inside.append(unit)
    whole = _value(format_name, field, b"".join(inside))
    body = _with(root, format_name, field, whole)
    return GuardBody(name, format_name, field.split(".")[0], body, passes)


def _value(format_name: str, field: str, inside: bytes) -> bytes:
    """A field's list or map, with its name where the format writes both in one piece."""
    name, is_map = field.split(".")[1].encode(), field == "LogLine.labels"
    if format_name == "JSON":
        return (b"{%s}" if is_map else b"[%s]") % inside.removesuffix(b",")
    if format_name == "XML":
        return inside
    return (b"\x03" if is_map else b"\x04") + name + b"\0" + _document(inside)


@cache
def _room(root: Path, format_name: str, field: str) -> int:
    """How many bytes the inside of a field may have."""
    return ROOM - len(_with(root, format_name, field, _value(format_name, field, b"")))


def _with(root: Path, format_name: str, field: str, whole: bytes) -> bytes:
    """The canonical object, but for this field."""
    object_type, name = field.split(".")
    body = golden(root, f"{object_type}.{format_name.lower()}")
    start, end = _span(format_name, body, name.encode())
    changed = body[:start] + whole + body[end:]
    return changed if format_name != "BSON" else _document(changed[4:-1])


def _span(format_name: str, body: bytes, name: bytes) -> tuple[int, int]:
    """Where a field stands: its value in JSON, all of it elsewhere."""
    if format_name == "JSON":
        start = body.index(b'"%s":' % name) + len(name) + 3
        text = body[start:].decode()
        _, length = json.JSONDecoder().raw_decode(text)
        return start, start + len(text[:length].encode())
    if format_name == "XML":
        return body.index(b"<%s>" % name), body.rindex(b"</%s>" % name) + len(name) + 3
    match = re.search(rb"[\x02\x03\x04]" + re.escape(name) + rb"\0", body, re.DOTALL)
    assert match
    start, value = match.span()
    length = int.from_bytes(body[value : value + 4], "little")
    return start, value + length + (4 if body[start] == 2 else 0)
