#!/usr/bin/env python3
"""Compresses the canonical bytes of two object types in each content coding, for runs that compare
consumers on the same coded bodies: those of gzip and brotli depend on who wrote them.

    python providers/coded.py            write those that are not there; none is written twice
    python providers/coded.py --check    write nothing; exit 1 and name each file that does not
        decode to its golden, and each that is missing

Needs zstandard and brotli; the driver's development environment has them.
"""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import brotli
import zstandard

GOLDEN = Path(__file__).resolve().parent / "golden"
CODED = GOLDEN / "coded"
TYPES = ("DummyObject", "NumericObject")
#: A head without flags, time, level and system, as both servers write it.
HEAD = bytes.fromhex("1f8b08000000000000ff")


def gzip(body: bytes) -> bytes:
    """One member: the head, deflate of level 6, checksum and length."""
    deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = deflate.compress(body) + deflate.flush()
    return HEAD + data + struct.pack("<II", zlib.crc32(body), len(body))


def zstd(body: bytes) -> bytes:
    """One frame of level 3 that states its content's size, without a checksum."""
    written: bytes = zstandard.ZstdCompressor(level=3).compress(body)
    return written


def br(body: bytes) -> bytes:
    """One stream of quality 5, its window 22 bits."""
    written: bytes = brotli.compress(body, quality=5, lgwin=22)
    return written


def plain(name: str, coded: bytes) -> bytes:
    """What a body of the coding of that file ending decodes to."""
    if name == "gz":
        return zlib.decompress(coded, 16 + zlib.MAX_WBITS)
    decoded: bytes = (
        zstandard.ZstdDecompressor().decompress(coded)
        if name == "zst"
        else brotli.decompress(coded)
    )
    return decoded


#: How a coding writes, by its ending.
ENCODERS = {"gz": gzip, "zst": zstd, "br": br}


def goldens() -> list[Path]:
    """The canonical bytes that are compressed."""
    return [
        path
        for name in TYPES
        for path in sorted(GOLDEN.glob(f"{name}.*"))
        if path.suffix != ".sha256"
    ]


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    wrong = 0
    for golden in goldens():
        for ending, encode in ENCODERS.items():
            path, body = CODED / f"{golden.name}.{ending}", golden.read_bytes()
            if not path.exists() and not arguments:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(encode(body))
                print(f"wrote {path.name}, {path.stat().st_size:,} bytes of {len(body):,}")
            if not path.exists() or plain(ending, path.read_bytes()) != body:
                print(f"{path.name} is not {golden.name}, coded: delete it and run coded.py")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
