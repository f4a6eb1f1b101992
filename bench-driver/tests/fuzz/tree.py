"""Objects as trees that can be bent: names, records, lists and leaves, before a format spells them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, Protocol

from .provided import provided

Kind = Literal["record", "list", "leaf"]
#: What a leaf is by its schema, and null, where that may stand instead.
Scalar = Literal["int32", "int64", "double", "boolean", "text", "null"]
#: Keys of maps, as names of fields.
KEYS = ("a", "b", "", "a b", "id", "x.y", "$id", "канал", "\U0001f680", "\uff5e", "0", "record")

model = provided("schema.model")


@dataclass
class Node:
    """A value under a name.

    A leaf carries its value as its format spells it; BSON's begins with the type's byte.
    """

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


class Spelling(Protocol):
    """How a format spells the leaves of a tree."""

    @property
    def spell(self) -> Spell:
        """Any value of a scalar."""

    @property
    def text(self) -> Callable[[Random, str], bytes]:
        """This text."""


def grow(draw: Random, name: bytes, kind: Any, spelling: Spelling) -> Node:
    """A random value of a kind under a name: few items, often without what is optional."""
    match kind:
        case model.Record():
            fields = [
                field
                for field in kind.fields
                if field.presence is not model.Presence.OPTIONAL or draw.random() < 0.6
            ]
            return Node(name, "record", [grown(draw, field, spelling) for field in fields])
        case model.List():
            return Node(
                name,
                "list",
                [
                    grow(draw, name, kind.item, spelling)
                    for _ in range(draw.choice((0, 1, 1, 2, 3)))
                ],
            )
        case model.Map():
            return Node(
                name,
                "record",
                [
                    grow(draw, key.encode(), kind.value, spelling)
                    for key in draw.sample(KEYS, draw.choice((0, 1, 1, 2, 3)))
                ],
            )
        case model.Enumeration():
            return Node(name, "leaf", leaf=spelling.text(draw, draw.choice(kind.values)))
    return Node(name, "leaf", leaf=spelling.spell(draw, kind.value))


def grown(draw: Random, field: Any, spelling: Spelling) -> Node:
    """A field of a record; null, now and then, where it may be."""
    if field.presence is model.Presence.NULLABLE and draw.random() < 0.4:
        return Node(field.name.encode(), "leaf", leaf=spelling.spell(draw, "null"))
    return grow(draw, field.name.encode(), field.kind, spelling)


def field_names(record: Any) -> list[bytes]:
    """Every field's name in a record, those of nested ones too."""
    return [
        field.name.encode()
        for inner in model.ObjectType(record, None).records
        for field in inner.fields
    ]


class Bender:
    """Changes trees, each time in one place."""

    def __init__(
        self, names: list[bytes], spell: Spell, hostile: Callable[[Random], bytes]
    ) -> None:
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
            parent.children.insert(
                draw.choice((at, at + 1, 0, len(parent.children))), parent.children[at].copy()
            )

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
            leaf.leaf = self._spell(
                draw, draw.choice(("int32", "int64", "double", "boolean", "text"))
            )

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
            fresh = Node(
                draw.choice(self.names),
                draw.choice(("leaf", "leaf", "record", "list")),
                leaf=self._spell(draw, kind),
            )
            parent.children.insert(draw.randint(0, len(parent.children)), fresh)

    def deepen(self, draw: Random, root: Node) -> None:
        """Levels around the guard's limit; far more is among the cases, and would be too deep for
        Python.
        """
        levels = draw.choice((2, 61, 62, 63, 64, 65))
        deep = Node(draw.choice(self.names), "leaf", leaf=self._spell(draw, "text"))
        kind: Kind = draw.choice(("record", "list"))
        for _ in range(levels):
            deep = Node(deep.name, kind, [deep])
        parents = [node for node in root.walk() if node.kind != "leaf"] or [root]
        draw.choice(parents).children.append(deep)
