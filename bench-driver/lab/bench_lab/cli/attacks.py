"""`python -m bench_lab attacks`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode


@click.command()
@click.option("--repetitions", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Send each body so often.")
@options.table_out
@options.launching
def attacks(repetitions: int, out: Path | None, **given: Any) -> ExitCode:
    """Sends hostile bodies and shows what they did to the servers' memory.

    14 KB of nested BSON, 27 bytes that claim 2 GiB, billion laughs, an external entity, 100,000 levels of each format: to POST /decode, and by a provider in a
    run; with the default MAX_OBJECT_BYTES, and those that it would stop with it raised too, so that the guard sees them. Exit code 1 where one is not
    refused as it must be, or a server is not well afterwards; `!` marks it.
    """
    import tempfile

    from bench_driver.cli import screen

    from ..endure import attacks as endured
    from ..endure.scene import opened

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    found: list[endured.Struck] = []
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-attacks-") as logs, screen.progress() as told:
        for cap in (endured.CAP, endured.RAISED):
            with opened(chosen, Path(logs) / str(cap), {"MAX_OBJECT_BYTES": str(cap)}, proxied=False) as scene:
                found += endured.strike(scene, cap, repetitions, told)
    header, lines = endured.header(list(dict.fromkeys(one.server for one in found))), endured.lines(found)
    screen.show(header, lines, out)
    return ExitCode.OK if all(one.refused for one in found) else ExitCode.FAILED
