"""Bodies without end: objects grown from the schemas and bent, cases of `providers/` and pieces of
them, and noise.
"""

from __future__ import annotations

import struct
from random import Random

from .languages import LANGUAGES, Language
from .provided import PROVIDERS, RECORDS, SMALLER, carries
from .tree import Bender, field_names, grow
from .values import BUFFERS
from .wire import Body

LARGEST_SEED = 16384
LARGEST = 65536


def seeds(language: Language, object_type: str) -> list[bytes]:
    """The cases and goldens of a format and type, the large ones left out."""
    end = language.name.lower()
    files = [*(PROVIDERS / "golden").glob(f"{object_type}.{end}")]
    for folder in ("accept", "reject"):
        files += sorted((PROVIDERS / folder / language.name).glob(f"{object_type}.*.{end}"))
    return [body for file in files if len(body := file.read_bytes()) <= LARGEST_SEED]


#: This part of the bodies is spelled with every liberty of its format and not damaged, so that much
#: is read and compared.
SPARED = 0.3


class Bodies:
    """Makes bodies from one seed, always the same ones in the same order."""

    def __init__(
        self, seed: int, formats: list[str] | None = None, object_types: list[str] | None = None
    ) -> None:
        self._draw = Random(seed)
        self._types = {
            name: [kind for kind in object_types or SMALLER if carries(name, kind)]
            for name in formats or LANGUAGES
        }
        self._languages = [LANGUAGES[name] for name, types in self._types.items() if types]
        pairs = [
            (language, kind) for language in self._languages for kind in self._types[language.name]
        ]
        self._seeds = {(language.name, kind): seeds(language, kind) for language, kind in pairs}
        self._benders = {
            (language.name, kind): Bender(
                [*field_names(RECORDS[kind]), *language.odd_names], language.spell, language.odd
            )
            for language, kind in pairs
        }

    def make(self, count: int) -> list[Body]:
        return [self._one() for _ in range(count)]

    def _one(self) -> Body:
        draw = self._draw
        language = draw.choice(self._languages)
        object_type = draw.choice(self._types[language.name])
        if draw.random() < SPARED:
            return Body(
                language.name, object_type, self._grown(language, object_type, bends=0)[:LARGEST]
            )
        pick = draw.random()
        if pick < 0.70:
            data = self._grown(language, object_type)
        elif pick < 0.97:
            data = draw.choice(self._seeds[language.name, object_type])
        else:
            data = draw.randbytes(draw.randint(0, 40))
        if language.tokens and draw.random() < 0.02:
            data = (
                b" " * (draw.choice(BUFFERS) - draw.randint(0, len(data))) + data
            )  # the same, across the end of a buffer
        if language.tokens and draw.random() < 0.45:
            data = self._retoken(language, object_type, data)
        if draw.random() < (0.15 if language.tokens else 0.3):
            data = rebyte(draw, data, language)
        return Body(language.name, object_type, data[:LARGEST])

    def _grown(self, language: Language, object_type: str, bends: int | None = None) -> bytes:
        draw = self._draw
        root = grow(draw, object_type.encode(), RECORDS[object_type], language)
        bender = self._benders[language.name, object_type]
        for _ in range(draw.choice((0, 1, 1, 1, 2, 3)) if bends is None else bends):
            bender.change(draw, root)
        return language.render(root)

    def _retoken(self, language: Language, object_type: str, data: bytes) -> bytes:
        """A token or two taken out, doubled, swapped, or put in: from the dictionary, or from
        another body.
        """
        draw = self._draw
        assert language.tokens
        tokens: list[bytes] = language.tokens.findall(data)
        for _ in range(draw.choice((1, 1, 2, 4))):
            at = draw.randint(0, len(tokens))
            match draw.randrange(8):
                case 0:
                    del tokens[at : at + draw.choice((1, 1, 2, 5))]
                case 1:
                    tokens[at:at] = tokens[at : at + draw.choice((1, 1, 2, 5))]
                case 2 if tokens:
                    other = draw.randrange(len(tokens))
                    tokens[at % len(tokens)], tokens[other] = (
                        tokens[other],
                        tokens[at % len(tokens)],
                    )
                case 3:
                    tokens[at : at + 1] = [draw.choice(language.dictionary)]
                case 4:
                    tokens[at : at + 1] = [language.odd(draw)]
                case 5:
                    others: list[bytes] = language.tokens.findall(
                        draw.choice(self._seeds[language.name, object_type])
                    )
                    start = draw.randint(0, len(others))
                    tokens[at:at] = others[start : start + draw.choice((1, 2, 4, 8))]
                case 6 if tokens:
                    token, piece = tokens[at % len(tokens)], draw.choice(language.dictionary)
                    inside = draw.randint(0, len(token))
                    tokens[at % len(tokens)] = token[:inside] + piece + token[inside:]
                case _:
                    tokens.insert(at, draw.choice(language.dictionary))
        return b"".join(tokens)


def rebyte(draw: Random, data: bytes, language: Language) -> bytes:
    """A byte or a few changed, without any idea of the format but its dictionary."""
    changed = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 3))):
        at = draw.randint(0, len(changed))
        match draw.randrange(8):
            case 0 if changed:
                changed[at % len(changed)] ^= 1 << draw.randrange(8)
            case 1 if changed:
                changed[at % len(changed)] = draw.choice(
                    (0, 1, 2, 3, 4, 5, 8, 0x10, 0x12, 0x20, 0x7F, 0x80, 0xFF, draw.randrange(256))
                )
            case 2:
                del changed[at : at + draw.choice((1, 1, 2, 4, 16))]
            case 3:
                changed[at:at] = changed[at : at + draw.choice((1, 2, 4, 16))]
            case 4:
                changed[at:at] = draw.choice(language.dictionary)
            case 5:
                changed[at : at + 1] = draw.choice(language.dictionary)
            case 6 if len(changed) >= 4:
                at = min(at, len(changed) - 4)
                number = struct.unpack_from("<i", changed, at)[0] + draw.choice((-4, -1, 1, 2, 7))
                struct.pack_into("<I", changed, at, number & 0xFFFFFFFF)
            case _:
                del changed[at:]
    if language.tokens is None and len(changed) >= 4 and draw.random() < 0.6:
        struct.pack_into(
            "<i", changed, 0, len(changed)
        )  # otherwise hardly one would get past the first rule
    return bytes(changed)
