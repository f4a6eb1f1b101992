"""Cassandra as a ring of four that holds two copies, whose nodes choose their own tokens: it shows
how evenly rows are spread. No study starts it by name; a trial starts it in a ring's place.
"""

from __future__ import annotations

from .base import Store
from .cassandra import TOKENS, Cassandra


class Balanced(Cassandra):
    """Sixteen tokens a node, allocated for two copies, as a cluster grows in practice."""

    nodes = tuple(TOKENS)
    seeds = nodes[:1]
    copies = 2

    def launch(self) -> None:
        """One after another: each chooses its tokens by those of the others."""
        Store.launch(self)

    def tokens(self, node: str) -> dict[str, object]:
        """By Cassandra's own algorithm."""
        return {"num_tokens": 16, "allocate_tokens_for_local_replication_factor": self.copies}
