"""`python -m bench_lab meter`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode


@click.command()
@click.option("--repetitions", type=click.IntRange(2, 100), default=5, show_default=True, help="Make each run so often.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the tables to this file too, as Markdown.")
@options.launching
def meter(repetitions: int, out: Path | None, **given: Any) -> ExitCode:
    """Proves that the servers report what happened.

    Runs whose figure is known: waits of 1 to 20 us in place of a parse, an engine that is 10 % slower, a provider that answers late or in pieces, few
    objects and many. It needs the builds that `make test-meter` makes. Exit code 1 where a claim does not hold here.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.system import files

    from ..meter.prove import prove

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-meter-") as logs, screen.progress() as told:
        proofs = prove(chosen, repetitions, Path(logs), told)
    for proof in proofs:
        screen.out().print(f"\n{_title(proof)}; {repetitions} repetitions", markup=False)
        screen.out().print(screen.table(_COLUMNS, [_cells(row) for row in proof.rows]))
    if out:
        files.write(out, "\n".join(_markdown(proof) for proof in proofs))
    return ExitCode.OK if all(row.held is not False for proof in proofs for row in proof.rows) else ExitCode.FAILED


_COLUMNS = ("claim", "measured", "allowed", "holds")


def _cells(row: Any) -> list[str]:
    return [row.claim, row.measured, row.allowed, {True: "yes", False: "NO", None: ""}[row.held]]


def _title(proof: Any) -> str:
    return f"{proof.consumer} on {proof.runtime_version}; empty window {proof.timer_overhead_ns} ns"


def _markdown(proof: Any) -> str:
    from bench_driver.report.markdown import table

    return f"{_title(proof)}\n\n{table(_COLUMNS, map(_cells, proof.rows), text_columns=len(_COLUMNS))}\n"
