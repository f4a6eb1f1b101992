#!/usr/bin/env python3
"""Writes what is made here: variants, golden bytes and digests from the canonical objects, and the
vectors that hold servers to one verdict.

    python providers/generate.py             write the files
    python providers/generate.py --objects   write those of the object types alone, in seconds
    python providers/generate.py --check     write nothing; exit 1 and name each file that would
        change

Needs pymongo for its `bson` package, cbor2, fastavro, msgpack, protobuf and ruptures; the
driver's development environment has them.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from alike import variants_alike
from canonical import ENCODERS, to_json
from object_types import object_types
from schema.carried import uncarried
from schema.model import ObjectType
from sizes import SIZES, variants_sized
from variants import COUNT, MAKERS, variants

HERE = Path(__file__).resolve().parent
PAGE = """# Object types

Each has a schema, from which [its sources are made](../../docs/schema.md), and a canonical
object, `<Type>.json`. The bytes are that object's; its 1,024 variants are of about that size.
`make goldens` writes this page. A type with a field that grows comes [in four sizes](../../docs/schema.md#sizes), too.

"""
#: So many variants of each size are in its digest.
DIGESTED = 8
#: No format takes more than so many times a size: consumers raise their limits by this.
WIDEST = 4


def files(pool: Executor) -> Iterator[tuple[Path, bytes]]:
    """What is made of the object types, with the bytes it should have."""
    types = object_types()
    sized = pool.map(digests, [known for known in types if known.scales])
    made = {known.name: files for known, files in zip(types, pool.map(objects, types), strict=True)}
    yield from itertools.chain.from_iterable(files.items() for files in made.values())
    yield HERE / "objects" / "README.md", page(types, made).encode()
    yield HERE / "golden" / "sizes.sha256", "".join(sized).encode()


def page(types: Sequence[ObjectType], made: Mapping[str, Mapping[Path, bytes]]) -> str:
    """What each type stands for, and the size of its canonical object."""
    lines = [
        f"| object type | stands for | grows by | {' | '.join(f'{name} bytes' for name in ENCODERS)} |",
        f"|---|---|---|{'---:|' * len(ENCODERS)}",
    ]
    for known in types:
        bodies = [
            made[known.name].get(HERE / "golden" / f"{known.name}.{name.lower()}")
            for name in ENCODERS
        ]
        sizes = " | ".join("not carried" if body is None else f"{len(body):,}" for body in bodies)
        lines.append(
            f"| [{known.name}]({known.name}.schema.json) | {known.record.says} | {f'`{known.scales}`' if known.scales else ''} | {sizes} |"
        )
    return PAGE + "\n".join(lines) + "\n"


def digests(known: ObjectType) -> str:
    """A line for each size of a type in each format that carries it: the digest of the first
    variants, one after the other.
    """
    lines = []
    for size in SIZES:
        made = variants_sized(known, canonical(known), size, DIGESTED)
        for format_name, encode in ENCODERS.items():
            if format_name not in uncarried(known.record):
                bodies = [encode(item, known.record) for item in made]
                assert max(map(len, bodies)) <= WIDEST * SIZES[size], (
                    f"{known.name} of {size} takes too much in {format_name}"
                )
                lines.append(
                    f"{hashlib.sha256(b''.join(bodies)).hexdigest()}  {known.name}/{size}.{format_name.lower()}\n"
                )
    return "".join(lines)


def canonical(known: ObjectType) -> Any:
    """The object that is committed."""
    return json.loads((HERE / "objects" / f"{known.name}.json").read_text())


def objects(known: ObjectType) -> dict[Path, bytes]:
    """What is made of one object type: its variants, where the servers do not make them, and their
    bytes in each format that carries it.
    """
    files, stored = {}, HERE / "objects" / f"{known.name}.variants.jsonl"
    if known.name in MAKERS:
        made = variants(known.name, canonical(known))
        files[stored] = b"\n".join(to_json(item, known.record) for item in made) + b"\n"
    elif stored.exists():
        made = [json.loads(line) for line in stored.read_text().rstrip("\n").split("\n")]
    else:
        made = variants_alike(known.name, canonical(known), known.record, COUNT)
    for format_name, encode in ENCODERS.items():
        if format_name in uncarried(known.record):
            continue
        golden = HERE / "golden" / f"{known.name}.{format_name.lower()}"
        bodies = [encode(item, known.record) for item in made]
        files[golden] = bodies[0]
        lines = (
            f"{hashlib.sha256(body).hexdigest()}  {index}\n" for index, body in enumerate(bodies)
        )
        files[golden.with_name(golden.name + ".sha256")] = "".join(lines).encode()
    return files


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--objects"], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    checks, vectors = arguments == ["--check"], None
    with ProcessPoolExecutor() as pool:
        if arguments != ["--objects"]:
            import steadiness  # its library is not where the driver alone is installed

            vectors = pool.submit(steadiness.file)  # first, for it takes longest
        made = dict(files(pool))
        if vectors:
            made[HERE / "vectors" / "steadiness.json"] = vectors.result()
    stale = [
        (path, body)
        for path, body in made.items()
        if not path.exists() or path.read_bytes() != body
    ]
    for path, body in stale:
        if checks:
            print(
                f"{path.relative_to(HERE)} is not what generate.py makes: run it, or undo the change"
            )
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(body)
            print(f"wrote {path.relative_to(HERE)}, {len(body):,} bytes")
    return 1 if stale and checks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
