"""The record that the study inserted, and 1,024 of its shape that differ. Pure."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from functools import cache

#: As the study prints it, inserted again and again.
RECORD: Mapping[str, str | int] = {
    "Name": "Asus ZenFone Live (L2)",
    "Network": "GSM / HSPA / LTE",
    "Display": "IPS LCD capacitive touchscreen, 16M colors",
    "CPU": "Quad-core 1.4 GHz Cortex-A53",
    "MemoryCard": "microSD, up to 1 TB (dedicated slot)",
    "MainCamera": "8 MP or 13 MP, f/2.0, PDAF",
    "Battery": "Non removable Li-Ion 3000 mAh battery",
    "Price": 4300000,
}
_VARIANTS, _SEED = 1024, 20_210_601
_SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789"


@cache
def varied() -> tuple[Mapping[str, str | int], ...]:
    """Records of the same length, of random letters and digits, which hardly compress."""
    drawn = random.Random(_SEED)

    def other(value: str | int) -> str | int:
        if isinstance(value, int):
            return drawn.randrange(1_000_000, 10_000_000)
        return "".join(drawn.choice(_SIGNS) if sign.isalnum() else sign for sign in value)

    return tuple({name: other(RECORD[name]) for name in RECORD} for _ in range(_VARIANTS))


def documents(count: int, records: str) -> Iterator[dict[str, str | int]]:
    """Documents with keys from 0, each as JSON and as XML; `records` is `constant` or `varied`."""
    every = varied() if records == "varied" else (RECORD,)
    texts = [(as_json(one), as_xml(one)) for one in every]
    for key in range(count):
        as_text, as_markup = texts[key % len(texts)]
        yield {"key": key, "json": as_text, "xml": as_markup}


def as_json(record: Mapping[str, str | int]) -> str:
    """As the study shaped it, without blanks."""
    return json.dumps({"Smartphone": [record]}, separators=(",", ":"))


def as_xml(record: Mapping[str, str | int]) -> str:
    """The same; no value has a sign that XML would escape."""
    fields = "".join(f"<{name}>{value}</{name}>" for name, value in record.items())
    return f"<Smartphone>{fields}</Smartphone>"
