#!/usr/bin/env python3
"""Writes the sources of every object type anew, in each language, and as Protobuf and Avro describe
it, from its schema in `objects/`.

    python providers/object_types.py           write the files
    python providers/object_types.py --check   write nothing; exit 1 and name each file that would
        change or go

Needs Jinja2, and pymongo for its `bson` package; the driver's development environment has it.
docs/schema.md says what a schema may say.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from schema import (
    avro,
    java,
    java_engines,
    java_messages,
    proto,
    rust,
    rust_messages,
    typescript,
)
from schema.model import ObjectType
from schema.page import Page
from schema.reader import Unreadable, read
from sizes import lengths

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
#: What is made of every type. Add a target here.
TARGETS = [rust, rust_messages, java, java_engines, java_messages, proto, avro, typescript]


def object_types(folder: Path = HERE / "objects") -> list[ObjectType]:
    """Every type that has a schema, those with a number first, then by name; Unreadable where a
    schema is no type, or two have one number or file.
    """
    types = sorted(
        map(read, folder.glob("*.schema.json")),
        key=lambda known: (known.number or math.inf, known.name),
    )
    for before, known in itertools.pairwise(types):
        if known.number and before.number == known.number:
            raise Unreadable(
                f"{known.name}: x-number is {known.number}, as that of {before.name}; leave it out"
            )
    files: dict[str, ObjectType] = {}
    for known in types:
        if (other := files.setdefault(known.name.lower(), known)) is not known:
            raise Unreadable(
                f"{known.name}: its name differs from {other.name} in case alone, and so would their files; name one of them otherwise"
            )
    return [
        replace(
            known, lengths=lengths(known, json.loads((folder / f"{known.name}.json").read_text()))
        )
        if known.scales
        else known
        for known in types
    ]


def pages(types: Sequence[ObjectType]) -> list[Page]:
    """Every file that is made of these types."""
    return [page for target in TARGETS for page in target.pages(types)]


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        made = {ROOT / page.file: page.text() for page in pages(object_types())}
    except Unreadable as why:
        print(why, file=sys.stderr)
        return 1
    stale = [file for file, text in made.items() if not file.exists() or file.read_bytes() != text]
    # Of two targets' files some are each other's, too.
    left = sorted({file for target in TARGETS for file in ROOT.glob(target.ALL)} - {*made})
    for file in [*stale, *left]:
        if arguments:
            print(
                f"{file.relative_to(ROOT)} is not what providers/object_types.py makes: run `make objects`, or undo the change"
            )
        elif file in made:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(made[file])
            print(f"wrote {file.relative_to(ROOT)}")
        else:
            file.unlink()
            print(f"removed {file.relative_to(ROOT)}, whose schema is gone")
    return 1 if arguments and (stale or left) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
