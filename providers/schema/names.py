"""A field's name as each language would write it: `eyeColor` is `eye_color` in Rust, and `_id` is
`id` in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

N = TypeVar("N")

# fmt: off
RUST_KEYWORDS = frozenset([
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for",
    "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
])
#: Keywords that `r#` does not make a name.
RUST_NEVER = frozenset(["crate", "self", "super"])
JAVA_KEYWORDS = frozenset([
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue", "default", "do", "double", "else", "enum",
    "extends", "false", "final", "finally", "float", "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long", "native", "new",
    "null", "package", "private", "protected", "public", "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this", "throw",
    "throws", "transient", "true", "try", "void", "volatile", "while",
])
#: Methods of every object: a record's component may not bear their names.
JAVA_METHODS = frozenset(["clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"])
#: What the sources of a type in TypeScript name already, and words that name nothing there.
TYPESCRIPT_TAKEN = frozenset([
    "arguments", "await", "boolean", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "double", "else", "enum",
    "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in", "instanceof", "int32", "int64", "interface", "let",
    "list", "map", "new", "null", "nullable", "of", "oneOf", "optional", "own", "package", "private", "protected", "public", "reader", "record", "return",
    "static", "super", "switch", "text", "this", "throw", "true", "try", "type", "typeof", "undefined", "var", "void", "while", "with", "yield",
])
# fmt: on


def words(name: str) -> list[str]:
    """The words of a name in any case: `eyeColor`, `eye_color` and `EyeColor` have the same two."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", name)]


def rust(names: Iterable[str]) -> dict[str, str]:
    """Each field's name with its identifier in Rust, no two alike."""
    snake = distinct({name: "_".join(worded(name)) for name in names}, RUST_NEVER)
    return {
        name: f"r#{identifier}" if identifier in RUST_KEYWORDS else identifier
        for name, identifier in snake.items()
    }


def java(names: Iterable[str]) -> dict[str, str]:
    """Each field's name with its identifier in Java, no two alike."""
    return distinct({name: camel(worded(name)) for name in names}, JAVA_KEYWORDS | JAVA_METHODS)


def proto(names: Iterable[str]) -> dict[str, str]:
    """Each field's name with its identifier in Protobuf and Avro: the name itself where it can be
    one with a letter first, since some libraries look fields up by it.
    """
    given = list(names)
    kept = {name: name for name in given if re.fullmatch(r"_*[A-Za-z]\w*", name, re.ASCII)}
    others = distinct(
        {name: "_".join(worded(name)) for name in given if name not in kept}, frozenset(kept)
    )
    return kept | others


def camel(parts: list[str]) -> str:
    return parts[0] + "".join(part.capitalize() for part in parts[1:])


def pascal(names: Iterable[str]) -> str:
    """One name of several, as types have them: `Order` and `line_items` are `OrderLineItems`."""
    return "".join(part.capitalize() for name in names for part in worded(name))


def serde_camel(identifier: str) -> str:
    """What serde's `rename_all = "camelCase"` makes of an identifier."""
    return camel(identifier.removeprefix("r#").split("_"))


def worded(name: str) -> list[str]:
    """The words of a name, with one before them where they would begin with no letter."""
    parts = words(name)
    return parts if parts and parts[0][0].isalpha() else ["field", *parts]


def distinct(
    identifiers: Mapping[N, str],
    taken: Collection[str],
    family: Callable[[N, str], Collection[str]] = lambda _, identifier: {identifier},
) -> dict[N, str]:
    """The same, each identifier that is taken, by the language or by a field before, with a number
    behind it. `family` tells all that a name's identifier takes.
    """
    used = set(taken)
    chosen: dict[N, str] = {}
    for name, wanted in identifiers.items():
        identifier, number = wanted, 1
        while not used.isdisjoint(made := family(name, identifier)):
            number += 1
            identifier = f"{wanted}{number}"
        used.update(made)
        chosen[name] = identifier
    return chosen
