"""What the live tests take from the contract and from `providers/`, so that no list is kept by hand."""

from __future__ import annotations

from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[3]
PROVIDERS_FOLDER = ROOT / "providers"
CONTRACT = ROOT / "docs" / "contract" / "openapi.yaml"
_SCHEMAS = yaml.safe_load(CONTRACT.read_text())["components"]["schemas"]

FORMATS: list[str] = _SCHEMAS["Format"]["enum"]
RUNTIMES: list[str] = _SCHEMAS["Runtime"]["enum"]
OBJECT_TYPES: list[str] = sorted(file.name.removesuffix(".schema.json") for file in (PROVIDERS_FOLDER / "objects").glob("*.schema.json"))
CODES: list[str] = _SCHEMAS["Problem"]["properties"]["code"]["enum"]
MEDIA_TYPES = {name: f"application/{name.lower()}" for name in FORMATS}
CONSUMERS = [f"{runtime}-server" for runtime in RUNTIMES]
VARIANTS = 1024
