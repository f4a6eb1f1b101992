"""Names of records and enumerations: of the fields that hold them, no two different ones alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import Any

from .concluded import Schema

_LONGEST = 40


def entitled(
    schema: Schema, name: str, pascal: Callable[[list[str]], str], taken: Collection[str]
) -> Schema:
    """The schema with titles that every language can write, none of them in `taken`."""
    titles = {name: "", **dict.fromkeys(taken, "")}

    def visit(part: Schema, above: str) -> Schema:
        made = {key: value for key, value in part.items() if key != "~like"}
        if "title" in part:
            body = json.dumps(_untitled(part))
            title = name if part is schema else _free(pascal, part["title"], above, body, titles)
            titles.setdefault(title, body)
            made["title"], made["description"] = (
                title,
                f"{name}, as its samples or its schema have it."
                if part is schema
                else f"A part of {name}.",
            )
            above = title
        if "properties" in part:
            made["properties"] = {
                field: visit(of, above) for field, of in part["properties"].items()
            }
        for inner in ("items", "additionalProperties"):
            if isinstance(part.get(inner), dict):
                made[inner] = visit(part[inner], above)
        return made

    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, **visit(schema, "")}


def _free(
    pascal: Callable[[list[str]], str], wish: str, above: str, body: str, titles: dict[str, str]
) -> str:
    """The first title that no other kind has: the field's, with that of its record, a number."""
    short = pascal([wish])[:_LONGEST]
    longer = f"{above}{short}"[-_LONGEST:].lstrip("0123456789") if above else short
    longer = longer[:1].upper() + longer[1:]
    numbered = (f"{short}{number}" for number in range(2, 100_000))
    for title in (short, longer, *numbered):
        if titles.get(title, body) == body and not title.endswith("OrBuilder"):  # protoc's
            return title
    raise AssertionError("there are fewer fields than numbers")


def _untitled(part: Any) -> Any:
    """What two kinds of one title have alike: nullable or not, they are the same kind."""
    if isinstance(part, list):
        return [_untitled(one) for one in part if one is not None]
    if not isinstance(part, dict):
        return part
    made = {key: _untitled(one) for key, one in part.items() if key not in ("title", "~like")}
    if isinstance(kinds := part.get("type"), list):
        made["type"] = kinds[0]
    return made
