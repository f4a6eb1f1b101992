"""What the mutators must know of a format: how values are spelled in it, rightly and oddly, what its tokens are, and what may be thrown among them."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from . import values
from .tree import Node, Scalar


@dataclass(frozen=True)
class Language:
    """A format as the mutators see it. `tokens` cuts a body; it is None where a format has none."""

    name: str
    spell: Callable[[Random, Scalar], bytes]
    odd: Callable[[Random], bytes]
    render: Callable[[Node], bytes]
    tokens: re.Pattern[bytes] | None
    dictionary: list[bytes]
    odd_names: list[bytes]


# JSON


def json_text(draw: Random, text: str) -> bytes:
    """A good string: raw where it may be, escaped where it must be or chance wants it."""
    pieces = []
    for character in text:
        must = character < " " or character in '"\\'
        if must or draw.random() < 0.1:
            short = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}.get(character)
            units = character.encode("utf-16-be")
            long = "".join(f"\\u{high:02{case}}{low:02{case}}" for high, low in zip(units[::2], units[1::2], strict=True) for case in draw.choice("xX"))
            pieces.append(short if short and draw.random() < 0.7 else long)
        else:
            pieces.append(character)
    return f'"{"".join(pieces)}"'.encode()


def json_spell(draw: Random, scalar: Scalar) -> bytes:
    return json_text(draw, values.text(draw)) if scalar == "text" else plain(draw, scalar)


def plain(draw: Random, scalar: Scalar) -> bytes:
    """What JSON and XML spell alike."""
    match scalar:
        case "int32":
            return b"%d" % values.integer(draw, 32)
        case "int64":
            return b"%d" % values.integer(draw, 64)
        case "boolean":
            return draw.choice((b"true", b"false"))
    return repr(values.double(draw)).encode()


JSON_ODD_STRINGS = [
    rb'"\ud800"', rb'"\udc00"', rb'"\ud83d\ud83d"', rb'"\ud83d\ude00"', rb'"\ud83dx"', rb'"\ude00\ud83d"', rb'"\u12"', rb'"\u"', rb'"\u00g0"', rb'"\u+041"', rb'"\x41"', rb'"\0"',
    rb'"\'"', rb'"\U0041"', b'"\\', b'"', b'"\\"', b"'abc'", b'"\xff"', b'"\xc0\x80"', b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"', b'"\x00"', b'"\n"', b'"\t"', b'"\x1f"', b'"\x7f"', rb'"\u0000"', rb'"\/"',
]  # fmt: skip


def json_odd(draw: Random) -> bytes:
    pick = draw.random()
    if pick < 0.5:
        return values.odd_number(draw)
    if pick < 0.75:
        return draw.choice(JSON_ODD_STRINGS)
    return draw.choice(
        [*values.ODD_BOOLEANS, b"null", b"[]", b"{}", b"[null]", b'["a"]', b'{"a":1}', b"", b"nul", b"undefined", b"[[]]", b"[1]", b"{]", b"[,]"]
    )


def json_render(node: Node) -> bytes:
    if node.kind == "leaf":
        return node.leaf
    if node.kind == "list":
        return b"[%s]" % b",".join(json_render(child) for child in node.children)
    return b"{%s}" % b",".join(b'"%s":%s' % (child.name, json_render(child)) for child in node.children)


JSON_SPACE = [
    b" ",
    b"\t",
    b"\n",
    b"\r",
    b"\r\n",
    b"\x0b",
    b"\x0c",
    b"\0",
    "\u00a0".encode(),
    "\u2028".encode(),
    "\ufeff".encode(),
    "\u3000".encode(),
    b"\x1f",
    b"\x7f",
]
JSON = Language(
    "JSON",
    json_spell,
    json_odd,
    json_render,
    re.compile(rb'"(?:[^"\\]|\\.)*"?|[-+.0-9eE]+|[A-Za-z_]+|[ \t\r\n]+|.', re.DOTALL),
    [
        *JSON_SPACE,
        *JSON_SPACE,
        *JSON_ODD_STRINGS,
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"null",
        b"true",
        b"/*x*/",
        b"//x\n",
        b"#",
        b"-",
        b"0",
        b"-0",
        b"1e999",
        b'""',
        b'"x":1',
        b'"x":1,',
        b'"\\u0069d"',
        b"NaN",
        b"=",
    ],
    [b"", b"x", b"record", b"ID", b"\\u0069d", b"\\u0069ndex", b"\\ud800", b"\xff", b"id ", b"$id", b"__proto__", b"@id", b"#text"],
)

# XML


def xml_text(draw: Random, text: str) -> bytes:
    """Good text; characters that XML does not have are left out."""
    pieces = []
    for character in text:
        code = ord(character)
        if not (code in (9, 10, 13) or 0x20 <= code < 0xFFFE or code > 0xFFFF):
            continue
        named = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&apos;"}.get(character)
        if character in "<&\r" or (character == ">" and draw.random() < 0.9) or draw.random() < 0.07:
            number = draw.choice((f"&#{code};", f"&#x{code:x};", f"&#x{code:X};", f"&#{code:08};", f"&#x{code:06X};"))
            pieces.append(named if named and draw.random() < 0.6 else number)
        else:
            pieces.append(character)
    return "".join(pieces).encode()


EMPTY_TAG = b"\0empty"


def xml_spell(draw: Random, scalar: Scalar) -> bytes:
    return xml_text(draw, values.text(draw)) if scalar == "text" else plain(draw, scalar)


XML_ODD_TEXTS = [
    b"&x;", b"&", b"&;", b"&amp", b"&AMP;", b"&#0;", b"&#1;", b"&#9;", b"&#10;", b"&#13;", b"&#32;", b"&#xD;", b"&#xd800;", b"&#xFFFE;", b"&#x110000;", b"&#99999999999;", b"&#000000065;", b"&#00000065;",
    b"&#;", b"&#x;", b"&#X41;", b"&#-1;", b"&#+65;", b"&# 65;", b"&#65", b"&#x00000041;", b"&lt;", b"&quot;&apos;", b"]]>", b"]]&gt;", b"]]", b"]>", b"<![CDATA[x]]>", b"<!-- x -->", b"<?x y?>",
    b"<x/>", b"<x></x>", b"<!DOCTYPE a>", b"\r", b"\r\n", b"\n", b" ", b"  ", b"\t", b"\xff", b"\xc0\x80", b"\0", b"\x01", b"\x0b", b"\x7f", "\u0085".encode(), "\u00a0".encode(), "\u2028".encode(),
    "\u3000".encode(), "\ufeff".encode(), "\uffff".encode(), "\U0010ffff".encode(), b">", b"a>b", b"'", b'"',
]  # fmt: skip


def xml_odd(draw: Random) -> bytes:
    pick = draw.random()
    if pick < 0.1:
        return EMPTY_TAG
    if pick < 0.45:
        return values.odd_number(draw)
    if pick < 0.6:
        return draw.choice((b" %s", b"%s ", b"\n%s", b"%s\t", b"%s")) % draw.choice(values.ODD_BOOLEANS + values.ODD_NUMBERS)
    return draw.choice((b"", b"a", b"7")) + draw.choice(XML_ODD_TEXTS) + draw.choice((b"", b"b", b" "))


def xml_render(node: Node) -> bytes:
    if node.kind == "list":
        return b"".join(xml_render(child) for child in node.children)
    inside = node.leaf if node.kind == "leaf" else b"".join(xml_render(child) for child in node.children)
    return b"<%s/>" % node.name if inside == EMPTY_TAG else b"<%s>%s</%s>" % (node.name, inside, node.name)


XML = Language(
    "XML",
    xml_spell,
    xml_odd,
    xml_render,
    re.compile(rb"<[^<>]*>?|&[^<>&; ]{0,12};?|[^<>&]+|.", re.DOTALL),
    [
        *XML_ODD_TEXTS,
        b"<",
        b">",
        b"</",
        b"/>",
        b"<a>",
        b"</a>",
        b"<a/>",
        b"<a >",
        b"<a b='c'>",
        b"<tags>",
        b"</tags>",
        b"<tags/>",
        b"<tags></tags>",
        b"<friends/>",
        b"<coordinates/>",
        b"<coordinates></coordinates>",
        b"<id/>",
        b"<id></id>",
        b"<index/>",
        b"<index>1</index>",
        b'<?xml version="1.0"?>',
        b'<?xml version="1.0" encoding="UTF-8"?>',
        b"<a:b/>",
        b"<_/>",
        b"<a.b-c/>",
        b"</NumericObject>",
        b"</DummyObject>",
        b"x",
    ],
    [b"x", b"record", b"ID", b"a:b", b"xml", b"_", b"a.b-c", b"\xc3\xa9", b"1", b"", b"id ", b"tags", b"coordinates", b"friends"],
)

# BSON


def bson_text(text: bytes) -> bytes:
    return b"\x02" + struct.pack("<i", len(text) + 1) + text + b"\0"


def bson_spell(draw: Random, scalar: Scalar) -> bytes:
    match scalar:
        case "int32":
            return b"\x10" + struct.pack("<i", values.integer(draw, 32))
        case "int64":
            return b"\x12" + struct.pack("<q", values.integer(draw, draw.choice((32, 64))))
        case "double":
            return b"\x01" + struct.pack("<d", values.double(draw))
        case "boolean":
            return draw.choice((b"\x08\0", b"\x08\1"))
    return bson_text(values.text(draw).encode())


#: Every type of the specification with a value of its shape, and a few that it does not have.
BSON_KINDS = [
    b"\x05\x03\0\0\0\0abc", b"\x05\xff\xff\xff\x7f\0", b"\x05\xfb\xff\xff\xff\0", b"\x06", b"\x07" + bytes(12), b"\x09" + bytes(8), b"\x0a", b"\x0ba\0i\0", b"\x0b(\0\0", b"\x0c\x02\0\0\0a\0" + bytes(12),
    b"\x0d\x02\0\0\0a\0", b"\x0e\x02\0\0\0a\0", b"\x0f\x0f\0\0\0\x02\0\0\0a\0\x05\0\0\0\0", b"\x11" + bytes(8), b"\x13" + bytes(16), b"\x7f", b"\xff", b"\x14", b"\x80\0",
]  # fmt: skip
BSON_ODD = [
    *BSON_KINDS, b"\x08\2", b"\x08\xff", b"\x08", b"\x01\0\0\0\0\0\0\xf8\x7f", b"\x01\0\0\0\0\0\0\xf0\x7f", b"\x01\0\0\0\0\0\0\xf0\xff", b"\x01\1\0\0\0\0\0\xf0\x7f", b"\x01" + bytes(7), b"\x10" + bytes(3),
    b"\x12" + bytes(7), b"\x12\0\0\0\x80\0\0\0\0", b"\x12\xff\xff\xff\x7f\xff\xff\xff\xff", b"\x12\7\0\0\0\1\0\0\0", b"\x02\0\0\0\0\0", b"\x02\xff\xff\xff\xff\0", b"\x02\xff\xff\xff\x7f\0", b"\x02\1\0\0\0a",
    b"\x02\2\0\0\0\xff\0", b"\x02\2\0\0\0\0\0", b"\x02\3\0\0\0\xc0\x80\0", b"\x02\4\0\0\0\xed\xa0\x80\0", b"\x02\x20\0\0\0a\0", b"\x03\5\0\0\0\0", b"\x04\5\0\0\0\0", b"\x03\4\0\0\0\0", b"\x03\6\0\0\0\0\0",
    b"\x03\xff\xff\xff\x7f\0", b"\x04\5\0\0\0\1", b"\x03\x0c\0\0\0\x10a\0\1\0\0\0\0", b"\x04\x0c\0\0\0\x10a\0\1\0\0\0\0",
]  # fmt: skip


def bson_odd(draw: Random) -> bytes:
    return draw.choice(BSON_ODD)


def bson_render(root: Node) -> bytes:
    """The root's document. Without recursion, since trees may be deep: innermost first."""
    done: dict[int, bytes] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        waiting = [child for child in node.children if child.kind != "leaf" and id(child) not in done]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        inside = b"".join(
            bson_element(child, b"%d" % at if node.kind == "list" and child.name == node.name else child.name, done) for at, child in enumerate(node.children)
        )
        done[id(node)] = struct.pack("<i", len(inside) + 5) + inside + b"\0"
    return done[id(root)]


def bson_element(node: Node, name: bytes, done: dict[int, bytes]) -> bytes:
    if node.kind == "leaf":
        return node.leaf[:1] + name + b"\0" + node.leaf[1:]
    return (b"\x03" if node.kind == "record" else b"\x04") + name + b"\0" + done[id(node)]


BSON = Language(
    "BSON",
    bson_spell,
    bson_odd,
    bson_render,
    None,
    [
        b"\0",
        b"\0\0\0\0",
        b"\5\0\0\0\0",
        b"\x10a\0\1\0\0\0",
        b"\x02",
        b"\x03",
        b"\x04",
        b"\x10",
        b"\x12",
        b"\x01",
        b"\x08",
        b"\xff\xff\xff\x7f",
        b"\xff\xff\xff\xff",
        b"\x0a",
        b"\x0aid\0",
    ],
    [b"", b"x", b"record", b"ID", b"0", b"1", b"\xff", b"\xed\xa0\x80", b"a.b", b"$id", b"id\0x", b"__proto__"],
)

#: Every format. Add one here.
LANGUAGES = {language.name: language for language in (JSON, XML, BSON)}
