"""An object type as it is so far: what was concluded, and in the end what is written of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .bad import BadSample
from .concluded import Schema, concluded
from .converted import converted
from .examples import example
from .made import canonical, variants
from .notes import Notes
from .observed import Observer
from .provided import provided
from .reading import Samples, SchemaDocument
from .references import References
from .schemas import read_schema
from .scrambled import Scrambler
from .titles import entitled
from .written import check_size

#: A method of the JVM takes so many parameters, the longer ones counted twice.
_PARAMETERS = 254


@dataclass(frozen=True)
class Draft:
    """A type as the answers so far have it; no schema where they leave nothing of it."""

    notes: Notes
    schema: Schema | None
    source: Samples | SchemaDocument


@dataclass(frozen=True)
class ObjectType:
    """What is written of a type, and what is to be told of it."""

    schema: Schema
    canonical: Any
    variants: Sequence[Any]
    size: int
    #: fields that the canonical object has from other samples
    borrowed: int
    #: formats that cannot carry it, with the reason
    uncarried: Mapping[str, str]
    #: fields whose names in code are not those that their words would give
    renamed: Sequence[str]


def drafted(
    source: Samples | SchemaDocument,
    answers: Mapping[str, set[str]],
    name: str,
    allowed: Path | None = None,
) -> Draft:
    """What is concluded of samples or a schema with these answers."""
    notes = Notes(answers)
    if isinstance(source, Samples):
        schema = concluded(Observer().observe(source.objects), notes, name)
    else:
        references = References(allowed)
        schema = read_schema(references.root(source), references, notes, name)
    return Draft(notes, schema, source)


def finished(draft: Draft, name: str, root: Path, scrambler: Scrambler | None) -> ObjectType:
    """The type, its values by the scrambler where there is one."""
    if draft.schema is None:
        why = "no field of it has a value that is kept"
        do = "give a sample with more, or keep a field by --field"
        raise BadSample("nothing is left of the object", why=why, do=do)
    raw: Sequence[Any] = ()
    if isinstance(draft.source, Samples):
        raw = draft.source.objects
        objects = [converted(one, draft.schema) for one in raw]
    else:
        objects = [example(draft.schema)]
    first, borrowed = canonical(objects, draft.schema)
    reader, names = provided(root, "schema.reader"), provided(root, "schema.names")
    schema = entitled(draft.schema, name, names.pascal, reader.TAKEN)
    if scrambler:
        schema = scrambler.schema(schema)
        first = scrambler.of(first, schema)
    lines = variants(objects, first, schema, scrambler)
    try:
        record = reader.object_type(schema, name).record
    except reader.Unreadable as error:
        do = "give the field another name or kind, or leave it out"
        raise BadSample("the servers cannot carry it", why=str(error)[:300], do=do) from error
    _check_parameters(schema)
    uncarried = provided(root, "schema.carried").uncarried(record)
    for one in lines:
        check_size(one)
    renamed = sorted(set(_renamed(schema, names)))
    return ObjectType(schema, first, lines, check_size(first), borrowed, uncarried, renamed)


def _records(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Each record with the field that holds it, which of the whole is empty."""
    for inner, mark in (("items", "[]"), ("additionalProperties", ".*")):
        if isinstance(schema.get(inner), dict):
            yield from _records(schema[inner], f"{path}{mark}")
    if "properties" in schema:
        yield path, schema
        for name, part in schema["properties"].items():
            yield from _records(part, f"{path}.{name}" if path else name)


def _check_parameters(schema: Schema) -> None:
    for path, record in _records(schema):
        fields = record["properties"].values()
        slots = sum(2 if one.get("format") in ("int64", "double") else 1 for one in fields)
        if slots > _PARAMETERS:
            where = path or record["title"]
            why = f"{where} has {len(fields)}, and a record of Java takes {_PARAMETERS}"
            do = "make it a map with --field FIELD=map, or leave some out with --field FIELD=omit"
            raise BadSample("a record has too many fields", why=why, do=do)


def _renamed(schema: Schema, names: Any) -> Iterator[str]:
    for _, record in _records(schema):
        fields = list(record["properties"])
        for language, made, usual in (
            ("Rust", names.rust(fields), lambda words: "_".join(words)),
            ("Java", names.java(fields), names.camel),
        ):
            for name, identifier in made.items():
                if identifier != usual(names.words(name) or [""]):
                    yield f"{name} is {identifier} in {language}"
