"""`python -m bench_lab limit`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import UsageError

from .options import of_kept


@click.command()
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="Start all processes and measure so often.")
@click.option("--engine", "engines", multiple=True, help="Compare these engines, or all of the usual series, rather than each format's default. Repeatable.")
@click.option("--checked", is_flag=True, help="Have the loops guard each body and compare its object, as the service does between two windows.")
@options.resumable
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the page to this file.  [default: docs/results/bench.md; with --engine or --checked beside the file that keeps the rounds]",
)
@click.option("--repetitions", hidden=True, help="Say what takes its place.")
@click.option("--criterion", hidden=True, help="Say that the loops run beside the service now.")
@click.option("--jmh", hidden=True, help="Say that the loops run beside the service now.")
@options.launching
def limit(rounds: int, engines: tuple[str, ...], checked: bool, resumed: Path | None, out: Path | None, **given: Any) -> None:
    """Compares the service with the tight loop.

    Puts slices of Criterion's and JMH's loops beside slices of the service's replay, back to back, on the same 1,024 bodies, in groups and rounds. `make
    bench` builds the loops and runs it. A round takes about three minutes, with every engine twelve. Each is kept in a file below results/limit as it ends,
    from which --resume goes on.

    Where the service is slower, --checked tells why: what is gone then was the guard and the comparison, which pass through the caches between two windows.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.cli.progress import RoundsProgress
    from bench_driver.measure.kept import Kept, asked
    from bench_driver.report.sections.environment import here

    from ..limit import page
    from ..limit.measure import FORM, Measured
    from ..limit.round import Rounds
    from ..paired import announced
    from ..paired.loops import built
    from ..paired.page import write

    _refuse_older({name: given.pop(name) for name in ("repetitions", "criterion", "jmh")})
    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    programs = built(chosen)
    before = Kept.read(resumed, "limit", FORM) if resumed else None
    engines, checked = of_kept(before, "--engine", engines), of_kept(before, "--checked", checked)
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-limit-") as logs:
        known = announced.ask(chosen, Path(logs) / "asked", engines)
        kept = options.keeping(before, chosen.root, asked("limit", chosen, known.servers, engine=engines, checked=checked), FORM)
        parsed = [one for one in known.parsed if one.consumer in programs]
        making = Rounds(chosen, programs, parsed, Path(logs), checked, amounts=Measured.of(kept.rounds).amounts)
        measured = Measured.of(kept.measure(making.make, rounds, RoundsProgress(rounds, len(kept.rounds))))
    sections = page.sections(measured, checked=checked)
    screen.sections(sections)
    made = len(kept.rounds)
    words = ["python -m bench_lab limit --rounds", str(made), *(f"--engine {name}" for name in engines), *(["--checked"] if checked else [])]
    about = here(chosen, " ".join(words), known.servers)
    usual = chosen.root / "docs" / "results" / "bench.md" if not engines and not checked else kept.file.with_suffix(".md")
    click.echo(write(out or usual, page.TITLE, sections, page.how(measured.amounts), about, made))


def _refuse_older(given: dict[str, Any]) -> None:
    """UsageError where an option of the older comparison was given, which measured the loops first and the service afterwards."""
    for name, value in given.items():
        if value is not None:
            do = f"--rounds {value}" if name == "repetitions" else "leave it out: the loops run beside the service now, a slice of each in turn"
            raise UsageError(f"--{name} is gone", why="a round measures loops and service in turn", do=do)
