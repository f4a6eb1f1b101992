"""Writes src/contract/page.ts, the types of docs/contract/page.yaml. With `--check` it only says whether they are the same.

The contract uses few words of JSON Schema: `type`, `enum`, `const`, `anyOf`, `$ref`, and objects of which all properties are known. Another is a KeyError here.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
CONTRACT, TYPES = HERE.parent / "docs" / "contract" / "page.yaml", HERE / "src" / "contract" / "page.ts"
PLAIN = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: dict[str, Any]) -> str:
    """A schema as a type of TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(map(type_of, schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if schema["type"] == "array":
        made = type_of(schema["items"])
        return f"readonly {f'({made})' if ' ' in made else made}[]"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(PLAIN[kind] for kind in kinds)


def declared(name: str, schema: dict[str, Any]) -> str:
    """A schema with a name."""
    doc = f"/** {schema['description']} */\n"
    if schema.get("type") != "object":
        return f"{doc}export type {name} = {type_of(schema)};\n"
    lines = []
    for field, of in schema["properties"].items():
        lines += [f"  /** {of['description']} */"] if "description" in of else []
        lines.append(f"  readonly {field}{'' if field in schema['required'] else '?'}: {type_of(of)};")
    return f"{doc}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def main() -> int:
    """Exit code 1 where the types are not those of the contract."""
    schemas = yaml.safe_load(CONTRACT.read_text())["components"]["schemas"]
    made = "// Generated from docs/contract/page.yaml by contract.py; change that instead.\n\n" + "\n".join(declared(*item) for item in schemas.items())
    if "--check" not in sys.argv:
        TYPES.parent.mkdir(parents=True, exist_ok=True)
        TYPES.write_text(made)
    elif not TYPES.is_file() or TYPES.read_text() != made:
        print(f"{TYPES.name} is not what docs/contract/page.yaml says: run `make page-types`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
