"""YAML of schemas, with JSON's kinds alone: a date stays a text, `no` a text too, no tag makes an
object, and what an alias repeats counts each time.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from .bad import DEEPEST, MOST_PLACES, BadSample, too_deep, too_many

_KINDS = {
    "null": r"null|Null|NULL|~|",
    "bool": r"true|True|TRUE|false|False|FALSE",
    "int": r"[-+]?[0-9]+",
    "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?",
}


class _Loader(yaml.SafeLoader):
    """YAML 1.2's core schema, more or less."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML's own attribute


for _kind, _pattern in _KINDS.items():
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_kind}", re.compile(f"^(?:{_pattern})$"), None
    )


def read(text: str) -> Any:
    """The document of a text; BadSample where it is none, or larger than it looks."""
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            raise BadSample("it is empty", do="give a document with schemas")
        _count(node)
        return loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        why = f"{line}{error.problem or 'it cannot be read'}"
        raise BadSample("it is not YAML", why=why, do="give JSON or YAML") from error
    except (yaml.YAMLError, ValueError) as error:
        raise BadSample("it is not YAML", why=str(error)[:100], do="give JSON or YAML") from error
    except RecursionError as error:
        raise too_deep() from error
    finally:
        loader.dispose()


def _count(root: yaml.Node) -> None:
    """BadSample where the document, its aliases written out, has too many parts, is deeper than
    any schema, holds itself or has a name twice.
    """
    sizes: dict[int, int] = {}

    def size(node: yaml.Node, depth: int) -> int:
        if depth > 4 * DEEPEST:
            raise too_deep()
        if id(node) not in sizes:
            sizes[id(node)] = 0  # of a node inside itself the depth has no end
            sizes[id(node)] = 1 + sum(size(part, depth + 1) for part in _parts(node))
        elif not sizes[id(node)]:
            do = "write out as many levels as the data have"
            raise BadSample("an alias of its YAML stands inside what it repeats", do=do)
        return sizes[id(node)]

    if size(root, 0) > 10 * MOST_PLACES:
        raise too_many("parts, its aliases written out", 10 * MOST_PLACES)


def _parts(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        names = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        if len(set(names)) < len(node.value):
            why = f"line {node.start_mark.line + 1}"
            raise BadSample("a mapping has a name twice, or one that is no text", why=why)
        return [value for _, value in node.value]
    return node.value if isinstance(node, yaml.SequenceNode) else []
