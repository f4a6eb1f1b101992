"""What `providers/` has, as the driver's tests use it: its modules, and the object types that they
read from the schemas.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

PROVIDERS = Path(__file__).resolve().parents[3] / "providers"


@cache
def provided(module: str) -> ModuleType:
    """A module of providers/, which is a folder of scripts and no package."""
    sys.path.insert(0, str(PROVIDERS))
    try:
        return importlib.import_module(module)
    finally:
        sys.path.remove(str(PROVIDERS))


#: The record of every object type, by the type's name.
RECORDS: dict[str, Any] = {
    known.name: known.record
    for known in sorted(provided("object_types").object_types(), key=lambda known: known.name)
}
OBJECT_TYPES = [*RECORDS]
#: Large types, of kinds of fields that others have too. Every engine reads their goldens; tests that
#: multiply by types and bodies leave them out.
LARGE = {"ContainerPod", "PaymentCharge", "SocialTimeline", "TrackerIssue", "WeatherForecast"}
SMALLER = [name for name in OBJECT_TYPES if name not in LARGE]


def carries(format_name: str, object_type: str) -> bool:
    """Whether a format can carry a type."""
    return format_name not in provided("schema.carried").uncarried(RECORDS[object_type])
