"""FerretDB 1.24: a server of MongoDB's protocol that keeps documents in PostgreSQL, as rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from . import package
from .mongo_java import mongodb
from .postgresql_single import PostgreSQLSingle
from .sandbox import Role, Sandbox

_SERVER = "ferretdb"


class FerretDB(PostgreSQLSingle):
    """A trial's documents are a collection of its own, which is a table."""

    name = "ferretdb"
    title = "FerretDB 1.24.2 on PostgreSQL 18.6"
    package = "ferretdb"
    nodes: tuple[str, ...] = (Role.PRIMARY, _SERVER)
    acknowledgements: ClassVar = {"memory": "synchronous_commit off"}

    def __init__(self, installed: Path, folder: Path, sandbox: Sandbox) -> None:
        below = package.found("postgresql", installed.parent, "installed")
        super().__init__(below, folder, sandbox)
        self._program = str(installed / "bin" / _SERVER)

    def create(self, node: str) -> None:
        """PostgreSQL's data; FerretDB keeps only its state."""
        if node == _SERVER:
            self.data(node).mkdir(mode=0o700)
        else:
            super().create(node)

    def command(self, node: str) -> list[str]:
        """It reads its settings from variables, where nobody else sees the password."""
        return [self._program] if node == _SERVER else super().command(node)

    def variables(self) -> dict[str, str]:
        """PostgreSQL's, and FerretDB's own. It is told to send no telemetry."""
        host = self.host(Role.PRIMARY)
        url = f"postgres://bench:{self.password}@{host}:{self.ports[Role.PRIMARY]}/postgres"
        own = {
            "HANDLER": "postgresql",
            "POSTGRESQL_URL": url,
            "LISTEN_ADDR": f"{host}:{self.ports[_SERVER]}",
            "DEBUG_ADDR": "-",
            "STATE_DIR": str(self.data(_SERVER)),
            "TELEMETRY": "disable",
        }
        settings = {f"FERRETDB_{name}": value for name, value in own.items()}
        return {**super().variables(), **settings}

    def answers(self, node: str) -> bool:
        """It has said that it listens."""
        if node == _SERVER:
            return "Listening on" in self.log(node).read_text(errors="replace")
        return super().answers(node)

    def address(self) -> dict[str, Any]:
        """Whoever names no user gets PostgreSQL's."""
        return mongodb(f"mongodb://{self.host(_SERVER)}:{self.ports[_SERVER]}", "bench")
