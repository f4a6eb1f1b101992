"""Tables of data, each in a file beside the module that reads it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def table(module: str, name: str = "rows") -> list[Any]:
    """A table of the TOML file beside a module, by the module's own file."""
    text = Path(module).with_suffix(".toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)[name])
