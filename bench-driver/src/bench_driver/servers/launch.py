"""The stack: the testbed's servers as native processes, started together, checked, and stopped
whatever happens.

    with Stack.start(ports="free") as stack:
        stack.url("rust-server")

Without `with`, a stack that was started stays up (`up` does that) and the state file lets a later
`down` stop it. A start that fails stops what it had started.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, Self

from ..errors import StackError, UsageError
from ..system import connections, processes, signals
from ..system.processes import Identity
from ..system.repository import find_root
from . import listening, state
from . import variables as environment
from .client import Client
from .specs import HOST, SERVERS, Options, ServerSpec

Ports = Literal["default", "free"] | Mapping[str, int]
START_S = 90.0
STOP_S = 10.0


@dataclass(frozen=True)
class Server:
    """A server that runs: its name, runtime, role, origin and process, and where its
    output goes.
    """

    name: str
    runtime: str
    role: str
    url: str
    process: Identity
    log: Path

    def entry(self, owner: Identity | None) -> state.Entry:
        """What the state file keeps of it."""
        owned = (owner.pid, owner.started) if owner else (0, "")
        return state.Entry(
            self.name,
            self.runtime,
            self.role,
            self.url,
            self.process.pid,
            self.process.started,
            str(self.log),
            *owned,
        )


class Stack:
    """Servers that were started together, in the order in which they were."""

    def __init__(
        self, options: Options, state_file: Path | None, logs: Path | None, owner: Identity | None
    ) -> None:
        self.options = options
        self.servers: list[Server] = []
        self.killed: list[str] = []
        self._children: list[subprocess.Popen[bytes]] = []
        self._state_file, self._owner = state_file, owner
        self._own_logs = logs is None
        self._starts: dict[str, tuple[ServerSpec, list[str], dict[str, str], float]] = {}
        self._restarts = 0
        self.logs = logs or Path(tempfile.mkdtemp(prefix="bench-stack-"))

    @classmethod
    def start(
        cls,
        names: Iterable[str] | None = None,
        *,
        ports: Ports = "default",
        allow: Iterable[str] = (),
        env: Mapping[str, str] | None = None,
        options: Options | None = None,
        state_file: Path | None = None,
        logs: Path | None = None,
        start_s: float = START_S,
        owner: Identity | None = None,
        servers: Iterable[ServerSpec] = SERVERS,
    ) -> Self:
        """Starts the named servers (all by default) and returns when each is ready.

        `ports` is `default`, `free` (the system picks) or a port by name, 0 for a free one. `allow`
        are origins that the servers may request and push to beside the stack's own; `env` goes to
        every server beside what `environment` names, `servers` are those to choose from. `owner` is
        the process without which they shall not go on. SetupError, StackError or UsageError where
        it cannot be; nothing is left running then.
        """
        specs = _chosen(servers, names, ports)
        connections.await_ports()  # a server that is to take any port finds none otherwise
        stack = cls(options or Options(find_root()), state_file, logs, owner)
        try:
            commands = {spec.name: spec.command(stack.options) for spec in specs}
            _refuse_taken(specs, state.load(state_file) if state_file else [])
            stack.logs.mkdir(parents=True, exist_ok=True)
            # Each server is told where the others listen, so their ports are picked before any
            # starts.
            with processes.free_ports(HOST, sum(not spec.port for spec in specs)) as free:
                specs = [spec if spec.port else replace(spec, port=free.pop()) for spec in specs]
                stack._start_wave(
                    specs, commands, {**_allowed(specs, list(allow)), **(env or {})}, start_s
                )
        except BaseException:
            stack._own_logs &= (
                not stack._children
            )  # once something was started, the error names them
            stack.stop()
            raise
        return stack

    def url(self, name: str) -> str:
        """The origin of a server by its name."""
        return self.server(name).url

    def server(self, name: str) -> Server:
        """A server by its name; KeyError where it was not started."""
        for server in self.servers:
            if server.name == name:
                return server
        raise KeyError(name)

    def stop(self) -> None:
        """Stops what was started, consumers first; a signal meanwhile waits until it is done.

        `killed` says who needed SIGKILL.
        """
        with signals.deferred():
            for server in sorted(self.servers, key=lambda server: server.role):
                if not processes.stop(server.process, wait_s=STOP_S):
                    self.killed.append(server.name)
            for child in self._children:
                child.wait()
            self._forget()
            if self._own_logs:
                shutil.rmtree(self.logs, ignore_errors=True)

    def restart(self, name: str) -> Server:
        """Stops a server and starts it anew, on the same port and with the same environment; its
        output goes to a file of its own. StackError.
        """
        spec, command, env, start_s = self._starts[name]
        old = self.server(name)
        port = int(old.url.rpartition(":")[2])
        with signals.deferred():
            if not processes.stop(old.process, wait_s=STOP_S):
                self.killed.append(name)
            for child in self._children:
                child.poll()
        self._restarts += 1
        self._start_wave(
            [replace(spec, port=port)],
            {name: command},
            env,
            start_s,
            log_name=f"{name}.restart-{self._restarts}",
        )
        return self.server(name)

    def another(self, of: str, name: str) -> Server:
        """Starts another process of a server, of that name, on a free port and with the same
        environment. StackError.
        """
        spec, command, env, start_s = self._starts[of]
        self._start_wave([replace(spec, name=name, port=0)], {name: command}, env, start_s)
        return self.server(name)

    def __enter__(self) -> Self:
        """The stack itself: it runs already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stops it, also on the way out of an exception."""
        self.stop()

    def _start_wave(
        self,
        specs: list[ServerSpec],
        commands: Mapping[str, list[str]],
        env: Mapping[str, str],
        start_s: float,
        log_name: str | None = None,
    ) -> None:
        started = []
        for spec in specs:
            self._starts[spec.name] = (spec, commands[spec.name], dict(env), start_s)
            log = self.logs / f"{log_name or spec.name}.log"
            variables = {
                **environment.inherit(spec.variables),
                **env,
                "HOST": HOST,
                "PORT": str(spec.port),
            }
            with signals.deferred():  # between the start and the note of it
                child = processes.spawn(
                    commands[spec.name],
                    env=variables,
                    cwd=self.options.root,
                    stdout=log,
                    stderr=log.with_suffix(".err.log"),
                )
                self._children.append(child)
                self._note(
                    Server(
                        spec.name,
                        spec.runtime,
                        spec.role,
                        _origin(spec.port),
                        Identity(child.pid, processes.started(child.pid) or ""),
                        log,
                    )
                )
            started.append((spec, child))
        for spec, child in started:
            url = listening.wait(
                spec.name, spec.runtime, child, self.server(spec.name).log, start_s
            )
            server = self.server(spec.name)
            _check_health(spec.name, url, start_s)
            self._note(Server(spec.name, spec.runtime, spec.role, url, server.process, server.log))

    def _note(self, server: Server) -> None:
        """Puts it in the list and the state file, in place of this stack's earlier process of that
        name.
        """
        earlier = [known for known in self.servers if known.name == server.name]
        self.servers = [known for known in self.servers if known not in earlier] + [server]
        if self._state_file:
            state.change(
                self._state_file,
                add=[server.entry(self._owner)],
                remove=[known.process for known in earlier],
            )

    def _forget(self) -> None:
        """Takes its servers out of the state file; those of another stack stay."""
        if self._state_file:
            state.change(self._state_file, remove=[server.process for server in self.servers])


def _check_health(name: str, url: str, within_s: float) -> None:
    with Client(url) as client:
        if not client.healthy(within_s):
            raise StackError(
                f"{name} is not well",
                why=f"it says that it listens, but GET {url}/health_check does not answer 200",
                do="see its log, and run `make build`",
            )


def _chosen(
    servers: Iterable[ServerSpec], names: Iterable[str] | None, ports: Ports
) -> list[ServerSpec]:
    """The servers to start, each with the port it shall take."""
    known = {spec.name: spec for spec in servers}
    wanted = list(dict.fromkeys(names)) if names is not None else list(known)
    given = {} if isinstance(ports, str) else ports
    if unknown := [name for name in [*wanted, *given] if name not in known]:
        raise UsageError(
            f"{unknown[0]} is no server of the stack",
            why=f"the stack has {', '.join(known)}",
            do="name one of these",
        )
    specs = [replace(known[name], port=_port(known[name], ports)) for name in wanted]
    taken: dict[int, str] = {}
    for spec in specs:
        if spec.port and (other := taken.setdefault(spec.port, spec.name)) != spec.name:
            raise UsageError(
                f"{other} and {spec.name} both have port {spec.port}",
                do="give one of them another port",
            )
    return specs


def _port(spec: ServerSpec, ports: Ports) -> int:
    if ports == "free":
        return 0
    return ports.get(spec.name, spec.port) if isinstance(ports, Mapping) else spec.port


def _origin(port: int) -> str:
    return f"http://{HOST}:{port}"


def _allowed(specs: list[ServerSpec], others: list[str]) -> dict[str, str]:
    """Whom the servers may request, push to, and take pushes from: the stack's own, by name, and
    others.
    """
    origins = {
        role: [_origin(spec.port) for spec in specs if spec.role == role]
        for role in ("consumer", "provider")
    }
    receivers = dict.fromkeys([*origins["consumer"], *others])
    return {
        "PROVIDER_ALLOWLIST": ",".join(dict.fromkeys([*origins["provider"], *receivers])),
        "RECEIVER_ALLOWLIST": ",".join(receivers),
        "SENDER_ALLOWLIST": HOST,
    }


def _refuse_taken(specs: list[ServerSpec], known: list[state.Entry]) -> None:
    """StackError where a port is in use: by whom, as far as anybody can tell, and what to do."""
    ours = {entry.url: entry for entry in known if entry.identity.alive}
    for spec in specs:
        if not spec.port or processes.port_is_free(HOST, spec.port):
            continue
        if entry := ours.get(_origin(spec.port)):
            why, do = (
                f"{entry.name} (pid {entry.pid}), started earlier by bench-driver, listens there",
                "run `bench-driver servers down` first, or give other ports",
            )
        else:
            who = processes.listener(spec.port) or "another program that this user may not look at"
            why, do = (
                f"{who} listens there",
                f"end it, or give another port: --port {spec.name}=0 takes a free one",
            )
        raise StackError(
            f"port {spec.port} on {HOST}, meant for {spec.name}, is in use", why=why, do=do
        )
