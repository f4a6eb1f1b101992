"""Compares the generator with others: the same reads of timelines on one store, by turns. pgbench
asks PostgreSQL in an open loop, latte 0.29.0 asks Cassandra in a closed one. This is no test:
somebody runs it and looks. STORES is where `bench-driver study stores install` puts them.

    python -m bench_studies.microblog.agree latte STORES --latte PATH
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import click

from bench_driver.stats.histograms import merged

from ..stores import find, package, sandboxes
from ..stores.base import Store
from ..trial_study import Tags
from .generator import Generator
from .others import CLIENTS, RATE, SECONDS, USERS, by_latte, by_pgbench

#: By the other's name: the store, its acknowledgement, what is read there, and the rate.
_CELLS: dict[str, tuple[str, str, Tags, float | None]] = {
    "pgbench": ("postgresql", "applied", {"model": "fan-out", "level": "on"}, RATE),
    "latte": ("cassandra", "memory", {"model": "denormalized", "level": "ONE"}, None),
}


def by_generator(generator: Generator, rate: float | None, seed: int) -> tuple[float, float]:
    """Operations a second, and the median from the intended start, ms."""
    running = generator.run(seed, rate)
    try:
        report = running.wait()
    finally:
        running.end()
    assert not report["errors"], report["errors"]
    times = merged(one["histogram"] for one in report["times"])
    assert times, "timelines were read"
    return report["completed"] / report["seconds"], dict(times.at)[50.0] / 1000


@click.command(help=__doc__)
@click.argument("other", type=click.Choice(list(_CELLS)))
@click.argument("stores", type=click.Path(exists=True, resolve_path=True, path_type=Path))
@click.argument("rounds", type=click.IntRange(1), default=6)
@click.option("--latte", default="latte", help="Its program, where it is not on PATH.")
def main(other: str, stores: Path, rounds: int, latte: str) -> None:
    """Prints both of each round, and the ratios of the medians over rounds."""
    theirs: Callable[[Store, Path], tuple[float, float]] = by_pgbench
    if other == "latte":
        if not (found := shutil.which(latte)):
            get = "run `cargo install latte-cli@0.29.0 --locked`, or give --latte PATH"
            raise click.UsageError(f"{latte} is no program that can be run\n{get}")
        theirs = partial(by_latte, Path(found).absolute())
    name, acknowledgement, cell, rate = _CELLS[other]
    installed = package.found(name, stores, "installed")
    program = package.found("generator", stores, "installed") / "bin" / "generator"
    with sandboxes.opened(stores) as box:
        store = find(name)(installed, box.folder / "store", box)
        store.start(acknowledgement)
        try:
            load: Tags = {"users": USERS, "clients": CLIENTS, "seconds": SECONDS}
            tags = {**cell, **load, "operation": "timeline"}
            generator = Generator(program, store, tags, box.folder / "tweets")
            generator.load()
            made = []
            for number in range(rounds):
                turns = [
                    partial(theirs, store, box.folder),
                    partial(by_generator, generator, rate, number),
                ]
                # Whoever comes second finds the store warmer.
                done = {side: turns[side]() for side in ((0, 1) if number % 2 else (1, 0))}
                made.append((done[0], done[1]))
                said = zip((other, "generator"), made[-1], strict=True)
                print(number + 1, *(f" {who} {one[0]:.1f}/s {one[1]:.3f} ms" for who, one in said))
            for place, figure in enumerate(("rate", "median")):
                others, ours = (median(one[side][place] for one in made) for side in (0, 1))
                print(f"{figure}, generator over {other}: {ours / others:.3f}")
        finally:
            store.stop()


if __name__ == "__main__":
    main()
