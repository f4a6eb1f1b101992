"""A driver's questions to machines, each by way of the scheduler."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from distributed.core import rpc
from distributed.security import Security

from bench_driver.errors import StackError

from .nodes import WAIT_S
from .rounds import State
from .task import MACHINE

#: The longest that an answer takes, seconds: until there is one, and until it is here.
ANSWER_S = 20.0
TRANSFER_S = 180.0


class Silent(StackError):
    """A machine does not answer, or nobody knows it: for now, as far as anybody can say."""


@dataclass
class Cluster:
    """The machines that a scheduler knows."""

    address: str
    security: Security
    _scheduler: Any = field(default=None, init=False)

    async def machines(self) -> dict[str, str]:
        """The machines that are there, each with its address; none whose name is none. Silent."""
        workers = (await self._asked("identity", ANSWER_S))["workers"]
        names = ((str(one["name"]), address) for address, one in workers.items())
        return {name: address for name, address in names if MACHINE.fullmatch(name)}

    async def ask(self, machine: str, op: str, **given: str) -> State:
        """What a machine says to a message. Silent."""
        if (address := (await self.machines()).get(machine)) is None:
            raise Silent(f"{machine}: it is not there", why="the scheduler does not know it")
        message = {"op": op, **given}
        said = await self._asked(
            "broadcast", WAIT_S + TRANSFER_S, msg=message, workers=[address], on_error="ignore"
        )
        try:
            return {str(name): str(one) for name, one in json.loads(said.get(address)).items()}
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
            why = f"{type(error).__name__}: {error.__cause__ or error}"[:200]
            do = "start `bench-driver cluster scheduler` there, with certificates made together"
            raise Silent(f"{self.address} does not answer", why=why, do=do) from error
