"""Schemas for tests, in a line or two each."""

from __future__ import annotations

from typing import Any

from .fuzz.provided import provided

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
INT32: Schema = {"type": "integer", "format": "int32"}


def record(title: str, **fields: Schema) -> Schema:
    required = [name for name, field in fields.items() if field.get("type") != "array"]
    return {
        "type": "object",
        "title": title,
        "description": f"{title}, for a test.",
        "additionalProperties": False,
        "required": required,
        "properties": fields,
    }


def listed(items: Schema) -> Schema:
    return {"type": "array", "default": [], "items": items}


def enumeration(title: str, *values: str) -> Schema:
    return {
        "type": "string",
        "title": title,
        "description": f"{title}, for a test.",
        "enum": [*values],
    }


def schema(**fields: Schema) -> Schema:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **record("Odd", **fields)}


def read(of: Schema) -> Any:
    return provided("schema.reader").object_type(of, "Odd")


def sources(of: Schema, language: str) -> dict[str, str]:
    """What is made of one type in a language: each file's text by its name."""
    return {
        page.file.name: page.text().decode()
        for page in provided(f"schema.{language}").pages([read(of)])
    }
