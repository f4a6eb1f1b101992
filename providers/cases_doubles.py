"""The numbers that every engine must read as their nearest double: `vectors/doubles.json`, of eight
kinds.

Each is one that the guard accepts: at most 64 bytes, finite, and not `-0`. No exponent is over 999,
where some libraries stop. A double's bits are in hexadecimal; Python's `float` finds the nearest
double of any text.
"""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from math import isfinite, nextafter

SEED = "doubles"
#: Numbers of each kind.
COUNT = 1_500
LONGEST = 64


def bits(value: float) -> str:
    return struct.pack(">d", value).hex()


def any_double(draw: random.Random) -> float:
    while not isfinite(value := struct.unpack(">d", draw.randbytes(8))[0]):
        pass
    return float(value)


def sign(draw: random.Random) -> str:
    return draw.choice(("", "-"))


def digits(draw: random.Random, count: int) -> str:
    """`count` digits, the first of which is not 0."""
    return draw.choice("123456789") + "".join(draw.choices("0123456789", k=count - 1))


def plain(value: Fraction) -> str:
    """All digits of a fraction that ends, without an exponent."""
    with localcontext(prec=1_200):
        return f"{Decimal(value.numerator) / Decimal(value.denominator):f}"


def random_bits(draw: random.Random) -> str:
    return f"{any_double(draw):.{draw.randint(12, 25)}e}"


def shortest(draw: random.Random) -> str:
    return repr(any_double(draw) if draw.random() < 0.5 else draw.uniform(-180, 180))


def seventeen_digits(draw: random.Random) -> str:
    text = digits(draw, 17)
    point = draw.randint(1, 16)
    return f"{sign(draw)}{text[:point]}.{text[point:]}"


def halfway(draw: random.Random) -> str:
    """Between two neighbours, or a last digit to either side of it."""
    low = float(2**53 + draw.randrange(2**53)) * 2.0 ** draw.randint(-8, 40)
    middle = plain((Fraction(low) + Fraction(nextafter(low, float("inf")))) / 2)
    whole, _, fraction = middle.partition(".")
    nudge = draw.choice(("", "", "0" * draw.randint(1, 8), "0" * draw.randint(0, 8) + "1"))
    if not fraction and not nudge:
        return f"{sign(draw)}{whole}.0"
    return f"{sign(draw)}{whole}.{fraction}{nudge}"


def large_integer(draw: random.Random) -> str:
    """Over 2^53, where not each integer is a double."""
    value = draw.randrange(2**53, 2 ** draw.choice((54, 55, 56, 57, 60, 63, 64, 70, 100, 200)))
    return f"{sign(draw)}{value}{draw.choice(('', '.0'))}"


def extreme(draw: random.Random) -> str:
    """A subnormal, one near the least normal, or one near the greatest."""
    raw = draw.choice(
        (
            draw.randrange(1, 2**52),
            draw.randrange(1, 99),
            (1 << 52) + draw.randint(-99, 99),
            (0x7FF << 52) - draw.randint(1, 99),
        )
    )
    value = struct.unpack(">d", struct.pack(">Q", raw))[0]
    return f"{sign(draw)}{draw.choice((repr(value), f'{value:.{draw.randint(15, 40)}e}'))}"


def many_digits(draw: random.Random) -> str:
    count = draw.randint(20, 60)
    text, point = digits(draw, count), draw.randint(0, count)
    if point == 0:
        return f"{sign(draw)}0.{text}"
    return f"{sign(draw)}{text[:point]}" + (f".{text[point:]}" if point < count else "")


def exponent(draw: random.Random) -> str:
    """Written in any way that RFC 8259 allows."""
    text = digits(draw, draw.randint(1, 20))
    point = draw.randint(1, len(text))
    number = text[:point] + (
        f".{text[point:]}" if point < len(text) else draw.choice(("", ".0", ".000"))
    )
    if draw.random() < 0.1:
        number = draw.choice(("0.0", "0", f"0.000{text}"))
    written = f"{'0' * draw.choice((0, 0, 1, 3))}{draw.choice((0, 1, draw.randint(0, 30), draw.randint(0, 340)))}"
    return f"{sign(draw)}{number}{draw.choice('eE')}{draw.choice(('', '+', '-'))}{written}"


#: The first of their kinds, whatever is drawn.
BY_HAND = {
    "integers over 2^53": ("9007199254740993", "9007199254740993.0", "-9007199254740993.0"),
    "exponents": ("-0.0e0", "-0e5", "0.1e1"),
    "subnormals and extremes": ("5e-324", "2.2250738585072011e-308", "1.7976931348623157e308"),
}

KINDS: dict[str, Callable[[random.Random], str]] = {
    "random bits": random_bits,
    "shortest that reads back": shortest,
    "17 digits": seventeen_digits,
    "halfway": halfway,
    "integers over 2^53": large_integer,
    "subnormals and extremes": extreme,
    "many digits": many_digits,
    "exponents": exponent,
}


def numbers(kind: str) -> Iterator[str]:
    """The texts of a kind, each once."""
    draw = random.Random(f"{SEED}/{kind}")
    seen = set(BY_HAND.get(kind, ()))
    yield from BY_HAND.get(kind, ())
    while len(seen) < COUNT:
        text = KINDS[kind](draw)
        if len(text) <= LONGEST and text not in seen and text != "-0" and isfinite(float(text)):
            seen.add(text)
            yield text


def file() -> bytes:
    """A list of texts and bits for each kind, a number a line."""
    lists = []
    for kind in KINDS:
        lines = ",\n".join(json.dumps([text, bits(float(text))]) for text in numbers(kind))
        lists.append(f"{json.dumps(kind)}: [\n{lines}\n]")
    return ("{\n" + ",\n".join(lists) + "\n}\n").encode()
