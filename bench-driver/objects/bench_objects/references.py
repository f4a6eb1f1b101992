"""What a `$ref` stands for: in its own document, or in a file below a folder that the user named.
Nothing is ever fetched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from .bad import LARGEST, BadSample
from .reading import SchemaDocument, content, decoded, document

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


@dataclass(frozen=True)
class Part:
    """A part of a schema, the document that it stands in, and the references that led to it."""

    schema: Any
    document: SchemaDocument
    within: tuple[tuple[str, str], ...] = ()

    def inner(self, schema: Any) -> Part:
        """What stands inside it."""
        return Part(schema, self.document, self.within)


class References:
    """Follows references; `allowed` is the folder below which they may leave their file."""

    def __init__(self, allowed: Path | None) -> None:
        self._allowed = allowed and allowed.resolve()
        self._files: dict[Path, SchemaDocument] = {}
        self._bytes = 0

    def root(self, source: SchemaDocument) -> Part:
        """What the pointer that the user gave stands for."""
        if not source.pointer and isinstance(source.document, dict):
            for names in (("components", "schemas"), ("definitions",)):
                held: Any = source.document
                for name in names:
                    held = held.get(name) if isinstance(held, dict) else None
                if isinstance(held, dict) and "type" not in source.document:
                    some = ", ".join(list(map(str, held))[:5])
                    do = f"name one, as FILE#/{'/'.join(names)}/NAME"
                    why = f"it has {len(held):,}: {some}{', …' if len(held) > 5 else ''}"
                    raise BadSample("the document has many schemas", why=why, do=do)
        return Part(pointed(source.document, source.pointer, f"#{source.pointer}"), source)

    def follow(self, reference: str, at: Part) -> Part | None:
        """The part that a reference names; None where that is one around it."""
        if _SCHEME.match(reference):
            why = "no schema is ever fetched"
            do = "save it, and write its file's name there; --allow-refs DIR has it read"
            raise BadSample(f"the reference {reference[:80]!r} is a URL", why=why, do=do)
        name, _, pointer = reference.partition("#")
        source = self._file(unquote(name), at.document) if name else at.document
        key = (str(source.file), pointer)
        if key in at.within:
            return None
        found = pointed(source.document, unquote(pointer), reference)
        return Part(found, source, (*at.within, key))

    def _file(self, name: str, at: SchemaDocument) -> SchemaDocument:
        if self._allowed is None:
            why = "a reference leaves its file only where you say so"
            do = "give --allow-refs DIR, the folder below which files may be read"
            raise BadSample(f"the reference {name[:80]!r} names another file", why=why, do=do)
        file = ((at.file.parent if at.file else self._allowed) / name).resolve()
        if not file.is_relative_to(self._allowed):
            do = "give a folder above it with --allow-refs, or move the file"
            why = f"it lies outside {self._allowed}"
            raise BadSample(f"the reference {name[:80]!r} is not allowed", why=why, do=do)
        if file not in self._files:
            read = content(file)
            self._bytes += len(read)
            if self._bytes > LARGEST:
                why = f"at most {LARGEST // 2**20} MiB are read"
                raise BadSample("the files of its references are too large", why=why)
            self._files[file] = SchemaDocument(document(decoded(read), file), "", file)
        return self._files[file]


def pointed(found: Any, pointer: str, reference: str) -> Any:
    """What a JSON Pointer (RFC 6901) names in a document."""
    tokens = pointer.split("/")
    for token in tokens[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        if isinstance(found, list) and name.isdecimal() and int(name[:9]) < len(found):
            found = found[int(name)]
        elif isinstance(found, dict) and name in found:
            found = found[name]
        else:
            tokens = ["nothing"]
    if tokens[0]:
        do = "write a JSON Pointer, such as #/components/schemas/Order"
        raise BadSample(f"the reference {reference[:80]!r} names nothing there", do=do)
    return found
