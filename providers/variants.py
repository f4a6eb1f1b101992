"""Seeded variants of each object type: same shape as the canonical object, other lengths, counts
and numbers.

Only `Random.random()` is drawn from, because Python keeps its sequence the same in every release
for a given seed; the other methods of `random` may change between releases, and a variant, once
published, never changes.

Numbers stay where every library writes the same shortest decimal form: doubles are never integral,
and their magnitude lies in [0.001, 10,000,000), outside of which Java switches to an exponent and
Rust does not. Control characters other than tab, LF and CR do not occur, since XML 1.0 cannot carry
them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
Object = dict[str, Any]

FIRST = [
    "Josefa",
    "Kitty",
    "Miranda",
    "Georgette",
    "Ada",
    "Björn",
    "Chloé",
    "Dmitri",
    "Eleni",
    "Farah",
    "Goran",
    "Hülya",
    "Inés",
    "Jürgen",
    "Kwame",
    "Łukasz",
    "Mei",
    "Nguyễn",
    "Olu",
    "Zoë",
    "美咲",
    "Ivan",
    "Sean",
    "Pat",
    "Q",
]
LAST = [
    "Grant",
    "Brock",
    "Moody",
    "Sherman",
    "Ångström",
    "Brontë",
    "Castillo",
    "D'Angelo",
    "Eriksen",
    "Fitzgerald-Montgomery",
    "Gómez",
    "Hopper",
    "Ito",
    "Jónsdóttir",
    "Kowalczyk",
    "Li",
    "Müller",
    "O'Neil",
    "田中",
    "Vu",
    "Wołek",
    "Xu",
    "Yıldız",
]
WORDS = [
    "in",
    "sit",
    "voluptate",
    "dolor",
    "Lorem",
    "nostrud",
    "quis",
    "aute",
    "et",
    "Amet",
    "cillum",
    "nulla",
    "commodo",
    "ullamco",
    "id",
    "elit",
    "qui",
    "adipisicing",
    "fugiat",
    "reprehenderit",
    "consequat",
    "Deserunt",
    "excepteur",
    "sunt",
    "magna",
    "esse",
    "Culpa",
    "nisi",
    "irure",
    "veniam",
    "tempor",
    "ipsum",
    "labore",
    "Proident",
    "non",
    "incididunt",
    "eiusmod",
    "minim",
    "ea",
    "laboris",
    "ex",
]
ODD_WORDS = [
    "R&D",
    "a<b",
    "b>a",
    'so-"called"',
    "it's",
    "C:\\tmp",
    "tab\there",
    "naïve",
    "straße",
    "日本語",
    "🚀",
    "line\nbreak",
    "]]>",
    "&amp;",
]
COMPANIES = [
    "ZENTIA",
    "QUARX",
    "Smith&Sons",
    "AT&T",
    "NORDLYS",
    "株式会社ミドリ",
    "EL<>GANT",
    "MICROLUXE",
    "ZILLACOM",
    "Ærø",
]
STREETS = ["HubbardStreet", "MainSt.", "RueÉmile-Zola", "CoffeyPlace", "Königsallee", "ElmAvenue"]
CITIES = ["Roderfield", "Łódź", "Ely", "SanFrancisco", "Llanfairpwllgwyngyll", "Åre"]
STATES = ["Massachusetts", "Ohio", "NewYork", "Alaska", "Guam"]


@dataclass
class Draw:
    """The few draws that variants are made of, each from one `random()`."""

    source: random.Random

    def integer(self, low: int, high: int) -> int:
        """An integer in [low, high], uniform up to the 53 bits of `random()`."""
        return low + int(self.source.random() * (high - low + 1))

    def chance(self, probability: float) -> bool:
        return self.source.random() < probability

    def one(self, items: Sequence[T]) -> T:
        return items[self.integer(0, len(items) - 1)]

    def decimal(self, low: float, high: float, places: int) -> float:
        """A double in [low, high] with at most `places` decimals, never integral, never below 0.001
        in magnitude.
        """
        while True:
            value = round(low + self.source.random() * (high - low), places)
            if value != int(value) and abs(value) >= 0.001:
                return value

    def count(self, typical: int, most: int) -> int:
        """A list's length: usually around `typical`, sometimes 0 or 1, rarely up to `most`."""
        kind = self.source.random()
        if kind < 0.04:
            return self.integer(0, 1)
        if kind < 0.90:
            return self.integer(max(1, typical // 2), typical + typical // 2)
        return self.integer(typical, most)

    def hexadecimal(self, digits: int) -> str:
        return "".join("0123456789abcdef"[self.integer(0, 15)] for _ in range(digits))

    def guid(self) -> str:
        return "-".join(self.hexadecimal(digits) for digits in (8, 4, 4, 4, 12))


def dummy_object(draw: Draw, index: int) -> Object:
    first, last = draw.one(FIRST), draw.one(LAST)
    name, company = first + last, draw.one(COMPANIES)
    vocabulary = WORDS + ODD_WORDS if draw.chance(0.25) else WORDS
    separator = " " if draw.chance(0.25) else ""
    return {
        "_id": draw.hexadecimal(24),
        "index": index,
        "guid": draw.guid(),
        "isActive": draw.chance(0.5),
        "balance": draw.decimal(-500, 99_999, 2),
        "picture": f"http://placehold.it/{draw.integer(16, 512)}x{draw.integer(16, 512)}",
        "age": draw.integer(18, 99),
        "eyeColor": draw.one(["blue", "brown", "green", ""]),
        "name": name,
        "gender": draw.one(["female", "male", "non-binary"]),
        "company": company,
        "email": f"{name.lower()}@{company.lower()}.com",
        "phone": f"+{draw.integer(1, 99)}({draw.integer(100, 999)}){draw.integer(100, 999)}-{draw.integer(1000, 9999)}",
        "address": f"{draw.integer(1, 9999)}{draw.one(STREETS)},{draw.one(CITIES)},{draw.one(STATES)},{draw.integer(100, 99999)}",
        "about": separator.join(draw.one(vocabulary) for _ in range(draw.count(45, 160))) + ".\r\n",
        "registered": f"{draw.integer(2014, 2025)}-{draw.integer(1, 12):02}-{draw.integer(1, 28):02}"
        f"T{draw.integer(0, 23):02}:{draw.integer(0, 59):02}:{draw.integer(0, 59):02}-00:00",
        "latitude": draw.decimal(-90, 90, 6),
        "longitude": draw.decimal(-180, 180, 6),
        "tags": [draw.one(vocabulary) for _ in range(draw.count(7, 20))],
        "friends": [
            {"id": i, "name": draw.one(FIRST) + draw.one(LAST)} for i in range(draw.count(3, 12))
        ],
        "greeting": f"Hello,{name}!Youhave{draw.integer(0, 1000)}unreadmessages.",
        "favoriteFruit": draw.one(["apple", "banana", "strawberry", "açaí"]),
    }


def numeric_object(draw: Draw, index: int) -> Object:
    widest = [-(2**31), 2**31 - 1]
    timestamps: list[Callable[[], int]] = [
        lambda: draw.integer(1_000_000_000, 9_999_999_999),
        lambda: draw.integer(1_000_000_000, 9_999_999_999),
        lambda: draw.integer(1_000_000_000_000, 1_999_999_999_999),
        lambda: draw.integer(-100_000, 100_000),
        lambda: draw.one([-(2**63), 2**63 - 1, 2**31, -(2**31) - 1, 2**53 + 1, 0]),
    ]
    return {
        "id": draw.hexadecimal(9) + draw.guid()[8:],
        "index": index,
        "numbr": draw.one(widest) if draw.chance(0.02) else draw.integer(-1000, 100_000),
        "coordinates": [
            {
                "timestamp": timestamps[min(4, int(draw.source.random() * 4.05))](),
                "latitude": draw.decimal(-90, 90, draw.one([6, 6, 6, 3, 1])),
                "longitude": draw.decimal(-180, 180, draw.one([6, 6, 6, 3, 15])),
            }
            for _ in range(draw.count(10, 40))
        ],
    }


#: The maker of an object type's variants, with the seed that makes them. A type without one gets
#: those of alike.py.
MAKERS: dict[str, tuple[int, Callable[[Draw, int], Object]]] = {
    "NumericObject": (20_250_101, numeric_object),
    "DummyObject": (20_250_102, dummy_object),
}
COUNT = 1024


def variants(object_type: str, canonical: Object) -> list[Object]:
    """The `COUNT` variants of a type; index 0 is the canonical object itself."""
    seed, make = MAKERS[object_type]
    draw = Draw(random.Random(seed))
    return [canonical, *(make(draw, index) for index in range(1, COUNT))]
