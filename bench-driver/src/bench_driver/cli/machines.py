"""`bench-driver machines`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options

_HELP = """\
Says where machines agree on who is faster, and where not.

\b
  bench-driver machines                    the last sweep of several machines
  bench-driver machines SWEEP              that one
  bench-driver machines m1 m2 --out m.svg  sweeps by their labels, drawn

SWEEP is the id of a sweep of several machines, or are the ids or labels of sweeps that each of
them made by the same command (`bench-driver store merge` brings them here). Each machine has a
verdict of its own. What they say together is counted, and never a mean. Sweeps that differ in
more than their machine end with 5.
"""


@click.command(help=_HELP)
@click.argument("sweeps", nargs=-1, metavar="[SWEEP]...")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw a line for each machine and row into this file, .svg or .png.",
)
@options.store
def machines(
    sweeps: tuple[str, ...], out: Path | None, store: str | None, root: Path | None
) -> None:
    """Shows it."""
    from ..analysis.gather_machines import named, parts
    from ..errors import UsageError
    from ..report.document import Items, Table, Text
    from ..report.pictures import save
    from ..report.sections.machines import chart, origin, section
    from ..store.opening import read_store
    from . import screen

    if out:
        options.refuse_no_picture(out)
    with read_store(options.store_address(store, root)) as kept:
        found = parts(kept, named(kept, sweeps))
    for block in section(found).blocks:
        if isinstance(block, Table):
            screen.out().print()
            screen.show_table(block)
        elif isinstance(block, Items):
            for line in block.items:
                screen.say(line, indent="  ")
        elif isinstance(block, Text):
            screen.say(block.text if block.lead else f"\n{block.text}")
    if out:
        if not (drawn := chart(found)):
            why = "nothing was measured, or there are more rows than a picture has room for"
            raise UsageError(f"{out} is not drawn", why=why, do="name fewer sweeps")
        save(drawn, origin(found), out)
        click.echo(out)
