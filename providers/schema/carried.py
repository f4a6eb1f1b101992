"""Which object types a format cannot carry, and why. docs/schema.md has the table; decision 0006
the forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .model import Field, List, Map, Presence, Record

#: What the guard takes for the name of an element.
ELEMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


def uncarried(record: Record) -> dict[str, str]:
    """Each format that cannot carry a type of this record, with the first reason."""
    reason = next(xml(record, record.name), None)
    return {} if reason is None else {"XML": reason}


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
