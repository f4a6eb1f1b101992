"""Redis: a master and a replica that keep strings, which is a control for the others: what it sends
is the document and what Redis itself adds, whatever the document's form.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from bench_driver.errors import StackError

from .pair import Pair
from .sandbox import Role

_SHOWN = ("appendonly", "appendfsync", "save", "repl-diskless-sync", "maxmemory")


class Redis(Pair):
    """A trial's documents are strings under `d:key`, alone in the database."""

    name = "redis"
    title = "Redis 6.2.5"
    forms = ("JSON text", "XML text")
    acknowledgements: ClassVar = {
        "memory": "appendonly no: the answer to SET",
        "local fsync": "appendonly yes, appendfsync always: the answer to SET",
        "majority": "appendonly no: the answer to WAIT 1, when the replica has it in memory",
    }

    def create(self, node: str) -> None:
        """A file of settings, which holds the password."""
        self.data(node).mkdir(mode=0o700)
        durable = self.acknowledgement == "local fsync"
        settings: dict[str, object] = {
            "bind": self.host(node),
            "port": self.ports[node],
            "dir": f'"{self.data(node)}"',
            "requirepass": self.password,
            "masterauth": self.password,
            "save": '""',
            "appendonly": "yes" if durable else "no",
            "appendfsync": "always",
            # The replica's first copy goes by the link, at once.
            "repl-diskless-sync": "yes",
            "repl-diskless-sync-delay": 0,
        }
        if node == Role.REPLICA:
            settings["replicaof"] = " ".join(map(str, self.link()))
        lines = "".join(f"{name} {value}\n" for name, value in settings.items())
        self._settings(node).write_text(lines)

    def link(self) -> tuple[str, int]:
        """Where the replica finds its master."""
        return self.sandbox.link(Role.PRIMARY, self.ports[Role.PRIMARY])

    def command(self, node: str) -> list[str]:
        """In the foreground, which is its default."""
        return [str(self.installed / "bin" / "redis-server"), str(self._settings(node))]

    def answers(self, node: str) -> bool:
        """PING."""
        with suppress(StackError):
            return self._ask(node, "PING").strip() == "PONG"
        return False

    def follows(self) -> bool:
        """The replica's link is up, and the master counts it."""
        here, there = self._info(Role.REPLICA), self._info(Role.PRIMARY)
        return here["master_link_status"] == "up" and "state=online" in there.get("slave0", "")

    def promote(self) -> None:
        """REPLICAOF NO ONE."""
        self._ask(Role.REPLICA, "REPLICAOF", "NO", "ONE")

    def settings(self) -> dict[str, str]:
        """As CONFIG GET has them."""
        found = {"version": self._info(Role.PRIMARY, "server")["redis_version"]}
        for name in _SHOWN:
            lines = self._ask(Role.PRIMARY, "CONFIG", "GET", name).splitlines()
            found[name] = lines[1] if len(lines) > 1 else ""
        return found

    def prepare(self, trial: str, form: str) -> None:
        """Empties the database, and waits until the replica has done so too."""
        self._ask(Role.PRIMARY, "FLUSHALL")
        self.until(
            lambda: self._offset(Role.REPLICA) >= self._offset(Role.PRIMARY),
            "Redis' replica does not follow its master",
        )

    def counters(self) -> dict[str, int]:
        """The stream that the master made for its replicas."""
        return {"stream bytes": self._offset(Role.PRIMARY)}

    def variables(self) -> dict[str, str]:
        """redis-cli takes the password from here."""
        return {"REDISCLI_AUTH": self.password}

    def _ask(self, node: str, *words: str) -> str:
        server = ("-h", self.host(node), "-p", str(self.ports[node]))
        return self.run(node, str(self.installed / "bin" / "redis-cli"), *server, *words)

    def _info(self, node: str, section: str = "replication") -> dict[str, str]:
        pairs = (line.partition(":") for line in self._ask(node, "INFO", section).splitlines())
        return {name: value.strip() for name, colon, value in pairs if colon}

    def _offset(self, node: str) -> int:
        found = self._info(node)
        return int(found.get("slave_repl_offset", found["master_repl_offset"]))

    def _settings(self, node: str) -> Path:
        return self.folder / f"{node}.conf"
