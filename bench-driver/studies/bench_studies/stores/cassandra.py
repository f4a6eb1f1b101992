"""Cassandra: a ring of three nodes of equal rank, which a fourth may join. A request says how many
of them must acknowledge it (ONE, QUORUM, ALL); the store says what one node does.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from bench_driver.errors import SetupError, StackError
from bench_driver.servers import jdk

from .base import Store
from .sandbox import Sandbox

_ALIKE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
_PEERS, _ROLES, _VERSION, _SETTING, _PASSWORD, _KEYSPACE = _ALIKE["statements"]
#: Three nodes share the ring in equal parts; the fourth takes half of one.
TOKENS = {f"node-{n}": -(2**63) + part * 2**64 // 12 for n, part in enumerate((1, 5, 9, 11), 1)}


class Cassandra(Store):
    """Nodes listen at 127.0.0.1 and on, all at the same port. Nothing listens for JMX. Between
    themselves nodes know no password.
    """

    name = "cassandra"
    title = "Cassandra 5.0.6"
    nodes: tuple[str, ...] = ("node-1", "node-2", "node-3")
    #: The nodes that found the ring; others join by an ordinary bootstrap.
    seeds = nodes
    #: How many nodes hold each row.
    copies: ClassVar[int] = 3
    patience_s = 600.0
    acknowledgements: ClassVar = {
        "memory": "commitlog_sync periodic: a node's log goes to disk every 10 s",
        "local fsync": "commitlog_sync batch: a node answers once its log is on disk",
    }

    def __init__(self, installed: Path, folder: Path, sandbox: Sandbox) -> None:
        super().__init__(installed, folder, sandbox)
        self.ports = dict.fromkeys(TOKENS, self.ports["node-1"])
        self._storage_port = sandbox.port()

    def host(self, node: str) -> str:
        """By the node's number."""
        return f"127.0.0.{list(TOKENS).index(node) + 1}"

    def start(self, acknowledgement: str) -> None:
        """Starts the ring, gives its only user a password, and makes the keyspace `bench`."""
        own, self.password = self.password, "cassandra"
        super().start(acknowledgement)
        self.ask("node-1", [_PASSWORD % own])
        self.password = own
        self.until(self.joined, f"{self.title} does not take its new password")
        self.ask("node-1", [_KEYSPACE % self.copies])

    def launch(self) -> None:
        """All at once: tokens are fixed, so that no node waits for another's."""
        for node in self.nodes:
            self.create(node)
            self.begin(node)
        for node in self.nodes:
            self.await_answer(node)

    def join(self, node: str) -> None:
        """Adds a node by an ordinary bootstrap; returns once it has its rows and all know it."""
        self.create(node)
        self.restart(node)
        self.nodes = (*self.nodes, node)
        self.until(self.joined, f"the others of {self.title} do not know {node}")

    def create(self, node: str) -> None:
        """A file of settings, which is JSON and so YAML, and one for its log."""
        if sys.platform != "linux":
            raise SetupError(f"{self.title} runs on Linux alone, which has 127.0.0.2 and on")
        for folder in (self.data(node), self._conf(node), self._conf(node) / "tmp"):
            folder.mkdir(mode=0o700)
        seeds = ",".join(f"{self.host(one)}:{self._storage_port}" for one in self.seeds)
        settings = {
            **_ALIKE["settings"],
            **_ALIKE["commit log"][self.acknowledgement],
            **dict.fromkeys(("listen_address", "rpc_address"), self.host(node)),
            "storage_port": self._storage_port,
            "native_transport_port": self.ports[node],
            "seed_provider": [{**_ALIKE["provider"], "parameters": [{"seeds": seeds}]}],
            "auto_bootstrap": node not in self.seeds,
            **self.tokens(node),
        }
        (self._conf(node) / "cassandra.yaml").write_text(json.dumps(settings))
        (self._conf(node) / "logback.xml").write_text(_ALIKE["logback"])

    def tokens(self, node: str) -> dict[str, object]:
        """The settings that decide on a node's part of the ring."""
        return {"num_tokens": 1, "initial_token": str(TOKENS[node])}

    def command(self, node: str) -> list[str]:
        """The daemon's class itself."""
        conf, jvm, lib = self._conf(node), _ALIKE["jvm"], self.installed / "lib"
        java, (agent,) = jdk.of_version(17, self.title).java, lib.glob("jamm-*.jar")
        properties = {
            **jvm["properties"],
            "cassandra.config": (conf / "cassandra.yaml").as_uri(),
            "cassandra.storagedir": self.data(node),
            "cassandra.logdir": conf,
            "java.io.tmpdir": conf / "tmp",
            "logback.configurationFile": (conf / "logback.xml").as_uri(),
        }
        return [
            *(str(java), *jvm["flags"], f"-javaagent:{agent}", "-cp", f"{lib}/*"),
            *(f"--add-opens={one}=ALL-UNNAMED" for one in jvm["opens"]),
            *(f"-D{name}={value}" for name, value in properties.items()),
            "org.apache.cassandra.service.CassandraDaemon",
        ]

    def answers(self, node: str) -> bool:
        """STARTUP, which needs no password."""
        with suppress(StackError):
            return self.ask(node) == []
        return False

    def joined(self) -> bool:
        """Each node knows all others, and reaches them: a scan at ALL needs every one."""
        with suppress(StackError):
            every = [self.ask(node, [_PEERS], [_ROLES, "ALL"])[0] for node in self.nodes]
            return {sum(bool(one["tokens"]) for one in each) for each in every} == {len(every) - 1}
        return False

    def settings(self) -> dict[str, str]:
        """As the first node shows them."""
        (row,), *rows = self.ask(
            "node-1", [_VERSION], *([_SETTING % one] for one in _ALIKE["shown"])
        )
        shown = {one["name"]: str(one["value"]) for each in rows for one in each}
        return {"version": row["release_version"], **shown, "JVM": " ".join(_ALIKE["jvm"]["flags"])}

    def ask(self, node: str, *requests: Sequence[str]) -> list[list[dict[str, Any]]]:
        """The rows of each request, a statement with or without a level; only `select json` gives
        some. StackError.
        """
        return self.asked("ask", node, requests=requests)

    def _conf(self, node: str) -> Path:
        return self.folder / f"{node}-conf"
