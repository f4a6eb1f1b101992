"""Values worth trying: integers, doubles and texts at the edges, and spellings of numbers that are
none.
"""

from __future__ import annotations

import struct
from random import Random

INTEGERS = [
    0,
    1,
    -1,
    7,
    36,
    127,
    128,
    -128,
    255,
    65535,
    2**31 - 1,
    -(2**31),
    2**31,
    -(2**31) - 1,
    2**32,
    2**32 + 7,
    2**53,
    2**53 + 1,
    2**63 - 1,
    -(2**63),
    2**63,
    -(2**63) - 1,
    2**64,
]
DOUBLES = [
    0.5, -2.5, 0.0, -0.0, 1.0, 1e-7, 1e7, 0.001, 123456.789, 5e-324, -5e-324, 2.2250738585072014e-308, 2.225073858507201e-308, 1.7976931348623157e308,
    -1.7976931348623157e308, 9007199254740993.0, 1e21, 1e22, 1e23, 0.1, 0.30000000000000004, 4.35, 2.0**-1074, 2.0**1023, 1e16, 123456789012345680.0,
]  # fmt: skip
#: Pieces of numbers, to be put together in any way.
DIGITS = [
    b"0",
    b"00",
    b"1",
    b"9",
    b"5",
    b"12",
    b"36",
    b"-",
    b"+",
    b".",
    b"e",
    b"E",
    b"e5",
    b"E-3",
    b"e+",
    b"308",
    b"309",
    b"-0",
    b"0.",
    b".5",
    b"1234567890123456789",
]
#: Numbers in other people's grammars.
ODD_NUMBERS = [
    b"+5", b".5", b"5.", b"-0", b"-0.0", b"-0e0", b"0e0", b"01", b"1e999", b"-1e999", b"1e-999", b"0x10", b"0x1p3", b"NaN", b"nan", b"inf", b"Infinity", b"-Infinity",
    b"-inf", b"1d", b"1.5f", b"1L", b"1_000", b"1,5", b"1 5", b"--1", b"1e5e5", b"1.2.3", b"-", b"", b"e5", b"0b1", b"0o7", "٣٦".encode(), "３６".encode(), b"1.7976931348623159e308",
    b"1" * 64, b"1" * 65, b"0." + b"3" * 62, b"0." + b"3" * 63, b"1e0000000000000000000001", b"2147483647", b"2147483648", b"-2147483648", b"-2147483649",
    b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808", b"-9223372036854775809", b"18446744073709551616", b"4294967296", b"true1", b"+01",
    b"1.0", b"1.50", b"100e-2", b"1E+2", b"9007199254740993", b"0.1e1", b"1e23", b"8.5e-320", b"4.9406564584124654e-324", b"2.4703282292062327e-324", b"2.4703282292062328e-324",
]  # fmt: skip
ODD_BOOLEANS = [
    b"true",
    b"false",
    b"True",
    b"TRUE",
    b"1",
    b"0",
    b"yes",
    b"tru",
    b"truee",
    b" true",
    b"true ",
    b"null",
]
#: Characters that some library somewhere treats in its own way.
ODD_CHARACTERS = (
    "\x00\x01\x08\t\n\x0b\x0c\r\x1b\x1f !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\x7f\x80\x85\x9f\u00a0\u00ad\u0130\u0131\u0300\u0660\u1680\u180e\u2000\u200b\u200d"
    "\u2028\u2029\u202e\u2060\u3000\ud7ff\ue000\ufdd0\ufeff\uff10\ufffd\ufffe\uffff\U00010000\U0001f680\U0001ffff\U0010ffff"
)


#: How much libraries read at once, as far as one can see.
BUFFERS = [1024, 2000, 4000, 4096, 8000, 8192, 16384, 32768]


def text(draw: Random) -> str:
    """A text of any Unicode scalar values: mostly short, often empty, now and then so long that it
    crosses the end of a library's buffer.
    """
    pick = draw.random()
    if pick > 0.998:
        return "x" * (draw.choice(BUFFERS) - draw.randint(0, 400)) + "".join(
            draw.choice(ODD_CHARACTERS) for _ in range(200)
        ) * draw.choice((1, 2, 3))
    if pick < 0.1:
        return ""
    if pick < 0.4:
        return "".join(draw.choice("abcXYZ019 .-") for _ in range(draw.randint(1, 8)))
    if pick < 0.85:
        return "".join(
            draw.choice((draw.choice(ODD_CHARACTERS), any_character(draw), "a", "b"))
            for _ in range(draw.randint(1, 6))
        )
    return draw.choice(
        (
            "x",
            " ",
            "é",
            "🚀",
            "\r\n",
            "]]>",
            "&amp;",
            "a" * 100,
            "[" * 70,
            "{" * 70,
            "-0",
            "01",
            "<a>",
            "</a>",
            "null",
            "\\ud800",
            "\\",
        )
    ) * draw.choice((1, 2, 3))


def any_character(draw: Random) -> str:
    code = draw.choice(
        (
            draw.randrange(0x80),
            draw.randrange(0x800),
            draw.randrange(0x10000),
            draw.randrange(0x110000),
        )
    )
    return "?" if 0xD800 <= code < 0xE000 else chr(code)


def integer(draw: Random, bits: int) -> int:
    """One that fits, usually at an edge or small."""
    pick = draw.random()
    if pick < 0.3:
        return draw.choice(
            [value for value in INTEGERS if -(2 ** (bits - 1)) <= value < 2 ** (bits - 1)]
        )
    return (
        draw.randint(-100, 1000)
        if pick < 0.6
        else draw.randint(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    )


def double(draw: Random) -> float:
    """A finite one: from the list, of few decimals, or of any bits."""
    pick = draw.random()
    if pick < 0.35:
        return draw.choice(DOUBLES)
    if pick < 0.6:
        return round(draw.uniform(-1000, 1000), draw.randint(0, 9))
    value: float = struct.unpack("<d", draw.randbytes(8))[0]
    return value if value - value == 0 else 1.5


def odd_number(draw: Random) -> bytes:
    """A spelling of a number, right or wrong."""
    if draw.random() < 0.6:
        return draw.choice(ODD_NUMBERS)
    return b"".join(draw.choice(DIGITS) for _ in range(draw.randint(1, 5)))
