"""toxiproxy, which `make toxiproxy` installs, as a program beside the servers.

Its API: https://github.com/Shopify/toxiproxy#http-api
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import httpx

from bench_driver.errors import SetupError, StackError
from bench_driver.servers.specs import HOST
from bench_driver.system import processes, signals
from bench_driver.system.processes import Identity

#: Under the repository's root. Go names it after its folder.
PROGRAM = Path("bench-driver") / ".toxiproxy" / "server"
_START_S = 20.0


class Toxiproxy:
    """The program, from the beginning of the block to its end."""

    def __init__(self, root: Path, logs: Path) -> None:
        self._program, self._logs = root / PROGRAM, logs
        if not self._program.is_file():
            raise SetupError(
                f"{self._program} is missing",
                why="toxiproxy is not installed yet",
                do="run `make toxiproxy` at the repository's root",
            )

    def __enter__(self) -> Self:
        port = _free_port()
        self._logs.mkdir(parents=True, exist_ok=True)
        log = self._logs / "toxiproxy.log"
        command = [str(self._program), "-host", HOST, "-port", str(port)]
        outputs = {"stdout": log, "stderr": log.with_suffix(".err.log")}
        with signals.deferred():
            self._child = processes.spawn(command, env=dict(os.environ), cwd=self._logs, **outputs)
            self._process = Identity(self._child.pid, processes.started(self._child.pid) or "")
        self._api = httpx.Client(base_url=f"http://{HOST}:{port}", trust_env=False, timeout=10)
        try:
            self._wait(log)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._api.close()
        with signals.deferred():
            processes.stop(self._process, wait_s=5)
            self._child.wait()

    def _wait(self, log: Path) -> None:
        deadline = time.monotonic() + _START_S
        while time.monotonic() < deadline and self._child.poll() is None:
            try:
                if self._api.get("/version").status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.02)
        why = f"it said: {log.read_text()[-500:]}"
        raise StackError("toxiproxy did not start", why=why, do="try again, or `make toxiproxy`")

    def proxy(self, name: str, upstream_url: str) -> Proxy:
        """A proxy on a free port before that origin."""
        ends = {"listen": f"{HOST}:0", "upstream": urlsplit(upstream_url).netloc}
        made = self._call("POST", "/proxies", {"name": name, **ends, "enabled": True})
        return Proxy(self._call, name, f"http://{made['listen']}")

    def _call(
        self, method: str, path: str, body: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        answer = self._api.request(method, path, json=body)
        if answer.is_error:
            do = "see whether `make toxiproxy` gives the version that the Makefile names"
            raise StackError(f"toxiproxy refused {method} {path}", why=answer.text.strip(), do=do)
        return dict(answer.json()) if answer.content else {}


class Proxy:
    """One proxy, by the origin at which it listens."""

    def __init__(self, call: Any, name: str, url: str) -> None:
        self._call, self._path, self.url = call, f"/proxies/{name}", url

    def poison(self, kind: str, attributes: Mapping[str, int]) -> None:
        """From now on, what the provider sends suffers that toxic."""
        toxic = {"name": kind, "type": kind, "stream": "downstream"}
        self._call("POST", f"{self._path}/toxics", {**toxic, "attributes": dict(attributes)})

    def down(self) -> None:
        """Nobody listens there any more."""
        self._call("POST", self._path, {"enabled": False})

    def heal(self) -> None:
        """As at first."""
        for toxic in self._call("GET", self._path)["toxics"]:
            self._call("DELETE", f"{self._path}/toxics/{toxic['name']}")
        self._call("POST", self._path, {"enabled": True})


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
