"""XML: how values are spelled, rightly and oddly, what its tokens are, and what may be thrown among
them.
"""

from __future__ import annotations

import re
from random import Random

from .. import values
from ..tree import Node, Scalar
from .language import Language, plain


def xml_text(draw: Random, text: str) -> bytes:
    """Good text; characters that XML does not have are left out."""
    pieces = []
    for character in text:
        code = ord(character)
        if not (code in (9, 10, 13) or 0x20 <= code < 0xFFFE or code > 0xFFFF):
            continue
        named = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&apos;"}.get(
            character
        )
        if (
            character in "<&\r"
            or (character == ">" and draw.random() < 0.9)
            or draw.random() < 0.07
        ):
            number = draw.choice(
                (f"&#{code};", f"&#x{code:x};", f"&#x{code:X};", f"&#{code:08};", f"&#x{code:06X};")
            )
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
        return draw.choice((b" %s", b"%s ", b"\n%s", b"%s\t", b"%s")) % draw.choice(
            values.ODD_BOOLEANS + values.ODD_NUMBERS
        )
    return (
        draw.choice((b"", b"a", b"7")) + draw.choice(XML_ODD_TEXTS) + draw.choice((b"", b"b", b" "))
    )


def xml_render(node: Node) -> bytes:
    if node.kind == "list":
        return b"".join(xml_render(child) for child in node.children)
    inside = (
        node.leaf if node.kind == "leaf" else b"".join(xml_render(child) for child in node.children)
    )
    return (
        b"<%s/>" % node.name
        if inside == EMPTY_TAG
        else b"<%s>%s</%s>" % (node.name, inside, node.name)
    )


XML = Language(
    "XML",
    xml_spell,
    xml_text,
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
    [
        b"x",
        b"record",
        b"ID",
        b"a:b",
        b"xml",
        b"_",
        b"a.b-c",
        b"\xc3\xa9",
        b"1",
        b"",
        b"id ",
        b"tags",
        b"coordinates",
        b"friends",
    ],
)
