"""Samples whose values can be told from anything else, and where these are found again."""

from __future__ import annotations

import random
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench_driver.servers import own_objects

from ..test_object_scrambled import runs

#: Types beside the planted one, whose values are published, and have some numbers of four digits.
PUBLISHED = ("Message", "Purchase", "Street")
#: A field that no format calls so, and that keeps XML from carrying the type.
FIELD = "hushlabels"
#: Four letters of Georgian come in no program and no picture by chance, as four of ASCII do.
_LETTERS = "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ"
_source = random.Random(11)


def _rare() -> str:
    return "".join(_source.choice(_LETTERS) for _ in range(4))


def _short() -> str:
    return "".join(_source.choice("bcdfghjklmnpqrstvwxz") for _ in range(4))


def _number() -> int:
    return 3107 + 137 * _source.randrange(40)


def _wide() -> int:
    return _source.randrange(10**11, 10**12)


def _sample() -> dict[str, Any]:
    return {
        "name": _rare(), "mail": f"{_short()}.{_short()}@{_rare()}.qqqq", "size": _number(),
        "wide": _wide(), "share": _number() / 100, "big": _wide() * 1e3,
        "state": _source.choice([_STATE, "Qwxz"]),
        FIELD: {f"{_rare()}-{_number()}": _short(), f"{_short()}/x": f"{_wide()}"},
        "lines": [{"sku": f"{_short().upper()}{_number()}", "note": _rare()}, {"note": None}],
    }  # fmt: skip


_STATE = _rare()
SAMPLES = [_sample() for _ in range(12)]


def _values(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for name, held in value.items():
                yield from [name] if re.search("[-/]", name) else []
                yield from _values(held)
        case list():
            for held in value:
                yield from _values(held)
        case int() | float() | str():
            yield repr(value) if not isinstance(value, str) else value


#: Each four letters or digits in a row but round numbers, and what of them is nowhere by chance.
SHORT = {run for value in _values(SAMPLES) for run in runs(value) if not run.endswith("000")}
_RARE = {run for run in SHORT if not run.isascii()} | {
    digits for value in _values(SAMPLES) for digits in re.findall(r"\d{11,}", value)
}
_ESCAPED = {run.encode("unicode_escape") for run in _RARE if not run.isascii()}
_ANYWHERE = re.compile(b"|".join(map(re.escape, {run.encode() for run in _RARE} | _ESCAPED)))


def found(
    objects: Path, root: Path, others: list[Path], said: list[str], figures: list[str]
) -> list[str]:
    """Where planted values are: in any file below these, programs too; and, of those that programs
    have by chance, in what was written of the types and said on the screen. Where figures were
    said, digits are theirs.
    """
    places = []
    for file in (file for folder in [objects, *others] for file in _files(folder)):
        for name, body in _bodies(file):
            if at := _ANYWHERE.search(body):
                places.append(f"{name}: {at[0]!r}")
    texts = {str(file): file.read_bytes() for file in _written(objects, root)}
    texts |= {f"screen {number}": text.encode() for number, text in enumerate(said)}
    texts |= {f"figures {number}": text.encode() for number, text in enumerate(figures)}
    for name, body in texts.items():
        common = runs(body.decode(errors="replace")) & SHORT
        if name.startswith("figures"):
            common = {run for run in common if not run.isdigit()}
        if common:
            places.append(f"{name}: {sorted(common)[:3]}")
    return places


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in [folder, *folder.rglob("*")] if file.is_file())


def _bodies(file: Path) -> Iterator[tuple[str, bytes]]:
    yield str(file), str(file).encode() + file.read_bytes()
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as packed:
            for name in packed.namelist():
                yield f"{file}!{name}", packed.read(name)


def _written(objects: Path, root: Path) -> Iterator[Path]:
    """What is of the types: neither compiled, nor a digest, nor as the checkout has it."""
    copy = own_objects.tree(objects)
    for file in _files(objects):
        if "target" in file.parts or "programs" in file.parts or file.suffix == ".sha256":
            continue
        if file.name.startswith(PUBLISHED):
            continue
        same = root / file.relative_to(copy) if file.is_relative_to(copy) else objects / "none"
        if not (same.is_file() and same.read_bytes() == file.read_bytes()):
            yield file
