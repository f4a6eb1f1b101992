"""What the driver knows of formats before a server answers; servers announce which there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

#: What is measured unless others are asked for.
USUAL = ("JSON", "BSON", "XML")


class GivesUp(NamedTuple):
    """What a format gives up, whatever its speed; empty where nothing. `strictness` is what its
    specification leaves open or lets pass, `languages` what it takes elsewhere to read it.
    """

    readability: str = ""
    schema: str = ""
    strictness: str = ""
    languages: str = ""


_BINARY = "binary"
_THIRD_PARTY = "a library of a third party"
#: By format; one that is not here is measured alike, and its line is missing.
GIVES_UP: Mapping[str, GivesUp] = {
    "JSON": GivesUp(strictness="repeated names are left open (RFC 8259)"),
    "BSON": GivesUp(
        _BINARY,
        strictness="repeated names are left open",
        languages="a library of MongoDB or a third party",
    ),
    "XML": GivesUp(strictness="numbers and booleans are text, typed by a schema alone"),
    "Protobuf": GivesUp(
        _BINARY,
        "both sides need the .proto",
        "unknown fields pass, absent ones become defaults",
        "code generated for each language",
    ),
    "MessagePack": GivesUp(
        _BINARY, "", "a value has several encodings, none canonical", _THIRD_PARTY
    ),
    "CBOR": GivesUp(_BINARY, "", "the deterministic form is optional (RFC 8949)", _THIRD_PARTY),
    "Avro": GivesUp(
        _BINARY, "a reader needs the writer's schema", "", "a library of Apache or a third party"
    ),
}


def of_ending(ending: str) -> str:
    """The format of files that end so; as the ending has it where it is none of the usual ones,
    since filters take a name in any case.
    """
    return next((name for name in USUAL if name.lower() == ending), ending)
