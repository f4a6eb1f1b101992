"""What a price is: two readers of the same bodies, which differ in one thing."""

from __future__ import annotations

from dataclasses import dataclass

FORMATS = ("JSON", "BSON", "XML")


@dataclass(frozen=True)
class Reader:
    """One side of a price: what its language's program calls the reader, and the build that has it, where there are several."""

    name: str
    build: str = "bench"


@dataclass(frozen=True)
class Price:
    """A price: its name on the command line, its title, whose runtime it is, how tables call the two readers, who they are, and what they differ in."""

    name: str
    title: str
    consumer: str
    names: tuple[str, str]
    readers: tuple[Reader, Reader]
    words: str
    formats: tuple[str, ...] = FORMATS


_OWNED = Reader("owned")
_RECORDS = Reader("records")

PRICES = (
    Price(
        "doubles",
        "Doubles to the last bit, in Rust",
        "rust-server",
        ("nearly right", "exact"),
        (Reader("owned", "nearly"), _OWNED),
        "serde_json by itself may read a double of 16 or 17 digits as the one next to it; its feature `float_roundtrip` makes every double exact, and all "
        "builds of the server have it. quick-xml reads doubles by Rust's own exact parser, and BSON stores the bits. "
        "No setting of Jackson makes a double inexact.",
        ("JSON",),
    ),
    Price(
        "texts",
        "Texts that the object owns, in Rust",
        "rust-server",
        ("borrowed", "owned"),
        (Reader("borrowed"), _OWNED),
        "A borrowed text (`Cow<str>`) lies in the body, which must outlive the object; only one with an escape is copied. An engine's object owns its texts.",
    ),
    Price(
        "records",
        "Records, in Java",
        "java-server",
        ("public fields", "records"),
        (Reader("fields"), _RECORDS),
        "Jackson fills public fields one by one, and a record by its constructor, which it calls by reflection, with an array of all "
        "arguments. No Blackbird here.",
    ),
    Price(
        "pools",
        "Jackson's pool of buffers",
        "java-server",
        ("a pool a thread", "one pool for all"),
        (Reader("thread-local-pool"), _RECORDS),
        "Jackson takes the buffers of a parse from a pool. Its default is one queue for all threads, which is made for virtual threads, too; before version 3 "
        "each thread had its own. Runs parse on platform threads.",
        ("JSON",),
    ),
    Price(
        "parser",
        "Jackson's parser of doubles",
        "java-server",
        ("Jackson's", "the JDK's"),
        (_RECORDS, Reader("jdk-doubles")),
        "Both are exact. Jackson's own (FastDoubleParser) is its default.",
        ("JSON",),
    ),
)
