"""Cassandra as a ring of four that holds two copies, whose nodes choose their own tokens: it shows
how evenly rows are spread.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from .base import Store
from .cassandra import TOKENS, Cassandra

_OWN = "select json tokens from system.local"
_COUNT = "select json count(*) as many from {table} where token({key}) {within}"
#: The tables with texts, and their keys.
_TABLES = {"tweets": "id", "userline": "author", "timeline": "owner"}


class Balanced(Cassandra):
    """Sixteen tokens a node, allocated for two copies, as a cluster grows in practice."""

    name = "cassandra-balanced"
    title = "Cassandra 5.0.6, four nodes with two copies"
    package = "cassandra"
    protocol = "cassandra"
    nodes = tuple(TOKENS)
    seeds = nodes[:1]
    copies = 2

    def launch(self) -> None:
        """One after another: each chooses its tokens by those of the others."""
        Store.launch(self)

    def tokens(self, node: str) -> dict[str, object]:
        """By Cassandra's own algorithm."""
        return {"num_tokens": 16, "allocate_tokens_for_local_replication_factor": self.copies}

    def rows(self, keyspace: str) -> dict[str, int]:
        """How many rows with texts each node holds, by the ring's tokens: a request for each part
        of the ring, since a busy ring takes too long to count a whole table. StackError.
        """
        own = {node: self.ask(node, [_OWN])[0][0]["tokens"] for node in self.nodes}
        ring = sorted((int(token), node) for node, mine in own.items() for token in mine)
        parts = [*pairwise(ring)]
        within = [(f"> {low} and token({{key}}) <= {high}", high) for (low, _), (high, _) in parts]
        # The first node's part goes round: what lies beyond the last token and up to the first.
        within += [(f"> {ring[-1][0]}", ring[0][0]), (f"<= {ring[0][0]}", ring[0][0])]
        counts = Counter(dict.fromkeys(self.nodes, 0))
        for table, key in _TABLES.items():
            statements = [
                _COUNT.format(table=f"{keyspace}.{table}", key=key, within=one.format(key=key))
                for one, _ in within
            ]
            answers = self.ask("node-1", *([one, "ALL"] for one in statements))
            for (_, place), (one,) in zip(within, answers, strict=True):
                for node in holders(ring, place, self.copies):
                    counts[node] += one["many"]
        return dict(counts)


def holders(ring: Sequence[tuple[int, str]], place: int, copies: int) -> list[str]:
    """The nodes that hold the partition at a place: those of the tokens from there on. `ring` is
    sorted.
    """
    first = bisect_left(ring, (place, ""))
    clockwise = dict.fromkeys(node for _, node in [*ring[first:], *ring[:first]])
    return [*clockwise][:copies]
