"""Builds with object types of a user's own: below a folder outside of the checkout, which has a
folder for each type. `bench-driver object` makes them; here they are found, and refused where they
are of another state.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from ..errors import SetupError
from ..system import repository

#: The environment variable that stands in for `--objects`.
BENCH_OBJECTS = "BENCH_OBJECTS"
#: The files of a type, after its name; the last is there where its variants are its own.
FILES = (".schema.json", ".json", ".variants.jsonl")
#: What programs were built of, beside them.
MADE_OF = "made-of.json"


def tree(objects: Path) -> Path:
    """The copy of the checkout that has the types, and in which the servers are built."""
    return objects / ".build" / "tree"


def programs(objects: Path) -> Path:
    """What was built and checked last, as it lies in a checkout."""
    return objects / ".build" / "programs"


def names(objects: Path) -> list[str]:
    """The types of a folder."""
    return sorted(
        path.parent.name
        for path in objects.glob("[A-Z]*/*.schema.json")
        if path.name == f"{path.parent.name}.schema.json"
    )


def files(objects: Path, name: str) -> list[Path]:
    """The files of a type."""
    every = (objects / name / f"{name}{end}" for end in FILES)
    return [file for file in every if file.is_file()]


def digest(objects: Path, without: str = "") -> str:
    """What tells the types of a folder, or all but one, from others."""
    those = [name for name in names(objects) if name != without]
    return _digest(objects, [file for name in those for file in files(objects, name)])


def made_of(objects: Path, root: Path, without: str = "") -> dict[str, str]:
    """What a build of these types, or of all but one, is made of now."""
    sources = (root / file for file in repository.files(root, repository.SOURCES))
    return {"types": digest(objects, without), "sources": _digest(root, sources)}


def built_of(objects: Path) -> dict[str, str]:
    """What the programs were made of; empty where there are none."""
    try:
        made: dict[str, str] = json.loads((programs(objects) / MADE_OF).read_text())
    except (OSError, ValueError):
        return {}
    return made


def is_built(objects: Path) -> bool:
    """Whether the programs have the very types of the folder."""
    return built_of(objects).get("types") == digest(objects)


def about(objects: Path) -> dict[str, int | str]:
    """What results tell of the types, without names or places."""
    return {"types": len(names(objects)), "digest": digest(objects)[:16]}


def current(objects: Path, root: Path) -> Path:
    """The folder of the programs; SetupError where they lack, or are of other types or sources."""
    folder, do = programs(objects), "run `bench-driver object build`, with the same --objects"
    if not (built := built_of(objects)):
        why = "no build of its types has ended there" if names(objects) else "it has no type"
        raise SetupError(f"{objects} has no servers", why=why, do=do)
    for part, now in made_of(objects, root).items():
        if built.get(part) != now:
            why = f"the {part} have changed since they were built"
            raise SetupError(f"the servers in {objects} are of another state", why=why, do=do)
    return folder


def _digest(root: Path, those: Iterable[Path]) -> str:
    found = sha256()
    for file in those:
        body = file.read_bytes()
        found.update(f"{file.relative_to(root)}\n{len(body)}\n".encode() + body)
    return found.hexdigest()
