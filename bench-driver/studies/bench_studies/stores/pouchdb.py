"""pouchdb-server: one server pushes each change to the other by HTTP. It speaks CouchDB's protocol
and is not CouchDB.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from bench_driver.errors import StackError

from .clients.pouchdb import database
from .pair import Pair
from .sandbox import Role

_FIRST = "first"


class PouchDB(Pair):
    """A trial's documents are a database of its own at both servers, with its replication."""

    name = "pouchdb"
    title = "pouchdb-server 4.2.0"
    forms = ("document", "JSON text", "XML text")
    acknowledgements: ClassVar = {
        "memory": "the only one that it has: LevelDB has it in the system's page cache",
    }
    _replicated = ""

    def create(self, node: str) -> None:
        """A file of settings, in which the server keeps a hash of the password."""
        self.data(node).mkdir(mode=0o700)
        settings = {
            "httpd": {"port": self.ports[node], "bind_address": self.host(node)},
            "couchdb": {"database_dir": str(self.data(node))},
            "log": {"file": str(self.folder / f"{node}-server.log"), "level": "error"},
            "pouchdb_server": {"no-stdout-logs": True},
            "admins": {"bench": self.password},
        }
        self._settings(node).write_text(json.dumps(settings))

    def command(self, node: str) -> list[str]:
        """Node, in the foreground."""
        server = self.installed / "node_modules" / "pouchdb-server" / "bin" / "pouchdb-server"
        # It is of a time when Node only warned of a promise that failed and that nobody waits for:
        # without this option it dies as a replication is taken back.
        return [
            "node",
            "--unhandled-rejections=warn",
            str(server),
            "--config",
            str(self._settings(node)),
        ]

    def answers(self, node: str) -> bool:
        """GET /."""
        with suppress(StackError):
            return self._ask(node, ["GET", "/"])[0][0] == 200
        return False

    def follows(self) -> bool:
        """True: each database gets a replication of its own in `prepare`."""
        return True

    def promote(self) -> None:
        """Nothing: it takes writes already."""

    def settings(self) -> dict[str, str]:
        """As it says of itself."""
        ((_, said),) = self._ask(Role.PRIMARY, ["GET", "/"])
        return {
            "version": str(said["version"]),
            "adapters": ", ".join(map(str, said["pouchdb-adapters"])),
        }

    def prepare(self, trial: str, form: str) -> None:
        """The database, and a replication that has carried a first document. The replication of the
        trial before ends.
        """
        name, only = database(trial), {"names": ["bench"], "roles": []}
        for node in self.nodes:
            access = ["PUT", f"/{name}/_security", {"admins": only, "members": only}]
            self._ask(node, ["PUT", f"/{name}"], access)
        if self._replicated:
            path = f"/_replicator/{self._replicated}"
            ((_, old),) = self._ask(Role.PRIMARY, ["GET", path])
            self._ask(Role.PRIMARY, ["DELETE", f"{path}?rev={old['_rev']}"])
        self._replicated = name
        here = (self.host(Role.PRIMARY), self.ports[Role.PRIMARY])
        there = self.sandbox.link(Role.REPLICA, self.ports[Role.REPLICA])
        source, target = (
            f"http://bench:{self.password}@{host}:{port}/{name}" for host, port in (here, there)
        )
        replication = {"source": source, "target": target, "continuous": True}
        self._ask(
            Role.PRIMARY,
            ["PUT", f"/_replicator/{name}", replication],
            ["PUT", f"/{name}/{_FIRST}", {}],
        )
        self.until(
            lambda: self._ask(Role.REPLICA, ["GET", f"/{name}/{_FIRST}"])[0][0] == 200,
            "pouchdb-server does not replicate",
        )

    def counters(self) -> dict[str, int]:
        """It counts nothing."""
        return {}

    def _ask(self, node: str, *requests: Sequence[object]) -> list[tuple[int, Any]]:
        return [(status, answer) for status, answer in self.asked("ask", node, requests=requests)]

    def _settings(self, node: str) -> Path:
        return self.folder / f"{node}.json"
