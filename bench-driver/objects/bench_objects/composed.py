"""A part of a schema with its references followed, and what it is composed of merged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .bad import DEEPEST, MOST_PLACES, too_deep, too_many
from .references import Part, References

#: Keywords that say what a value is; an alternative without any only limits it.
_SAYS = {
    "type", "properties", "items", "enum", "const", "$ref", "allOf", "anyOf", "oneOf",
    "additionalProperties", "patternProperties", "prefixItems",
}  # fmt: skip


@dataclass
class Flat:
    """What all that a part is composed of says together."""

    words: dict[str, Any] = field(default_factory=dict)
    types: set[str] = field(default_factory=set)
    null: bool = False
    properties: dict[str, Part] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    items: list[Part] = field(default_factory=list)
    values: Part | None = None
    unions: list[list[Part]] = field(default_factory=list)
    recursive: bool = False
    title: str = ""


class Composed:
    """Merges parts, as many as a schema may have."""

    def __init__(self, references: References) -> None:
        self._references, self._parts = references, 0

    def flat(self, part: Part) -> Flat:
        """A part, merged."""
        flat = Flat()
        self._merge(flat, part, 0)
        return flat

    def _merge(self, flat: Flat, part: Part, depth: int) -> None:
        self._parts += 1
        if self._parts > MOST_PLACES:
            raise too_many("parts, its references written out", MOST_PLACES)
        if depth > DEEPEST:
            raise too_deep()
        schema = part.schema
        if not isinstance(schema, Mapping):
            return
        for keyword in ("$dynamicRef", "$recursiveRef"):
            flat.recursive |= keyword in schema
        if isinstance(reference := schema.get("$ref"), str):
            target = self._references.follow(reference, part)
            flat.recursive |= target is None
            if target is not None:
                flat.title = flat.title or reference.rpartition("/")[2]
                self._merge(flat, target, depth + 1)
        for inner in _list(schema.get("allOf")):
            self._merge(flat, part.inner(inner), depth + 1)
        for keyword in ("oneOf", "anyOf"):
            if options := _list(schema.get(keyword)):
                self._union(flat, [part.inner(one) for one in options], depth)
        flat.words |= {name: one for name, one in schema.items() if name not in ("title", "$ref")}
        flat.null |= schema.get("nullable") is True or schema.get("x-nullable") is True
        types = schema.get("type")
        given = {one for one in ([types] if isinstance(types, str) else _list(types))}
        flat.null |= "null" in given
        flat.types = (flat.types & given or given) - {"null"} if given else flat.types
        for name, one in _map(schema.get("properties")).items():
            flat.properties[str(name)] = part.inner(one)
        flat.required |= {str(name) for name in _list(schema.get("required"))}
        items = schema.get("prefixItems", schema.get("items"))
        flat.items = [part.inner(one) for one in _list(items)] or flat.items
        if isinstance(items, Mapping):
            flat.items = [part.inner(items)]
        patterns = list(_map(schema.get("patternProperties")).values())
        values = schema.get("additionalProperties")
        if not isinstance(values, Mapping) and len(patterns) == 1:
            values = patterns[0]
        if isinstance(values, Mapping):
            flat.values = part.inner(values)
        flat.title = flat.title or str(schema.get("title", ""))[:80]

    def _union(self, flat: Flat, options: list[Part], depth: int) -> None:
        kept = []
        for one in options:
            inner = self.flat(one)
            if inner.null and not (inner.types or inner.properties or inner.recursive):
                flat.null = True
            elif inner.recursive or (isinstance(one.schema, Mapping) and _SAYS & one.schema.keys()):
                kept.append(one)
        if len(kept) == 1:
            self._merge(flat, kept[0], depth + 1)
        elif kept:
            flat.unions.append(kept)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _map(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, Mapping) else {}
