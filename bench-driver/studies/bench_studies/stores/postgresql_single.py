"""PostgreSQL without a standby, for studies of clients."""

from __future__ import annotations

from typing import Any, ClassVar

from .postgresql import PostgreSQL
from .sandbox import Role
from .single import Single


class PostgreSQLSingle(Single, PostgreSQL):
    """The primary alone."""

    name = "postgresql-single"
    package = "postgresql"
    acknowledgements: ClassVar = {"memory": "synchronous_commit off"}

    def address(self) -> dict[str, Any]:
        """With the password of this server."""
        host, port = self.host(Role.PRIMARY), self.ports[Role.PRIMARY]
        access = {"user": "bench", "password": self.password, "database": "postgres"}
        return {"store": "postgresql", "key": "id", "host": host, "port": port, **access}
