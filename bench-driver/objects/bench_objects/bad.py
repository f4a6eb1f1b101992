"""What is wrong with a sample or a schema, and the limits that both have."""

from __future__ import annotations

from bench_driver.errors import BenchError

#: Bytes of a sample or schema, with all that it refers to.
LARGEST = 16 * 2**20
#: Records, maps and lists that are open at once: no guard opens more.
DEEPEST = 64
#: Places that samples may have before maps are told from records; a schema's parts, references
#: and YAML's aliases written out.
MOST_PLACES = 20_000
#: Fields of a type, over all its records: each is code in both servers.
MOST_FIELDS = 2_000
#: Bytes of an object in JSON. A server takes bodies of 64 KiB; variants are half as large again,
#: and XML is larger.
LARGEST_OBJECT = 32 * 2**10


class BadSample(BenchError):
    """A sample or schema that no object type can be made of; no value of it is ever told."""


def too_deep() -> BadSample:
    """What nests deeper than a guard opens."""
    why = f"no server opens more than {DEEPEST} records, maps and lists at once"
    return BadSample("it nests too deep", why=why, do="give a part of it that is flatter")


def too_many(what: str, most: int) -> BadSample:
    """What has more parts than there may be."""
    why = f"at most {most:,} are read"
    return BadSample(f"it has too many {what}", why=why, do="give a part of it")
