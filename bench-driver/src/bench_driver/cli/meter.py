"""`bench-driver meter`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..errors import ExitCode
from ..servers import JVM_FLAGS
from . import options


@click.command()
@click.option("--repetitions", type=click.IntRange(2, 100), default=5, show_default=True, help="How often each run is made.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Also write the tables there, as Markdown.")
@click.option("--jvm-flags", default=" ".join(JVM_FLAGS), show_default=True, help="For Java servers.")
@click.option("--java-home", type=click.Path(path_type=Path), help="The JDK, where not JAVA_HOME or the newest found.")
@options.root
def meter(repetitions: int, out: Path | None, **given: Any) -> ExitCode:
    """Proves that the servers report what happened.

    Runs whose figure is known: waits of 1 to 20 us in place of a parse, an engine that is 10 % slower, a provider that answers late or in pieces, few
    objects and many. It needs the builds that `make test-meter` makes. Exit code 1 where a claim does not hold here.
    """
    import tempfile

    from rich.progress import Progress

    from .. import screen
    from ..meter.prove import prove

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    console = screen.err()
    with tempfile.TemporaryDirectory(prefix="bench-meter-") as logs, Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("starting", total=None)
        proofs = prove(chosen, repetitions, Path(logs), lambda now, done, total: bar.update(task, description=now, completed=done, total=total))
    for proof in proofs:
        screen.out().print(f"\n{proof.consumer} on {proof.runtime_version}; empty window {proof.timer_overhead_ns} ns; {repetitions} repetitions", markup=False)
        screen.out().print(screen.table(_COLUMNS, [_cells(row) for row in proof.rows]))
    if out:
        out.write_text("\n".join(_markdown(proof) for proof in proofs))
    return ExitCode.OK if all(row.held is not False for proof in proofs for row in proof.rows) else ExitCode.FAILED


_COLUMNS = ("claim", "measured", "allowed", "holds")


def _cells(row: Any) -> list[str]:
    return [row.claim, row.measured, row.allowed, {True: "yes", False: "NO", None: ""}[row.held]]


def _markdown(proof: Any) -> str:
    head = f"{proof.consumer} on {proof.runtime_version}; empty window {proof.timer_overhead_ns} ns\n\n| {' | '.join(_COLUMNS)} |\n|---|---|---|---|\n"
    return head + "".join(f"| {' | '.join(_cells(row))} |\n" for row in proof.rows)
