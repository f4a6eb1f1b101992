"""Who may come in: beyond loopback only TLS with client certificates; and never anything pickled.

Dask's messages may hold pickled objects, which run code as they are read. Nothing that is sent
here is one, so that reading them is refused in each process that opens this door.
"""

from __future__ import annotations

import ipaddress
import logging
import sys
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import dask
import distributed.protocol.pickle
from distributed.security import Security

from bench_driver import moment
from bench_driver.errors import SetupError, UsageError

PORT = 8786
#: What Dask calls each role.
_ROLES = {"scheduler": "scheduler", "worker": "worker", "driver": "client"}
_CERTIFICATES = "bench-driver cluster certificates DIR"
#: Dask as quiet as it can be while a round is measured.
_SETTINGS: dict[str, Any] = {
    "distributed.admin.tick.interval": "10s",
    "distributed.admin.tick.cycle": "60s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.comm.timeouts.connect": "10s",
    "distributed.comm.timeouts.tcp": "30s",
    "distributed.scheduler.reuse-broadcast-comm": True,
    "distributed.scheduler.worker-ttl": "60s",
    "distributed.worker.profile.enabled": False,
}


def log(text: str) -> None:
    """A line with its time, for whoever reads what a supervisor keeps."""
    shown = "".join(one if one.isprintable() else " " for one in text)
    print(f"{moment.now()[11:19]} {shown}", file=sys.stderr, flush=True)


def first_cause(error: BaseException) -> str:
    """What Dask's errors began with, which says the most."""
    while cause := error.__cause__ or error.__context__:
        error = cause
    return f"{type(error).__name__}: {error}"[:200]


def closed() -> None:
    """Sets Dask up for this process, before anything of it is started."""
    dask.config.set(_SETTINGS)
    distributed.protocol.pickle.loads = _refuse_pickle
    logging.getLogger("distributed").setLevel(logging.WARNING)


def security(address: str, folder: Path | None, role: str) -> Security:
    """What a role needs to come in at an address, or to listen there, with the certificates of a
    folder. UsageError where the address is none, or would be open to others.
    """
    scheme, host, _ = parts(address)
    if scheme == "tcp":
        if not _loopback(host):
            why = "whoever reaches that address could have rounds made"
            do = f"write tls://…, with --certificates (see `{_CERTIFICATES}`)"
            raise UsageError(f"{address} is open to others", why=why, do=do)
        return Security(require_encryption=False)
    if folder is None:
        do = f"give --certificates DIR; `{_CERTIFICATES}` makes them"
        raise UsageError(f"{address} needs certificates", why="it begins with tls", do=do)
    ca, cert, key = (folder / name for name in ("ca.pem", f"{role}.pem", f"{role}.key"))
    for file in (ca, cert, key):
        if not file.is_file():
            do = f"`{_CERTIFICATES}` makes them; copy ca.pem, {role}.pem and {role}.key here"
            raise SetupError(f"{file} is missing", why=f"a {role} needs it", do=do)
    if key.stat().st_mode & 0o007:
        why = "every user of this machine can read it"
        raise SetupError(f"{key} is open", why=why, do=f"chmod 600 {key}")
    own = {f"tls_{_ROLES[role]}_cert": str(cert), f"tls_{_ROLES[role]}_key": str(key)}
    return Security(require_encryption=True, tls_ca_file=str(ca), **own)


def parts(address: str) -> tuple[str, str, int]:
    """The scheme, host and port of a scheduler's address. UsageError where it is none."""
    try:
        url = urlsplit(address)
        scheme, host, port = url.scheme, url.hostname, url.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in ("tls", "tcp") or not host or not port or address.count("/") != 2:
        do = f"write tls://HOST:{PORT}, or tcp://127.0.0.1:{PORT} on one machine"
        raise UsageError(f"{address!r:.80} is no address of a scheduler", why="", do=do)
    return scheme, host, port


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _refuse_pickle(*_: object, **__: object) -> NoReturn:
    raise ValueError("a pickled object was sent, and was not read")
