"""Which object types a format cannot carry, and why. docs/schema.md has the table; decision 0006
the forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .model import Field, Kind, List, Map, Presence, Record

#: What the guard takes for the name of an element.
ELEMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


def uncarried(record: Record) -> dict[str, str]:
    """Each format that cannot carry a type of this record, with the first reason."""
    reasons = {"XML": xml(record, record.name), "Protobuf": protobuf(record, record.name)}
    first = {name: next(why, None) for name, why in reasons.items()}
    return {name: why for name, why in first.items() if why is not None}


def xml(record: Record, place: str) -> Iterator[str]:
    """Why XML cannot carry a record that stands at this place."""
    for field in record.fields:
        where = f"{place}.{field.name}"
        if not ELEMENT.fullmatch(field.name):
            yield f"the name of {where} is none that an element may have here"
        if field.presence is Presence.NULLABLE:
            yield f"there is no mark for null, which {where} may be"
        yield from held(field, where)


def held(field: Field, where: str) -> Iterator[str]:
    kind = field.kind
    if isinstance(kind, List):
        kind = kind.item
        if isinstance(kind, List):
            yield f"nothing tells where an inner list of {where} ends"
    if isinstance(kind, Map):
        yield f"a key of the map {where} need not be a name"
    if isinstance(kind, Record):
        yield from xml(kind, where)


def protobuf(record: Record, place: str) -> Iterator[str]:
    """Why Protobuf cannot carry a record that stands at this place."""
    for field in record.fields:
        where = f"{place}.{field.name}"
        if isinstance(field.kind, Map) and field.presence is Presence.OPTIONAL:
            yield f"nothing tells an empty map from an absent one, which {where} may be"
        kind: Kind = field.kind
        while isinstance(kind, List | Map):
            kind = kind.item if isinstance(kind, List) else kind.value
        if isinstance(kind, Record):
            yield from protobuf(kind, where)
