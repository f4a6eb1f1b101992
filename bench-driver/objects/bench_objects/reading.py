"""What a file or standard input holds: samples, or a schema. Nothing of it is ever executed."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import yamls
from .bad import LARGEST, BadSample, too_deep

_YAML = (".yaml", ".yml")
#: An integer of so many characters is wider than 64 bits, and Python reads only so many of them.
_WIDE = 25


@dataclass(frozen=True)
class Samples:
    """Objects to learn from, and what they came in."""

    objects: Sequence[Any]
    form: str


@dataclass(frozen=True)
class SchemaDocument:
    """A document, where in it a schema stands (a JSON Pointer), and its file; None of a pipe."""

    document: Any
    pointer: str
    file: Path | None


def read(origin: str) -> Samples | SchemaDocument:
    """What FILE, FILE#/pointer or - holds; BadSample where it is neither."""
    if origin == "-":
        return understood(_limited(sys.stdin.buffer.read(LARGEST + 1)))
    name, pointer = origin, ""
    if "#" in name and not Path(name).exists():
        name, _, pointer = origin.partition("#")
    return understood(content(Path(name)), pointer, Path(name))


def content(file: Path) -> bytes:
    """A file's bytes, within the limit."""
    try:
        with file.open("rb") as opened:
            return _limited(opened.read(LARGEST + 1))
    except OSError as error:
        why, do = error.strerror or type(error).__name__, "name a file, or - for standard input"
        raise BadSample(f"{file} cannot be read", why=why, do=do) from error


def _limited(read: bytes) -> bytes:
    if len(read) > LARGEST:
        why = f"at most {LARGEST // 2**20} MiB are read"
        raise BadSample("it is too large", why=why, do="give fewer samples: 100 are plenty")
    return read


def understood(
    read: bytes, pointer: str = "", file: Path | None = None
) -> Samples | SchemaDocument:
    """Samples or a schema, of these bytes."""
    text = decoded(read)
    if pointer or (file and file.suffix in _YAML):
        return SchemaDocument(document(text, file), pointer, file)
    try:
        whole = parse(text)
    except json.JSONDecodeError as error:
        return Samples(_lines(text, error), "JSON Lines")
    if _is_schema(whole):
        return SchemaDocument(whole, "", file)
    if isinstance(whole, list):
        if not whole:
            why = "its list has no items"
            raise BadSample("it has no sample", why=why, do="give a list of objects, or one object")
        return Samples(whole, "the items of a list")
    return Samples([whole], "a JSON document")


def document(text: str, file: Path | None) -> Any:
    """A document with schemas, in JSON or in YAML."""
    if file and file.suffix in _YAML:
        return yamls.read(text)
    try:
        return parse(text)
    except json.JSONDecodeError as error:
        raise _no_json(error) from error


def decoded(read: bytes) -> str:
    """UTF-8 without what no JSON begins with or holds."""
    what = do = ""
    if not read.strip():
        what, do = "it is empty", "give a JSON document"
    elif read.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        what, do = "it begins with a byte order mark", "save it as UTF-8 without one"
    elif b"\0" in read:
        what, do = "it holds a NUL, which no JSON does", "save it as UTF-8"
    if what:
        raise BadSample(what, do=do)
    try:
        return read.decode()
    except UnicodeDecodeError as error:
        why = f"the byte at {error.start:,} is of another encoding"
        raise BadSample("it is not UTF-8", why=why, do="save it as UTF-8") from error


def parse(text: str) -> Any:
    """A JSON document; JSONDecodeError where it is none, BadSample where its names repeat."""
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_int=_whole, parse_constant=_no_number
        )
    except RecursionError as error:
        raise too_deep() from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        what, do = f"an object has two fields {twice[:40]!r}", "leave one of them out"
        raise BadSample(what, why="a field comes once in every format", do=do)
    return made


def _whole(digits: str) -> int:
    return int(digits[:_WIDE])


def _no_number(word: str) -> Any:
    do = "write null, or leave the field out"
    raise BadSample(f"{word} is no number of JSON", do=do)


def _lines(text: str, whole: json.JSONDecodeError) -> list[Any]:
    """A document a line; what is wrong with the whole where the first line is none."""
    found: list[Any] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found.append(parse(line))
        except json.JSONDecodeError as error:
            if not found:
                raise _no_json(whole) from error
            do = "give a whole JSON document a line"
            raise BadSample(f"line {number} is not JSON", why=_where(error), do=do) from error
    return found


def _no_json(error: json.JSONDecodeError) -> BadSample:
    do = "give one JSON document, JSON Lines, a JSON Schema, or FILE.yaml#/components/schemas/NAME"
    return BadSample("it is not JSON", why=f"line {error.lineno}: {_where(error)}", do=do)


def _where(error: json.JSONDecodeError) -> str:
    return f"{error.msg.lower()} at column {error.colno}"


def _is_schema(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    dialect = value.get("$schema")
    return (
        "openapi" in value
        or "swagger" in value
        or (isinstance(dialect, str) and "json-schema.org" in dialect)
        or (value.get("type") == "object" and isinstance(value.get("properties"), dict))
    )
