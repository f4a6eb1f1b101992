"""Folders of the machine that measured, and passwords, taken out of what is published: who reads it
has others.

Older stores keep folders, and a command may name some. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from .records import SweepRecord

#: A path from the root of the file system on, also as a URL of a file; not what follows a host.
_PATH = re.compile(r"(?:(?<=file:)|(?<=sqlite:)|(?<![\w.~@+/:-])|(?<=:)(?!//))/+[^\s'\",;=:()]+")
#: A store's URL, which may hold a password before its host or behind its question mark.
_STORE = re.compile(r"((?:postgres\w*(?:\+\w+)?|mongodb(?:\+srv)?)://)(\S+)")
#: What a plan kept for `--resume` alone, and the name of what the checkout keeps for it now.
_FOR_RESUME = ("folder", "java_home", "origin")


def printable(text: str) -> str:
    """The text without what a terminal would obey or could be misled by: it may be
    somebody else's.
    """
    return (
        text
        if text.isprintable()
        else "".join(
            one if one.isprintable() or unicodedata.category(one) == "Zs" else "\ufffd"
            for one in text
        )
    )


def printable_within(value: Any) -> Any:
    """The value, its texts `printable`, those of names too."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable_within(name): printable_within(item) for name, item in value.items()}
    return [printable_within(item) for item in value] if isinstance(value, list) else value


def published(sweep: SweepRecord) -> SweepRecord:
    """The sweep as files may tell of it: Java by its version, and of every other path its last
    name.
    """
    about = dict(sweep.about)
    if "setup" in about:
        about["setup"] = told(about["setup"])
    if isinstance(about.get("java"), str):
        about["java"] = about["java"].partition(" at /")[0]  # as plans once had it
    return replace(sweep, about=nameless(about))


def told(setup: Mapping[str, Any]) -> dict[str, Any]:
    """How a sweep was started, without what `--resume` goes on by."""
    return {name: value for name, value in setup.items() if name not in _FOR_RESUME}


def nameless(value: Any) -> Any:
    """The value, with the last name of each absolute path in its texts in the path's place, and
    without the secrets of a store's URL.
    """
    if isinstance(value, str):
        return _PATH.sub(lambda found: found[0].rstrip("/").rpartition("/")[2], secretless(value))
    if isinstance(value, Mapping):
        return {name: nameless(item) for name, item in value.items()}
    return [nameless(item) for item in value] if isinstance(value, list | tuple) else value


def secretless(text: str) -> str:
    """The text, with each store's URL as far as it surely holds no secret: user, host
    and database.
    """
    return _STORE.sub(lambda found: found[1] + _place(found[2]), text)


def _place(rest: str) -> str:
    user, at, place = rest.rpartition("@")
    if (
        "?" in user
    ):  # nobody can tell whether that is a password's, or whether a query holds an address
        return "…"
    place = place.partition("?")[0]
    return f"{user.partition(':')[0]}@{place}" if at else place


def arguments(given: Iterable[str], root: Path) -> Iterator[str]:
    """A command's arguments, with paths below the checkout as seen from there, and without the
    place of a user's own object types.
    """
    before = ""
    for argument in given:
        own, before = before == "--objects", argument
        argument = "DIR" if own else secretless(re.sub("^--objects=.*", "--objects=DIR", argument))
        name, sign, value = (
            argument.partition("=") if argument.startswith("-") else ("", "", argument)
        )
        path = Path(value)
        yield (
            f"{name}{sign}{path.relative_to(root)}"
            if path.is_absolute() and path.is_relative_to(root)
            else argument
        )
