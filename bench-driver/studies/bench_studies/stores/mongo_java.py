"""mongo-java-server: an emulator that speaks MongoDB's protocol and keeps all in memory. It is good
for what a client costs, and says nothing of MongoDB.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from .sandbox import Role
from .single import Single

_LAUNCHER = Path(__file__).with_name("MongoJavaServer.java")
_HEAP = "4g"


def mongodb(uri: str, database: str) -> dict[str, Any]:
    """The address of whatever speaks MongoDB's protocol."""
    return {"store": "mongodb", "key": "_id", "uri": uri, "database": database}


class MongoJava(Single):
    """A trial's documents are a collection of its own."""

    name = "mongo-java"
    title = "mongo-java-server 1.47.0"
    acknowledgements: ClassVar = {"memory": "the only one that it has"}

    def create(self, node: str) -> None:
        """An empty folder: it writes nothing."""
        self.data(node).mkdir(mode=0o700)

    def command(self, node: str) -> list[str]:
        """Java compiles the launcher as it starts it."""
        jars, at = str(self.installed / "lib" / "*"), (self.host(node), str(self.ports[node]))
        return ["java", f"-Xmx{_HEAP}", "-cp", jars, str(_LAUNCHER), *at]

    def answers(self, node: str) -> bool:
        """It has said that it listens."""
        return "listening" in self.log(node).read_text(errors="replace")

    def settings(self) -> dict[str, str]:
        """As its launcher sets them."""
        return {"heap": _HEAP, "said to be": "MongoDB 7.0.0, wire version 21"}

    def address(self) -> dict[str, Any]:
        """It knows no passwords."""
        host, port = self.host(Role.PRIMARY), self.ports[Role.PRIMARY]
        return mongodb(f"mongodb://{host}:{port}", "bench")
