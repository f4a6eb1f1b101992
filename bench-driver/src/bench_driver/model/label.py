"""What a sweep may be called: its id, which also names its folder, and its label, a name of its
maker's own. Pure.
"""

from __future__ import annotations

import re
from typing import Any

from ..errors import Misnamed, UsageError
from .records import SweepRecord

#: What the store has room for.
LONGEST = 80
#: An id is a file's name, and what the store has room for.
_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}")
#: Of a server with its setup, an engine, a type with its size, a format, or of what a slice was
#: measured under: it stands in file names. Empty where there is none.
_NAME = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.+=#@:-]{0,63})?")
_LIKE_AN_ID = re.compile(r"\d[\dT-]*Z?")


def labelled(sweep: SweepRecord) -> str:
    """What follows a sweep's id: its label, where it has one."""
    return f" ({sweep.label})" if sweep.label else ""


def id_checked(name: str) -> str:
    """The id.

    UsageError where it could be none: a path, a word that the commands have, or longer than a store
    takes.
    """
    if not isinstance(name, str) or not _ID.fullmatch(name) or name == "last":
        why = (
            "an id is 1 to 64 letters, digits, `_`, `.`, `+` and `-`, does not begin with `.`, "
            "`+` or `-`, and is not `last`"
        )
        raise UsageError(
            f"{name!r} cannot be a sweep's id", why=why, do="give --out another folder's name"
        )
    return name


def name_checked(name: Any) -> str:
    """The name. Misnamed where it could be none: it would lead files elsewhere."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        what = f"{name!r:.70} is no name of a server, an engine, a type or a format"
        do = "take no figures from it; `bench-driver list` says which sweep has it"
        raise Misnamed(what, why="no driver writes such a name into a store", do=do)
    return name


def of_title(title: str) -> str:
    """A label that reads like a title which has what no label may hold: the names of branches,
    paths.
    """
    words = "".join(
        character if character.isprintable() else " "
        for character in title.replace("/", ":").replace("_from_", " from ")
    )
    return checked(words.strip()[:LONGEST].lstrip("-"))


def checked(label: str) -> str:
    """The label without spaces around it.

    UsageError where it is none, or where it could be mistaken for an id, for `last` or for a
    scenario.
    """
    text = label.strip()
    why = ""
    if not text or len(text) > LONGEST or not text.isprintable():
        why = f"a label is a line of 1 to {LONGEST} characters"
    elif text == "last" or _LIKE_AN_ID.fullmatch(text):
        why = "it could be mistaken for a sweep's id, or for the last one"
    elif "/" in text or "_from_" in text:
        why = "it could be mistaken for a scenario"
    elif text.startswith("-"):
        why = "it could be mistaken for an option"
    if why:
        raise UsageError(
            f"--label {label!r} cannot be used",
            why=why,
            do='give words, as --label "mimalloc trial"',
        )
    return text
