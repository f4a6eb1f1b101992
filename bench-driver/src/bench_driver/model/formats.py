"""What the driver knows of formats before a server answers; servers announce which there are."""

from __future__ import annotations

#: What is measured unless others are asked for.
USUAL = ("JSON", "BSON", "XML")


def of_ending(ending: str) -> str:
    """The format of files that end so; as the ending has it where it is none of the usual ones,
    since filters take a name in any case.
    """
    return next((name for name in USUAL if name.lower() == ending), ending)
