"""Other values in place of those of samples: as long, of the same classes of characters and widths
of numbers; equal ones stay equal, and nothing else stays.

No run of four letters or digits of any sample occurs again where another can be chosen.
"""

from __future__ import annotations

import copy
import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from .concluded import Schema
from .converted import plain

#: Letters or digits in a row that must not come again.
_RUN = 4
_WORDS = re.compile(r"[^\W_]{4,}")
#: Draws for a value that is like no other one yet.
_TRIES = 64
#: Code points that letters of one script share, more or less.
_BLOCK = 512
_KINDS = ("Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Mc", "Nd", "Nl", "No", "So", "Co", "Cn")
_INT32, _WIDEST = 2**31, (10, 19)


class Scrambler:
    """Gives each value another, always the same; `random` decides which, and nobody keeps it."""

    def __init__(self, samples: Iterable[Any], source: random.Random | None = None) -> None:
        self._random = source or random.Random()
        self._planted = _Planted(_runs(samples))
        self._given: dict[tuple[str, Any], Any] = {}
        self._taken: set[tuple[str, Any]] = set()
        self._enumerated: dict[str, str] = {}

    def again(self) -> Scrambler:
        """One that gives other values, but for enumerations, whose texts the schema has."""
        made = copy.copy(self)
        made._given, made._taken = {}, set()
        return made

    def of(self, value: Any, schema: Schema) -> Any:
        """The value scrambled, as this part of the schema has it."""
        kind = plain(schema)
        match value:
            case None:
                return None
            case dict() if "properties" in kind:
                parts = kind["properties"]
                return {name: self.of(one, parts[name]) for name, one in value.items()}
            case dict():
                of = kind["additionalProperties"]
                return {self.text(name): self.of(one, of) for name, one in value.items()}
            case list():
                return [self.of(one, kind["items"]) for one in value]
            case bool():
                return self._random.random() < 0.5
            case int():
                return self._another("integer", value, self._integer)
            case float():
                return self._another("double", value, self._double)
        return self.text(value)

    def schema(self, schema: Schema) -> Schema:
        """The schema, the texts of its enumerations scrambled as those of objects are."""
        if not isinstance(schema, dict):
            return schema
        if not isinstance(values := schema.get("enum"), list):
            return {name: self.schema(one) for name, one in schema.items()}
        others = [one and self.text(one) for one in values]
        if len(set(others)) == len(others):
            self._enumerated.update(zip(values, others, strict=True))
            return {**schema, "enum": sorted(others, key=lambda one: (one is None, one))}
        return {"type": schema["type"]}  # too few texts are as short as these: a text

    def text(self, value: str) -> str:
        """Another text, as long and of the same classes."""
        if (enumerated := self._enumerated.get(value)) is not None:
            return enumerated
        scrambled: str = self._another("text", value, self._text)
        return scrambled

    def _another(self, kind: str, value: Any, draw: Callable[[Any], Any]) -> Any:
        key = (kind, value)
        if key not in self._given:
            for _ in range(_TRIES):
                made = draw(value)
                if (kind, made) not in self._taken:
                    break
            self._given[key] = made
            self._taken.add((kind, made))
        return self._given[key]

    def _text(self, value: str) -> str:
        return self._drawn([_alike(character) or character for character in value])

    def _integer(self, value: int) -> int:
        size = abs(value)
        if size == 0:
            return 0
        digits = ["123456789", *["0123456789"] * (len(str(size)) - 1)]
        if len(digits) in _WIDEST:
            digits[0] = _first(value)
        made = int(self._drawn(digits))
        return -made if value < 0 else made

    def _double(self, value: float) -> float:
        if value == 0:
            return 0.0
        form = repr(abs(value))
        for _ in range(_TRIES):
            choices, begun = [], False
            for at, character in enumerate(form):
                last = at == len(form) - 1
                if not character.isdigit() or not (begun or character != "0"):
                    choices.append(character)
                elif form.endswith(".0") and last:
                    choices.append("0")
                else:
                    choices.append("0123456789"[not begun or (last and "." in form) :])
                    begun = True
            made = float(self._drawn(choices))
            if len(repr(made)) == len(form):
                break
        return -made if value < 0 else made

    def _drawn(self, choices: list[str]) -> str:
        """One character of each, so that no run of a sample comes again."""
        made, run = "", ""
        for of in choices:
            best = self._random.choice(of)
            if (run + best)[-_RUN:] in self._planted:
                order = self._random.sample(of, len(of))
                fine = (one for one in order if (run + one)[-_RUN:] not in self._planted)
                best = next(fine, best)
            made += best
            run = run + best if best.isalnum() else run if best == "." else ""
        return made


def _first(value: int) -> str:
    """The first digits that leave a number of 10 or 19 digits as many bits."""
    if -_INT32 <= value < _INT32:
        return "1"
    return "3456789" if abs(value) < 10**18 else "12345678"


class _Planted:
    """Runs of samples as bits, so that many take no more memory than few; some others seem to be
    among them, and are avoided too.
    """

    _SIZE = 2**24

    def __init__(self, runs: Iterable[str]) -> None:
        self._bits = bytearray(self._SIZE // 8)
        for run in runs:
            at = hash(run) % self._SIZE
            self._bits[at >> 3] |= 1 << (at & 7)

    def __contains__(self, run: str) -> bool:
        at = hash(run) % self._SIZE
        return bool(self._bits[at >> 3] >> (at & 7) & 1)


def _runs(value: Any) -> Iterator[str]:
    """Each run of four letters or digits in all values and keys."""
    match value:
        case dict():
            for name, one in value.items():
                yield from _in_text(name)
                yield from _runs(one)
        case list() | tuple():
            for one in value:
                yield from _runs(one)
        case str():
            yield from _in_text(value)
        case bool() | None:
            pass
        case int() | float():
            yield from _in_text(repr(value).replace(".", ""))


def _in_text(text: str) -> Iterator[str]:
    for word in _WORDS.findall(text):
        yield from (word[at : at + _RUN] for at in range(len(word) - _RUN + 1))


@lru_cache(maxsize=4096)
def _alike(character: str) -> str:
    """What may stand for a character; empty where it stays: punctuation, blanks, signs."""
    for first, many in (("0", 10), ("a", 26), ("A", 26)):
        if ord(first) <= ord(character) < ord(first) + many:
            return "".join(chr(ord(first) + at) for at in range(many))
    kind = unicodedata.category(character)
    if kind not in _KINDS:
        return ""
    size, begin = len(character.encode()), ord(character) // _BLOCK * _BLOCK
    block = (chr(code) for code in range(begin, begin + _BLOCK) if not 0xD800 <= code < 0xE000)
    return "".join(
        one for one in block if unicodedata.category(one) == kind and len(one.encode()) == size
    )
