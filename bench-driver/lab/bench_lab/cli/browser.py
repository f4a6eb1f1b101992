"""`python -m bench_lab browser`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.servers.specs import browser as driven


@click.command()
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="Start Chromium and Node and measure so often.")
@options.resumable
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/browser.md]")
@options.launching
def browser(rounds: int, resumed: Path | None, out: Path | None, **given: Any) -> None:
    """Measures what a browser's figures are worth.

    Whether the browser reports a wait of 20 us in each parse as what it is, and whether Node with the page's own engines takes as long. It needs what
    `make build web` makes, and Chromium: `make browser` sees to the first. A round takes a minute, and is kept in a file below results/browser as it ends, from
    which --resume goes on.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.cli.progress import RoundsProgress
    from bench_driver.report.sections.environment import here

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    driven(chosen)  # refuses where nobody can drive it, which importing what drives it would not say
    from bench_driver.measure.kept import Kept, asked

    from ..browser import page
    from ..browser.node import build, versions
    from ..browser.round import FORM, measure
    from ..paired.page import write

    before = Kept.read(resumed, "browser", FORM) if resumed else None
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-browser-") as folder:
        modules = Path(folder) / "modules"
        built = build(chosen.root / "web-client", modules)
        kept = options.keeping(before, chosen.root, asked("browser", chosen, {}, programs=versions(), page=built), FORM)
        by_number = kept.measure(lambda number: measure(chosen, modules, Path(folder), number), rounds, RoundsProgress(rounds, len(kept.rounds)))
    made = [by_number[number] for number in sorted(by_number)]
    sections = page.sections(made)
    screen.sections(sections)
    said = here(chosen, f"python -m bench_lab browser --rounds {len(made)}", {})
    click.echo(write(out or chosen.root / "docs" / "results" / "browser.md", page.TITLE, sections, page.how(), said, len(made)))
