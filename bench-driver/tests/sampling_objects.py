"""`object add` as tests use it: a sample in, and what is made of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jsonschema

from bench_objects.drafted import Draft, ObjectType, drafted, finished
from bench_objects.reading import Samples, SchemaDocument
from bench_objects.scrambled import Scrambler

from .fuzz.provided import PROVIDERS, provided

ROOT = PROVIDERS.parent
NAME = "Payload"


def draft(*samples: Any, **answers: str) -> Draft:
    """What is concluded of these samples; answers by field."""
    given = {field: {word} for field, word in answers.items()}
    return drafted(Samples(samples, "a test"), given, NAME)


def of_schema(schema: Any, answers: Mapping[str, set[str]] | None = None) -> Draft:
    """What is concluded of a schema."""
    return drafted(SchemaDocument(schema, "", None), answers or {}, NAME)


def made(of: Draft, scrambler: Scrambler | None = None) -> ObjectType:
    """The type in the end, which every format that carries it can hold."""
    found = finished(of, NAME, ROOT, scrambler)
    check(found.schema, [found.canonical, *found.variants[:70]])
    return found


def fields(of: Draft) -> dict[str, str]:
    """What was concluded of each field."""
    return {row.field: row.concluded for row in of.notes.rows}


def check(schema: Any, objects: Sequence[Any]) -> None:
    """Objects are what their schema says, by JSON Schema's own reader and by the guard."""
    record = provided("schema.reader").object_type(schema, NAME).record
    validator = jsonschema.Draft202012Validator(schema)
    guard, uncarried = provided("guard"), provided("schema.carried").uncarried(record)
    for one in objects:
        validator.validate(one)
        for format_name, encode in provided("canonical").ENCODERS.items():
            if format_name in guard.READERS and format_name not in uncarried:
                body = encode(one, record)
                guard.hold(record, guard.READERS[format_name](body, record), 0)


def read(folder: Path) -> tuple[Any, Any]:
    """The schema and the canonical object that were written."""
    parts = (folder / NAME / f"{NAME}.{end}" for end in ("schema.json", "json"))
    schema, canonical = (json.loads(part.read_text()) for part in parts)
    return schema, canonical
