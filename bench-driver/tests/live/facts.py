"""What the live tests take from the contract and from `providers/`, so that no list is kept by
hand.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from ..fuzz.provided import PROVIDERS, SMALLER, carries

ROOT = Path(__file__).resolve().parents[3]
PROVIDERS_FOLDER = PROVIDERS
CONTRACT = ROOT / "docs" / "contract" / "openapi.yaml"
_CONTRACT = yaml.safe_load(CONTRACT.read_text())
_SCHEMAS = _CONTRACT["components"]["schemas"]

FORMATS: list[str] = _SCHEMAS["Format"]["enum"]
#: Those whose guards have rules, so that there are bodies with a verdict.
GUARDED = [name for name in FORMATS if (PROVIDERS_FOLDER / "reject" / name).is_dir()]
RUNTIMES: list[str] = _SCHEMAS["Runtime"]["enum"]
#: Each object type but the large ones in each format that carries it.
CARRIED = [
    (object_type, format_name)
    for object_type in SMALLER
    for format_name in FORMATS
    if carries(format_name, object_type)
]
CODES: list[str] = _SCHEMAS["Problem"]["properties"]["code"]["enum"]
#: What each format's provider sends.
MEDIA_TYPES: dict[str, str] = {
    name: next(
        iter(
            _CONTRACT["paths"][f"/{name}Object/{{object_type}}"]["get"]["responses"]["200"][
                "content"
            ]
        )
    )
    for name in FORMATS
}
CONSUMERS = [f"{runtime}-server" for runtime in RUNTIMES]
VARIANTS = 1024
