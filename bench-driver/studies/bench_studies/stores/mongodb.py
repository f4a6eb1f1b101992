"""A MongoDB that somebody else runs, by its URL: in a database of its own, which is dropped."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any, ClassVar

from bench_driver.errors import StackError
from bench_driver.model.published import printable, secretless

from .mongo_java import mongodb
from .sandbox import Role
from .single import Single

_PROGRAM = Path(__file__).with_name("mongodb.js")


class MongoDB(Single):
    """A trial's documents are a collection of its own."""

    name = "mongodb"
    title = "MongoDB"
    package = "drivers-node"
    nodes: tuple[str, ...] = ()
    acknowledgements: ClassVar = {"majority": "unless the URL or the server says otherwise"}
    #: Never shown, since it may have a password.
    url = ""
    _database = ""

    def create(self, node: str) -> None:
        """It is there."""

    def command(self, node: str) -> list[str]:
        """Somebody else runs it."""
        return []

    def answers(self, node: str) -> bool:
        """It is asked in `settings`."""
        return True

    def settings(self) -> dict[str, str]:
        """As it says of itself. StackError where it does not answer."""
        said = json.loads(self._ask("about"))
        return {str(name)[:40]: printable(str(value))[:80] for name, value in said.items()}

    def address(self) -> dict[str, Any]:
        """A database that nobody else has."""
        self._database = self._database or f"bench_drivers_{secrets.token_hex(4)}"
        return mongodb(self.url, self._database)

    def stop(self) -> None:
        """Drops the database."""
        if self._database:
            self._ask("drop")

    def _ask(self, do: str) -> str:
        job = json.dumps({**self.address(), "do": do})
        variables = {"NODE_PATH": str(self.installed / "node_modules")}
        command = ["node", str(_PROGRAM)]
        try:
            return self.sandbox.run(Role.PRIMARY, command, input=job, variables=variables)
        except StackError as error:
            what = "the MongoDB of --mongodb does not answer"
            raise StackError(what, why=secretless(error.why), do="see to its URL") from None
