"""What samples hold at each place, counted: nothing is concluded yet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .bad import DEEPEST, MOST_PLACES, BadSample, too_deep, too_many

#: Doubles that every library writes alike, in magnitude; 0 too.
SMALLEST, TOO_LARGE = 0.001, 10_000_000
#: Different texts of a place that are kept; more make no enumeration.
_MOST_TEXTS = 65
#: No format may have these in a text.
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
#: What a text may look like; it stays a text.
_LOOKS = {
    "times": re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?"),
    "dates": re.compile(r"\d{4}-\d\d-\d\d"),
    "UUIDs": re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    "numbers": re.compile(r"-?\d+(\.\d+)?"),
    "URLs": re.compile(r"[a-z][a-z0-9+.-]*://\S+"),
    "email addresses": re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+"),
}


@dataclass
class Range:
    """The least and the most of something, over how often it came."""

    count: int = 0
    least: float = 0
    most: float = 0

    def add(self, size: float) -> None:
        """One more."""
        self.least = min(self.least, size) if self.count else size
        self.most = max(self.most, size) if self.count else size
        self.count += 1

    def merge(self, other: Range) -> None:
        """All of another."""
        if other.count:
            self.least = min(self.least, other.least) if self.count else other.least
            self.most = max(self.most, other.most) if self.count else other.most
            self.count += other.count

    def __str__(self) -> str:
        return f"{self.least:,}" if self.least == self.most else f"{self.least:,} to {self.most:,}"


@dataclass
class Seen:
    """All values at one place of the samples."""

    count: int = 0
    nulls: int = 0
    booleans: int = 0
    integers: Range = field(default_factory=Range)
    doubles: Range = field(default_factory=Range)
    #: doubles and integers that no double has a canonical form for
    outside: int = 0
    digits: Range = field(default_factory=Range)
    texts: Range = field(default_factory=Range)
    different: set[str] = field(default_factory=set)
    controls: int = 0
    looks: set[str] = field(default_factory=lambda: set(_LOOKS))
    lists: Range = field(default_factory=Range)
    item: Seen | None = None
    records: Range = field(default_factory=Range)
    fields: dict[str, Seen] = field(default_factory=dict)

    @property
    def kinds(self) -> list[str]:
        """The kinds that came; an integer next to a double is one."""
        counts = {
            "boolean": self.booleans,
            "number": self.integers.count + self.doubles.count,
            "text": self.texts.count,
            "list": self.lists.count,
            "record": self.records.count,
        }
        return [name for name, count in counts.items() if count]

    def merge(self, other: Seen) -> Seen:
        """With all of another place, as a map's values are one place."""
        for name in ("count", "nulls", "booleans", "outside", "controls"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("integers", "doubles", "digits", "texts", "lists", "records"):
            getattr(self, name).merge(getattr(other, name))
        if len(self.different) < _MOST_TEXTS:
            self.different |= other.different
        self.looks &= other.looks
        if other.item:
            self.item = (self.item or Seen()).merge(other.item)
        for name, held in other.fields.items():
            self.fields[name] = self.fields.get(name, Seen()).merge(held)
        return self


class Observer:
    """Counts what samples hold; BadSample where they are more than an object type can be."""

    def __init__(self) -> None:
        self._places = 0

    def observe(self, samples: Iterable[Any]) -> Seen:
        """All samples, each of them a record."""
        root, first = Seen(), None
        for number, sample in enumerate(samples, 1):
            if not isinstance(sample, dict):
                do = 'give objects; make anything else a field of one, such as {"items": [...]}'
                raise BadSample(f"sample {number} is {_called(sample)}, and no object", do=do)
            first = first or sample
            if first and sample and first.keys().isdisjoint(sample):
                why = "an object type is one record"
                do = "add each kind of object under a name of its own"
                raise BadSample(f"sample {number} has no field of the first", why=why, do=do)
            self._add(root, sample, ())
        return root

    def _add(self, seen: Seen, value: Any, path: tuple[str, ...]) -> None:
        if isinstance(value, dict | list) and len(path) >= DEEPEST:
            raise too_deep()
        seen.count += 1
        match value:
            case None:
                seen.nulls += 1
            case bool():
                seen.booleans += 1
            case int():
                seen.integers.add(value)
                seen.digits.add(len(str(abs(value))))
                seen.outside += abs(value) >= TOO_LARGE
            case float():
                seen.doubles.add(value)
                seen.outside += value != 0 and not SMALLEST <= abs(value) < TOO_LARGE
            case str():
                self._text(seen, value, path)
            case list():
                seen.lists.add(len(value))
                seen.item = seen.item or self._place()
                for item in value:
                    self._add(seen.item, item, (*path, "[]"))
            case dict():
                seen.records.add(len(value))
                for name, held in value.items():
                    _check_utf8(name, path)
                    if name not in seen.fields:
                        seen.fields[name] = self._place()
                    self._add(seen.fields[name], held, (*path, name))

    def _text(self, seen: Seen, value: str, path: tuple[str, ...]) -> None:
        _check_utf8(value, path)
        seen.texts.add(len(value))
        seen.controls += CONTROLS.search(value) is not None
        if len(seen.different) < _MOST_TEXTS:
            seen.different.add(value)
        seen.looks = {name for name in seen.looks if _LOOKS[name].fullmatch(value)}

    def _place(self) -> Seen:
        self._places += 1
        if self._places > MOST_PLACES:
            raise too_many("fields and keys", MOST_PLACES)
        return Seen()


def _check_utf8(text: str, path: tuple[str, ...]) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        why = "half of a surrogate pair is no character"
        where = ".".join(path).replace(".[]", "[]") or "the object"
        what = f"{where}: a text or name cannot be UTF-8"
        raise BadSample(what, why=why, do="mend its escape") from error


def _called(value: Any) -> str:
    names = {list: "a list", str: "a text", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
