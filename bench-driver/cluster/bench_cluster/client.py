"""A driver's questions to machines, each by way of the scheduler."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from distributed.core import rpc
from distributed.security import Security
from pydantic import TypeAdapter

from bench_driver.errors import StackError

from .door import first_cause
from .nodes import WAIT_S
from .rounds import State
from .task import MACHINE

#: The longest that an answer takes, seconds: until there is one, and until it is here.
ANSWER_S = 20.0
TRANSFER_S = 180.0
_STATE = TypeAdapter(State)


class Silent(StackError):
    """A machine does not answer, is not done, or nobody knows it: for now, as far as anybody can
    say.
    """


@dataclass
class Cluster:
    """The machines that a scheduler knows."""

    address: str
    security: Security
    _scheduler: Any = field(default=None, init=False)

    async def machines(self) -> dict[str, str]:
        """The machines that are there, each with its address; none whose name is none. Silent."""
        said = await self._asked("identity", ANSWER_S)
        try:
            names = ((str(one["name"]), address) for address, one in said["workers"].items())
            return {name: str(address) for name, address in names if MACHINE.fullmatch(name)}
        except (TypeError, LookupError, AttributeError) as error:
            why = f"it answers without them: {said!r:.80}"
            raise Silent(f"{self.address} knows no machines", why=why) from error

    async def ask(self, machine: str, op: str, **given: str) -> State:
        """What a machine says to a message. Silent."""
        if (address := (await self.machines()).get(machine)) is None:
            raise Silent(f"{machine}: it is not there", why="the scheduler does not know it")
        message = {"op": op, **given}
        said = await self._asked(
            "broadcast", WAIT_S + TRANSFER_S, msg=message, workers=[address], on_error="ignore"
        )
        try:
            return _STATE.validate_json(said.get(address))
        except (TypeError, ValueError, AttributeError) as error:
            why = "its worker ended, the network between broke, or its driver is another"
            raise Silent(f"{machine}: no answer", why=why) from error

    async def close(self) -> None:
        """Ends the connection."""
        if self._scheduler is not None:
            await self._scheduler.close_rpc()

    async def _asked(self, op: str, seconds: float, **given: Any) -> Any:
        if self._scheduler is None:
            known = self.security.get_connection_args("client")
            self._scheduler = rpc(self.address, connection_args=known, timeout=ANSWER_S)
        try:
            return await asyncio.wait_for(getattr(self._scheduler, op)(**given), seconds)
        except Exception as error:
            why = first_cause(error)
            do = "start `bench-driver cluster scheduler` there, with certificates made together"
            raise Silent(f"{self.address} does not answer", why=why, do=do) from error
