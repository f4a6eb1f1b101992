"""JSON: how values are spelled, rightly and oddly, what its tokens are, and what may be thrown
among them.
"""

from __future__ import annotations

import re
from random import Random

from .. import values
from ..tree import Node, Scalar
from .language import Language, plain


def json_text(draw: Random, text: str) -> bytes:
    """A good string: raw where it may be, escaped where it must be or chance wants it."""
    pieces = []
    for character in text:
        must = character < " " or character in '"\\'
        if must or draw.random() < 0.1:
            short = {
                '"': '\\"',
                "\\": "\\\\",
                "/": "\\/",
                "\n": "\\n",
                "\r": "\\r",
                "\t": "\\t",
                "\b": "\\b",
                "\f": "\\f",
            }.get(character)
            units = character.encode("utf-16-be")
            long = "".join(
                f"\\u{high:02{case}}{low:02{case}}"
                for high, low in zip(units[::2], units[1::2], strict=True)
                for case in draw.choice("xX")
            )
            pieces.append(short if short and draw.random() < 0.7 else long)
        else:
            pieces.append(character)
    return f'"{"".join(pieces)}"'.encode()


def json_spell(draw: Random, scalar: Scalar) -> bytes:
    return json_text(draw, values.text(draw)) if scalar == "text" else plain(draw, scalar)


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
        [
            *values.ODD_BOOLEANS,
            b"null",
            b"[]",
            b"{}",
            b"[null]",
            b'["a"]',
            b'{"a":1}',
            b"",
            b"nul",
            b"undefined",
            b"[[]]",
            b"[1]",
            b"{]",
            b"[,]",
        ]
    )


def json_render(node: Node) -> bytes:
    if node.kind == "leaf":
        return node.leaf
    if node.kind == "list":
        return b"[%s]" % b",".join(json_render(child) for child in node.children)
    return b"{%s}" % b",".join(
        b'"%s":%s' % (child.name, json_render(child)) for child in node.children
    )


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
    json_text,
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
    [
        b"",
        b"x",
        b"record",
        b"ID",
        b"\\u0069d",
        b"\\u0069ndex",
        b"\\ud800",
        b"\xff",
        b"id ",
        b"$id",
        b"__proto__",
        b"@id",
        b"#text",
    ],
)
