"""`python -m bench_lab browser`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.servers.specs import browser as driven


@click.command()
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="Start Chromium and Node and measure so often.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/browser.md]")
@options.launching
def browser(rounds: int, out: Path | None, **given: Any) -> None:
    """Measures what a browser's figures are worth.

    Whether the browser reports a wait of 20 us in each parse as what it is, and whether Node with the page's own engines takes as long. It needs what
    `make build web` makes, and Chromium: `make browser` sees to the first. A round takes a minute.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.cli.progress import RoundsProgress
    from bench_driver.report.sections.environment import here

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    driven(chosen)  # refuses where nobody can drive it, which importing what drives it would not say
    from ..browser import page
    from ..browser.node import build
    from ..browser.round import measure
    from ..paired.page import write

    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-browser-") as folder:
        modules, begins, made = Path(folder) / "modules", RoundsProgress(rounds), []
        build(chosen.root / "web-client", modules)
        for number in range(1, rounds + 1):
            begins(number)
            made.append(measure(chosen, modules, Path(folder), number, lambda what: None))
    sections = page.sections(made)
    screen.sections(sections)
    said = here(chosen, f"python -m bench_lab browser --rounds {rounds}", {})
    click.echo(write(out or chosen.root / "docs" / "results" / "browser.md", page.TITLE, sections, page.how(), said, rounds))
