#!/usr/bin/env python3
"""Writes what is made here: variants, golden bytes and digests from the canonical objects, and the vectors that hold servers to one verdict.

    python providers/generate.py           write the files
    python providers/generate.py --check   write nothing; exit 1 and name each file that would change

Needs pymongo for its `bson` package, and ruptures; the driver's development environment has it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import steadiness
from alike import variants_alike
from canonical import ENCODERS
from variants import MAKERS, variants

HERE = Path(__file__).resolve().parent


def files() -> Iterator[tuple[Path, bytes]]:
    """Every generated file with the bytes it should have."""
    yield HERE / "vectors" / "steadiness.json", steadiness.file()
    for file in sorted((HERE / "objects").glob("*.schema.json")):
        object_type = file.name.removesuffix(".schema.json")
        data = HERE / "objects" / object_type
        canonical = json.loads(data.with_suffix(".json").read_text())
        schema = json.loads(file.read_text())
        objects = variants(object_type, canonical) if object_type in MAKERS else variants_alike(object_type, canonical, schema)
        lines = [ENCODERS["JSON"](item, schema) for item in objects]
        yield data.with_suffix(".variants.jsonl"), b"\n".join(lines) + b"\n"
        for format_name, encode in ENCODERS.items():
            golden = HERE / "golden" / f"{object_type}.{format_name.lower()}"
            bodies = [encode(item, schema) for item in objects]
            yield golden, bodies[0]
            digests = (f"{hashlib.sha256(body).hexdigest()}  {index}\n" for index, body in enumerate(bodies))
            yield golden.with_name(golden.name + ".sha256"), "".join(digests).encode()


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = [(path, body) for path, body in files() if not path.exists() or path.read_bytes() != body]
    for path, body in stale:
        if arguments:
            print(f"{path.relative_to(HERE)} is not what generate.py makes: run it, or undo the change")
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(body)
            print(f"wrote {path.relative_to(HERE)}, {len(body):,} bytes")
    return 1 if stale and arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
