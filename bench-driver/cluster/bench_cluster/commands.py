"""`bench-driver worker`, `bench-driver cluster` and `bench-driver round`."""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path

import click

from bench_driver.cli import SETTINGS, options
from bench_driver.errors import Busy, ExitCode, UsageError
from bench_driver.system.repository import find_root

_WORKER = """Lets a driver elsewhere have rounds measured on this machine.

\b
Examples:
  bench-driver worker tls://HOST:8786 --certificates DIR
  bench-driver worker tcp://127.0.0.1:8786 --machine one

It makes one round at a time, by this checkout and in processes of its own, and keeps each in
results/.rounds until the driver has it. It ends when the scheduler goes away; have a supervisor
start it again."""
_CLUSTER = """Runs the scheduler of many machines, and makes certificates.

\b
Examples:
  bench-driver cluster certificates ~/.testbed
  bench-driver cluster scheduler tls://0.0.0.0:8786 --certificates ~/.testbed"""
_CERTIFICATES = """Makes an authority, and certificates for each role.

\b
Example:
  bench-driver cluster certificates ~/.testbed

The roles are scheduler, worker and driver. Who has the certificate of one and its key can come in:
copy ca.pem and the two files of its role to a machine, and ca.key nowhere. All end in a year."""
_SCHEDULER = """Runs where machines and drivers meet.

\b
Examples:
  bench-driver cluster scheduler tls://0.0.0.0:8786 --certificates DIR
  bench-driver cluster scheduler tcp://127.0.0.1:8786"""
_ROUND = """Makes a round that comes in as JSON: what a worker starts.

\b
Example:
  bench-driver round --out result.json < task.json

It waits while something else measures on this machine. What comes in names no program, flag or
path."""


@click.command(help=_WORKER)
@click.argument("address")
@click.option("--machine", metavar="NAME", help="What the machine is called.  [default: its host]")
@options.certificates
@options.root
def worker(
    address: str, machine: str | None, certificates: Path | None, root: Path | None
) -> ExitCode:
    """Joins a scheduler as a machine."""
    from . import door
    from .nodes import serve_worker
    from .rounds import Rounds
    from .task import MACHINE

    name = machine or socket.gethostname().partition(".")[0]
    if not MACHINE.fullmatch(name):
        why = "it is a part of a sweep's id: 1 to 42 letters, digits, `_`, `.` and `-`"
        raise UsageError(f"{name!r} names no machine", why=why, do="give --machine another")
    checkout = find_root(root)
    door.closed()
    security = door.security(address, certificates, "worker")
    folder = checkout / "results" / ".rounds" / name
    asyncio.run(serve_worker(address, security, Rounds(name, checkout, folder)))
    return ExitCode.OK


@click.group(context_settings=SETTINGS, help=_CLUSTER)
def cluster() -> None:
    """Has the commands of a cluster."""


@cluster.command("certificates", help=_CERTIFICATES)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def certificates_(folder: Path) -> ExitCode:
    """Writes them into a folder."""
    from .certificates import make

    for file in make(folder):
        click.echo(str(file))
    return ExitCode.OK


@cluster.command("scheduler", help=_SCHEDULER)
@click.argument("address")
@options.certificates
def scheduler(address: str, certificates: Path | None) -> ExitCode:
    """Runs it until a signal."""
    from . import door
    from .nodes import serve_scheduler

    door.closed()
    asyncio.run(serve_scheduler(address, door.security(address, certificates, "scheduler")))
    return ExitCode.OK


@click.command("round", help=_ROUND)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="Write the round there, once it is whole.",
)
@options.root
def round_(out: Path, root: Path | None) -> ExitCode:
    """Makes it, once the machine is free."""
    from . import task
    from .making import make

    def waiting(busy: Busy) -> None:
        click.echo(f"waiting: {busy.why}", err=True)

    make(task.read(sys.stdin.read()), find_root(root), out.absolute(), waiting)
    return ExitCode.OK
