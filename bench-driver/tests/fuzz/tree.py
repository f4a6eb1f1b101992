"""Objects as trees that can be bent: names, records, lists and leaves, before a format spells them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

Kind = Literal["record", "list", "leaf"]
#: What a leaf is by its schema; `text` is any other.
Scalar = Literal["int32", "int64", "double", "boolean", "text"]


@dataclass
class Node:
    """A value under a name. A leaf carries its value as its format spells it; BSON's begins with the type's byte."""

    name: bytes
    kind: Kind
    children: list[Node] = field(default_factory=list)
    leaf: bytes = b""

    def copy(self) -> Node:
        return Node(self.name, self.kind, [child.copy() for child in self.children], self.leaf)

    def walk(self) -> Iterator[Node]:
        """Itself and all below."""
        yield self
        for child in self.children:
            yield from child.walk()


Spell = Callable[[Random, Scalar], bytes]


def scalar(schema: dict[str, Any]) -> Scalar:
    match schema["type"], schema.get("format"):
        case "integer", "int64":
            return "int64"
        case "integer", _:
            return "int32"
        case "number", _:
            return "double"
        case "boolean", _:
            return "boolean"
    return "text"


def grow(draw: Random, name: bytes, schema: dict[str, Any], spell: Spell) -> Node:
    """A random object of a schema: few items, every field."""
    match schema["type"]:
        case "object":
            return Node(name, "record", [grow(draw, key.encode(), value, spell) for key, value in schema["properties"].items()])
        case "array":
            return Node(name, "list", [grow(draw, name, schema["items"], spell) for _ in range(draw.choice((0, 1, 1, 2, 3)))])
    return Node(name, "leaf", leaf=spell(draw, scalar(schema)))


class Bender:
    """Changes trees, each time in one place."""

    def __init__(self, names: list[bytes], spell: Spell, hostile: Callable[[Random], bytes]) -> None:
        self.names = names
        self._spell, self._hostile = spell, hostile
        self._ways: list[Callable[[Random, Node], None]] = [
            self.remove, self.double, self.swap, self.shift, self.rename, self.respell, self.respell, self.bend, self.bend, self.recast, self.wrap, self.add, self.deepen,
        ]  # fmt: skip

    def change(self, draw: Random, root: Node) -> None:
        draw.choice(self._ways)(draw, root)

    def _parent(self, draw: Random, root: Node) -> Node | None:
        parents = [node for node in root.walk() if node.children]
        return draw.choice(parents) if parents else None

    def _leaf(self, draw: Random, root: Node) -> Node | None:
        leaves = [node for node in root.walk() if node.kind == "leaf"]
        return draw.choice(leaves) if leaves else None

    def remove(self, draw: Random, root: Node) -> None:
        if parent := self._parent(draw, root):
            del parent.children[draw.randrange(len(parent.children))]

    def double(self, draw: Random, root: Node) -> None:
        """The same again, beside it or somewhere else in its parent."""
        if parent := self._parent(draw, root):
            at = draw.randrange(len(parent.children))
            parent.children.insert(draw.choice((at, at + 1, 0, len(parent.children))), parent.children[at].copy())

    def swap(self, draw: Random, root: Node) -> None:
        if parent := self._parent(draw, root):
            a, b = draw.randrange(len(parent.children)), draw.randrange(len(parent.children))
            parent.children[a], parent.children[b] = parent.children[b], parent.children[a]

    def shift(self, draw: Random, root: Node) -> None:
        """From one place into another record or list, or into a leaf, which becomes one."""
        if parent := self._parent(draw, root):
            moved = parent.children.pop(draw.randrange(len(parent.children)))
            target = draw.choice([*root.walk()])
            target.children.insert(draw.randint(0, len(target.children)), moved)
            if target.kind == "leaf":
                target.kind = draw.choice(("record", "list"))

    def rename(self, draw: Random, root: Node) -> None:
        node = draw.choice([*root.walk()])
        node.name = draw.choice(self.names)

    def respell(self, draw: Random, root: Node) -> None:
        """A good value of any type."""
        if leaf := self._leaf(draw, root):
            leaf.leaf = self._spell(draw, draw.choice(("int32", "int64", "double", "boolean", "text")))

    def bend(self, draw: Random, root: Node) -> None:
        """A value on or over the edge."""
        if leaf := self._leaf(draw, root):
            leaf.leaf = self._hostile(draw)

    def recast(self, draw: Random, root: Node) -> None:
        """A record as a list, and other ways to be of the wrong kind."""
        node = draw.choice([*root.walk()])
        node.kind = draw.choice(("record", "list", "leaf"))

    def wrap(self, draw: Random, root: Node) -> None:
        node = draw.choice([*root.walk()][1:] or [root])
        inner = node.copy()
        node.kind, node.children = draw.choice(("record", "list")), [inner]

    def add(self, draw: Random, root: Node) -> None:
        parents = [node for node in root.walk() if node.kind != "leaf"]
        if parents:
            parent = draw.choice(parents)
            kind: Scalar = draw.choice(("int32", "double", "boolean", "text"))
            fresh = Node(draw.choice(self.names), draw.choice(("leaf", "leaf", "record", "list")), leaf=self._spell(draw, kind))
            parent.children.insert(draw.randint(0, len(parent.children)), fresh)

    def deepen(self, draw: Random, root: Node) -> None:
        """Levels around the guard's limit; far more is among the cases, and would be too deep for Python."""
        levels = draw.choice((2, 61, 62, 63, 64, 65))
        deep = Node(draw.choice(self.names), "leaf", leaf=self._spell(draw, "text"))
        kind: Kind = draw.choice(("record", "list"))
        for _ in range(levels):
            deep = Node(deep.name, kind, [deep])
        parents = [node for node in root.walk() if node.kind != "leaf"] or [root]
        draw.choice(parents).children.append(deep)
