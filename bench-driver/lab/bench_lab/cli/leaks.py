"""`python -m bench_lab leaks`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode


@click.command()
@click.option("--failures", type=click.IntRange(10, 10_000_000), default=10_000, show_default=True, help="Fail so many runs at each consumer.")
@options.table_out
@options.launching
def leaks(failures: int, out: Path | None, **given: Any) -> ExitCode:
    """Fails thousands of runs and shows what that left behind.

    Every failure that waits for no timeout, in turn: providers that are down, reset, cut, lie, send too much or the wrong thing; plain and streamed runs, and
    clients that go away. Before, half-way and after, at rest: threads, open files, sockets by state, memory (of a JVM: the live heap after a full
    collection). Some minutes. Exit code 1 where something leaks or an answer was not as contracted.
    """
    import tempfile

    from bench_driver.cli import screen

    from ..endure import leak_table
    from ..endure.leaks import hold
    from ..endure.scene import opened

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    with (
        options.alone(),
        tempfile.TemporaryDirectory(prefix="bench-leaks-") as logs,
        screen.progress() as told,
        opened(chosen, Path(logs), proxied=False) as scene,
    ):
        found = [hold(scene, server, chosen, failures, told) for server in scene.servers]
    lines = [line for held in found for line in leak_table.lines(held)]
    cells = [leak_table.cells(line) for line in lines]
    screen.show(leak_table.HEADER, cells, out, right=leak_table.HEADER[2:5])
    for held in found:
        screen.err().print(f"{held.server}: {held.failures:,} failures of {held.kinds} kinds in {held.seconds:.0f} s", markup=False)
    return ExitCode.FAILED if any(line.held is False for line in lines) else ExitCode.OK
