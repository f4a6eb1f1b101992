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

#: The longest that a machine takes to answer at once, seconds.
ANSWER_S = 20.0


class Silent(StackError):
    """A machine does not answer, or nobody knows it: for now, as far as anybody can say."""


@dataclass
class Cluster:
    """The machines that a scheduler knows."""

    address: str
    security: Security
    _scheduler: Any = field(default=None, init=False)

    async def machines(self) -> dict[str, str]:
        """The machines that are there, each with its address. Silent."""
        said = await self._asked("identity", ANSWER_S)
        return {str(one["name"]): address for address, one in said["workers"].items()}

    async def describe(self, machine: str) -> State:
        """What a machine says of itself and its checkout. Silent."""
        return self._read(await self._ask(machine, "bench-describe"))

    async def begin(self, machine: str, task: str) -> State:
        """Has a machine begin a round, unless it is there already. Silent."""
        return self._read(await self._ask(machine, "bench-begin", task=task))

    async def wait(self, machine: str, key: str) -> State:
        """How a round stands, once it no longer runs or after half a minute. Silent."""
        said = await self._ask(machine, "bench-wait", WAIT_S, key=key)
        return self._read(said)

    async def collect(self, machine: str, key: str) -> str:
        """The result of a round. Silent."""
        return await self._ask(machine, "bench-collect", 10 * ANSWER_S, key=key)

    async def forget(self, machine: str, key: str) -> None:
        """Tells a machine that nobody needs a round any more. Silent."""
        await self._ask(machine, "bench-forget", key=key)

    async def _ask(self, machine: str, op: str, seconds: float = 0.0, **given: Any) -> str:
        if (address := (await self.machines()).get(machine)) is None:
            raise Silent(f"{machine} is not there", why="the scheduler does not know it")
        message = {"op": op, **given}
        said = await self._asked(
            "broadcast", ANSWER_S + seconds, msg=message, workers=[address], on_error="ignore"
        )
        if not isinstance(answer := said.get(address), str):
            raise Silent(
                f"{machine} does not answer", why="its worker ended, or the network between broke"
            )
        return answer

    async def _asked(self, op: str, seconds: float, **given: Any) -> Any:
        if self._scheduler is None:
            known = self.security.get_connection_args("client")
            self._scheduler = rpc(self.address, connection_args=known, timeout=ANSWER_S)
        try:
            return await asyncio.wait_for(getattr(self._scheduler, op)(**given), seconds)
        except Exception as error:
            why = f"{type(error).__name__}: {error.__cause__ or error}"[:200]
            raise Silent(f"{self.address} does not answer", why=why) from error

    @staticmethod
    def _read(said: str) -> State:
        try:
            state = json.loads(said)
        except ValueError:
            state = None
        if not isinstance(state, dict):
            raise Silent("a machine answered what is none", why="another driver's, most likely")
        return state

    async def close(self) -> None:
        """Ends the connection."""
        if self._scheduler is not None:
            await self._scheduler.close_rpc()
