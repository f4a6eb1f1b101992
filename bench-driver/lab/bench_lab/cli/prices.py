"""`python -m bench_lab prices`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options

from .options import chosen_of, of_kept


@click.command()
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="Start the processes and measure so often.")
@click.option("--only", multiple=True, metavar="NAME", help="Ask this one price alone, and others so named: doubles, texts, records, pools or parser.")
@options.resumable
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/prices.md]")
@options.launching
def prices(rounds: int, only: tuple[str, ...], resumed: Path | None, out: Path | None, **given: Any) -> None:
    """Measures what a guarantee, or a choice of a library's user, costs.

    `doubles`: right to the last bit, in Rust, where the library by itself is right but for that. `texts`: owned by the object, where Rust's libraries could
    borrow them from the body. `records`: in Java, where Jackson could fill public fields. `pools`: one pool of Jackson's buffers for all threads, or one a
    thread. `parser`: Jackson's own parser of doubles, or the JDK's.

    Slices of two loops that differ in that alone, back to back, in groups and rounds. `make prices` builds them and runs it. A round takes about three
    minutes. Each is kept in a file below results/prices as it ends, from which --resume goes on.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.cli.progress import RoundsProgress
    from bench_driver.measure.kept import Kept, asked
    from bench_driver.report.sections.environment import here

    from ..paired import announced
    from ..paired.gathered import FORM, gathered
    from ..paired.page import section, write
    from ..prices import page
    from ..prices.price import PRICES
    from ..prices.round import Rounds

    before = Kept.read(resumed, "prices", FORM) if resumed else None
    only = of_kept(before, "--only", only)
    wanted = chosen_of(PRICES, only)
    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    file = out or chosen.root / "docs" / "results" / "prices.md"
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-prices-") as logs:
        known = announced.ask(chosen, Path(logs) / "asked")
        making = Rounds(chosen, wanted, known.parsed, Path(logs))
        making.check()
        kept = options.keeping(before, chosen.root, asked("prices", chosen, known.servers, only=only), FORM)
        measured = gathered(kept.measure(making.make, rounds, RoundsProgress(rounds, len(kept.rounds))))
    sections = [section(price, measured[price.name]) for price in wanted]
    screen.sections(sections)
    command = f"python -m bench_lab prices --rounds {len(kept.rounds)}{''.join(f' --only {name}' for name in only)}"
    click.echo(write(file, page.TITLE, sections, page.HOW, here(chosen, command, known.servers), len(kept.rounds)))
