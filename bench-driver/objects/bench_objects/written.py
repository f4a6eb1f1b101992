"""A type's folder: there whole, or not at all."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench_driver.errors import UsageError
from bench_driver.system import files

from .bad import LARGEST_OBJECT, BadSample
from .concluded import Schema

_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,39}")


def check_name(
    name: str, words: Sequence[str], published: Sequence[str], there: Sequence[str]
) -> None:
    """UsageError where a type cannot be called so: `words` of languages, types that are published,
    and those of the user's own that are `there`.
    """
    why = do = ""
    if not _NAME.fullmatch(name):
        why = "a class of that name is made: at most 40 letters and digits, the first a capital"
        do = "give it another, like OrderLine"
    elif name.lower() in map(str.lower, words):
        why, do = "a language has something of that name", f"give it another, like {name}Body"
    elif name.lower() in map(str.lower, published):
        why, do = "the testbed has a type of that name", f"give it another, like Our{name}"
    elif name.lower() in map(str.lower, there):
        why = "there is one of that name"
        do = f"run `bench-driver object remove {name}` first, with the same --objects"
    if why:
        raise UsageError(f"an object type cannot be called {name[:60]!r}", why=why, do=do)


def compact(value: Any) -> str:
    """A value as JSON of one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def size(made: Any) -> int:
    """The bytes of an object in JSON."""
    return len(compact(made).encode())


def check_size(made: Any) -> int:
    """The same; BadSample where servers would refuse them."""
    if (found := size(made)) > LARGEST_OBJECT:
        why = f"it has {found:,} bytes of JSON, and {LARGEST_OBJECT:,} are the most"
        do = "give shorter lists, or one item of the longest list as the object"
        raise BadSample("the object is too large", why=why, do=do)
    return found


def write(folder: Path, name: str, schema: Schema, first: Any, variants: Sequence[Any]) -> Path:
    """Writes the type below `folder`, and returns its own folder; `variants` may be none."""
    meant, draft = folder / name, folder / f".{name}.new"
    with files.explained(meant):
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        try:
            pretty = json.dumps(schema, ensure_ascii=False, indent=2)
            (draft / f"{name}.schema.json").write_text(f"{pretty}\n", encoding="utf-8")
            pretty = json.dumps(first, ensure_ascii=False, indent=2)
            (draft / f"{name}.json").write_text(f"{pretty}\n", encoding="utf-8")
            if variants:
                lines = "".join(f"{compact(one)}\n" for one in variants)
                (draft / f"{name}.variants.jsonl").write_text(lines, encoding="utf-8")
            draft.rename(meant)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return meant
