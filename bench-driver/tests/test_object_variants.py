"""Variants that are drawn from a few samples: as these are, and none of their values."""

from __future__ import annotations

import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bench_objects.bad import LARGEST_OBJECT
from bench_objects.scrambled import Scrambler
from bench_objects.written import size

from .sampling_objects import draft, made

COUNT = 1024


def sample(source: random.Random) -> dict[str, Any]:
    """One of a shop's purchases: some things absent, some null, lists of many lengths."""
    return {
        "id": source.randrange(10**8, 10**9),
        "name": "".join(source.choice("aeéLM- 7") for _ in range(source.randrange(3, 40))),
        "total": -source.randrange(100, 99_999) / 100,
        "lines": [
            {"sku": f"{source.randrange(10**6)}", **({"gift": True} if source.random() < 0.3 else {})}
            for _ in range(source.choice([0, 1, 1, 2, 9]))
        ],
        "labels": {f"k-{source.randrange(999)}": "x" for _ in range(source.randrange(5))},
        **({"note": "none" * source.randrange(1, 9)} if source.random() < 0.4 else {}),
        "paid": source.choice([None, source.randrange(99)]),
        "zone": {"a": source.choice([None, 1.5])} if source.random() < 0.8 else None,
    }  # fmt: skip


SAMPLES = [sample(random.Random(at)) for at in range(20)]
ANSWERS = {"labels": "map"}


def classes(text: str) -> Counter[str]:
    return Counter(map(unicodedata.category, text))


#: What is counted of an object, a number for each thing that it has.
COUNTED: dict[str, Callable[[dict[str, Any]], Sequence[float]]] = {
    "absent": lambda one: ["note" not in one],
    "null": lambda one: [one["paid"] is None],
    "null record": lambda one: [one.get("zone") is None],
    "null inside": lambda one: [one["zone"]["a"] is None] if one.get("zone") else [],
    "absent inside": lambda one: ["gift" in line for line in one["lines"]],
    "length": lambda one: [len(one["name"])],
    "optional length": lambda one: [len(one["note"])] if "note" in one else [],
    "capitals": lambda one: [classes(one["name"])["Lu"]],
    "blanks": lambda one: [classes(one["name"])["Zs"]],
    "not ASCII": lambda one: [len(one["name"].encode()) - len(one["name"])],
    "items": lambda one: [len(one["lines"])],
    "entries": lambda one: [len(one["labels"])],
    "digits": lambda one: [len(str(one["id"]))],
    "digits of a double": lambda one: [len(str(one["total"]))],
    "bytes": lambda one: [size(one)],
}


def values(of: str, objects: Sequence[dict[str, Any]]) -> list[float]:
    return [value for one in objects for value in COUNTED[of](one)]


@pytest.mark.parametrize("as_is", [False, True])
def test_variants_of_few_samples_have_their_shares_lengths_and_counts(as_is: bool) -> None:
    scrambler = None if as_is else Scrambler(SAMPLES, random.Random(7))
    of_type = made(draft(*SAMPLES, **ANSWERS), scrambler)
    variants = of_type.variants
    assert len(variants) == COUNT and variants[0] == of_type.canonical
    for of in COUNTED:
        seen, drawn = values(of, SAMPLES), values(of, variants[1:])
        if of != "bytes":
            assert min(seen) <= min(drawn) and max(drawn) <= max(seen), of
        mean, other = sum(seen) / len(seen), sum(drawn) / len(drawn)
        assert abs(mean - other) <= 0.12 * (max(seen) - min(seen)) + 0.02, (of, mean, other)
    assert len({repr(one) for one in variants}) > COUNT * 0.9
    taken = {one["id"] for one in SAMPLES} & {one["id"] for one in variants}
    assert bool(taken) == as_is


def test_of_one_sample_variants_are_made_by_the_rules_of_the_schema() -> None:
    assert made(draft(SAMPLES[0], **ANSWERS)).variants == []


def test_no_variant_is_larger_than_servers_take() -> None:
    long, short = {"a": "x" * 12_000, "b": []}, {"a": "x", "b": ["y" * 3_000] * 9}
    large = made(draft(long, short)).variants
    assert max(map(size, large)) <= LARGEST_OBJECT < size({**short, "a": long["a"]})
    assert {len(one["b"]) for one in large} == {0, 9}
