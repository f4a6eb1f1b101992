"""`python -m bench_lab attacks`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode


@click.command()
@click.option("--repetitions", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Send each body so often.")
@click.option("--bodies", type=click.IntRange(1, 10_000_000), default=10_000, show_default=True, help="Send at least so many against the guard.")
@options.table_out
@options.launching
def attacks(repetitions: int, bodies: int, out: Path | None, **given: Any) -> ExitCode:
    """Sends hostile bodies and shows what they did to the servers' memory.

    14 KB of nested BSON, 27 bytes that claim 2 GiB, billion laughs, an external entity, 100,000 levels of each format: to POST /decode, and by a provider in a
    run; with the default MAX_OBJECT_BYTES, and those that it would stop with it raised too, so that the guard sees them. Then bodies made to cost the guard
    itself much, as long as the default lets pass: colliding keys, names, texts and numbers of 64 KB, depth, width, escapes, white space. Exit code 1 where
    one is not refused or read as it must be, takes the guard 20 times as long a byte as a sound one, or leaves memory behind, or a server is not well
    afterwards; `!` marks it.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.report import markdown
    from bench_driver.system import files

    from ..endure import attacks as endured
    from ..endure import guard_cost
    from ..endure.scene import opened

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    found: list[endured.Struck] = []
    costs: list[guard_cost.Costs] = []
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-attacks-") as logs, screen.progress() as told:
        for cap in (endured.CAP, endured.RAISED):
            with opened(chosen, Path(logs) / str(cap), {"MAX_OBJECT_BYTES": str(cap)}, proxied=False) as scene:
                found += endured.strike(scene, cap, repetitions, told)
                if cap == endured.CAP:
                    costs += [guard_cost.weigh(scene.root, server, chosen, bodies, told) for server in scene.servers]
    names = [one.server for one in costs]
    tables = [(endured.header(names), endured.lines(found)), (guard_cost.header(names), guard_cost.lines(costs))]
    for header, lines in tables:
        screen.show(header, lines, None)
    if out:
        files.write(out, "\n".join(markdown.table(header, lines, text_columns=len(header)) + "\n" for header, lines in tables))
    return ExitCode.OK if all(one.refused for one in found) and all(one.held for one in costs) else ExitCode.FAILED
