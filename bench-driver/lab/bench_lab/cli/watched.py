"""`python -m bench_lab watched`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.servers.specs import browser as driven

#: What is swept, beside the rounds.
SWEEP = ("--object-type", "DummyObject", "--checks", "usual", "--condition", "block")


@click.command()
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="Sweep so many rounds.")
@click.option("--seconds", type=click.FloatRange(1, 600), default=12, show_default=True, help="Leave the view open, and closed, for so long.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/watched.md]")
@options.launching
def watched(rounds: int, seconds: float, out: Path | None, **given: Any) -> None:
    """Measures whether watching a sweep disturbs it.

    While a sweep runs, Chromium opens the page's Live view and closes it again, in random order. Times of groups that were watched stand over those of groups
    that were not. It needs what `make build web` makes, and Chromium: `make watched` sees to the first. Ten rounds take some ten minutes.
    """
    import random
    import subprocess
    import sys
    import tempfile

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    driven(chosen)  # refuses where nobody can drive it, which importing what drives it would not say
    from bench_driver.browser.page import headless
    from bench_driver.cli import screen
    from bench_driver.store import read
    from bench_driver.store.opening import read_store
    from bench_driver.ui.served import page as served

    from ..paired.page import write
    from ..watched import page
    from ..watched.gather import spent
    from ..watched.turns import counted, figures
    from ..watched.watcher import watch

    root = chosen.root
    asked = [*SWEEP, "--rounds", str(rounds), "--jvm-flags", given["jvm_flags"], *(["--java-home", str(given["java_home"])] if given["java_home"] else [])]
    with tempfile.TemporaryDirectory(prefix="bench-watched-") as own:
        store = Path(own) / "swept.sqlite"
        command = [sys.executable, "-m", "bench_driver", "sweep", *asked, "--root", str(root), "--store", str(store), "--out", f"{own}/sweep"]
        with served(root, store, Path(own) / "serve.log", {}) as url, headless() as browser, subprocess.Popen(command, stdout=subprocess.DEVNULL) as sweep:
            try:
                turns = watch(browser, url, sweep, seconds, random.Random(1))
            finally:
                sweep.terminate()
        with read_store(str(store)) as kept:
            swept = read.find(kept)
            groups = list(spent(kept, swept.id))
    sections = page.sections(figures(groups, turns), counted(groups, turns))
    screen.sections(sections)
    about = {**swept.about, "command": f"python -m bench_lab watched --rounds {rounds} --seconds {seconds:g}"}
    how = page.how(seconds, shlex.join(["bench-driver", "sweep", *SWEEP, "--rounds", str(rounds)]))
    click.echo(write(out or root / "docs" / "results" / "watched.md", page.TITLE, sections, how, about, rounds))
