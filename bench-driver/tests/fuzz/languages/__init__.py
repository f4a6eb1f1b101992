"""The formats as the mutators see them, a file each."""

from __future__ import annotations

from .bson import BSON
from .json import JSON
from .language import Language
from .xml import XML

__all__ = ["LANGUAGES", "Language"]

#: Every format. Add one here.
LANGUAGES = {language.name: language for language in (JSON, XML, BSON)}
