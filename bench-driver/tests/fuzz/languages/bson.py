"""BSON: how values are laid out, rightly and oddly, and what may be thrown among them."""

from __future__ import annotations

import struct
from random import Random

from .. import values
from ..tree import Node, Scalar
from .language import Language


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
        case "null":
            return b"\x0a"
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
        waiting = [
            child for child in node.children if child.kind != "leaf" and id(child) not in done
        ]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        inside = b"".join(
            bson_element(
                child,
                b"%d" % at if node.kind == "list" and child.name == node.name else child.name,
                done,
            )
            for at, child in enumerate(node.children)
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
    lambda _, text: bson_text(text.encode()),
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
    [
        b"",
        b"x",
        b"record",
        b"ID",
        b"0",
        b"1",
        b"\xff",
        b"\xed\xa0\x80",
        b"a.b",
        b"$id",
        b"id\0x",
        b"__proto__",
    ],
)
