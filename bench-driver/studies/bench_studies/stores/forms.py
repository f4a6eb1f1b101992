"""How a document is given to a store, and how two copies of it are compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

#: What a store may take a document as: parsed by the store, or a text that it knows nothing of.
PARSED = ("document", "jsonb")
FORMS = (*PARSED, "json", "xml", "JSON text", "XML text")


def text_of(form: str, document: Mapping[str, Any]) -> str:
    """A document (`{"key", "json", "xml"}`) as this form sends it."""
    text = document["xml" if form in ("xml", "XML text") else "json"]
    assert isinstance(text, str)
    return text


def digest(form: str, text: str) -> str:
    """SHA-256 of a document's text. Where the store parses it, blanks and the order of fields are
    not the document's own.
    """
    if form in PARSED:
        text = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
