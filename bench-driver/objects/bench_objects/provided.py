"""What `providers/` of the checkout knows of schemas: it is a folder of scripts and no package."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any


def provided(root: Path, module: str) -> Any:
    """A module of a checkout's `providers/`."""
    folder = str(root / "providers")
    sys.path.insert(0, folder)
    try:
        return importlib.import_module(module)
    finally:
        sys.path.remove(folder)
