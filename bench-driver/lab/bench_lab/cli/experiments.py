"""`python -m bench_lab experiments`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options

from .options import chosen_of, of_kept


@click.command()
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="Start the processes and measure so often.")
@click.option(
    "--only", multiple=True, metavar="NAME", help="Make this one experiment alone, and others so named: checks, blackbird, floors, passes, shared or variants."
)
@options.resumable
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/experiments.md]")
@options.launching
def experiments(rounds: int, only: tuple[str, ...], resumed: Path | None, out: Path | None, **given: Any) -> None:
    """Measures what the conditions of a measurement, and the settings of an engine, do to it.

    `checks`: an engine with equal checks, against one with those that its library's documentation begins with. `blackbird`: Jackson with that module,
    against Jackson without. `floors` and `passes`: a parse against building the object alone, and against one pass over the bytes. `shared`: a process that
    parses every format, against one that parses one format alone. `variants`: 1,024 different bodies in turn, against one body again and again.

    Every consumer's default engines, on every object type and format, by replay, in groups of slices. A round takes some five minutes; it starts up to 16
    servers at once, which take some 12 GiB. One experiment alone (`--only`) takes less of both. Each round is kept in a file below results/experiments as it
    ends, from which --resume goes on.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.cli.progress import RoundsProgress
    from bench_driver.measure.kept import Kept, asked
    from bench_driver.report.sections.environment import here

    from ..experiments import EXPERIMENTS, PARTS, page
    from ..experiments.measure import FORM, Making, sizes
    from ..experiments.round import GROUPS, Rounds
    from ..paired import announced
    from ..paired.gathered import gathered
    from ..paired.page import write

    before = Kept.read(resumed, "experiments", FORM) if resumed else None
    only = of_kept(before, "--only", only)
    wanted = chosen_of(EXPERIMENTS, only)
    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    file = out or chosen.root / "docs" / "results" / "experiments.md"
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-experiments-") as logs:
        known = announced.ask(chosen, Path(logs) / "asked")
        engines = {name: said["engines"] for name, said in known.servers.items()}
        parts = [[experiment for experiment in part if experiment in wanted] for part in PARTS]
        kept = options.keeping(before, chosen.root, asked("experiments", chosen, known.servers, only=only), FORM)
        amounts, lengths = sizes(kept.rounds.values())
        made = [Rounds(chosen, part, known.parsed, engines, Path(logs) / str(place), amounts=amounts) for place, part in enumerate(parts)]
        making = Making([part for part in made if part.processes], lengths)
        measured = gathered({number: whole.groups for number, whole in kept.measure(making.make, rounds, RoundsProgress(rounds, len(kept.rounds))).items()})
    sections = [page.section(experiment, measured[experiment.name], lengths) for experiment in wanted if measured.get(experiment.name)]
    screen.sections(sections)
    conditions = page.how(GROUPS, amounts.values())
    command = f"python -m bench_lab experiments --rounds {len(kept.rounds)}{''.join(f' --only {name}' for name in only)}"
    click.echo(write(file, page.TITLE, sections, conditions, here(chosen, command, known.servers), len(kept.rounds)))
