"""`bench-driver show`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..errors import UsageError
from . import options


@click.command()
@click.argument("sweep", default="last")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print every run as a line of JSON, with its request and the server's whole answer.",
)
@click.option(
    "--by",
    "axis",
    type=click.Choice(["provider"]),
    help="List every combination of a sweep, rather than its answer.",
)
@options.store
def show(sweep: str, as_json: bool, axis: str | None, store: str | None, root: Path | None) -> None:
    """Shows a sweep's answer: who is faster, and by what ratio.

    SWEEP is an id, the beginning of one, a label (the newest sweep that has it), or `last`.

    With --json, runs are in the order in which they were made, without those of a round that was
    cut.
    """
    from dataclasses import asdict

    from .. import moment
    from ..analysis.gather import gather
    from ..analysis.history.past import look_back
    from ..model.label import labelled
    from ..report.sections.providers import NOBODYS
    from ..report.sections.short_answer import by_provider
    from ..store import read
    from ..store.opening import read_store
    from . import screen

    with read_store(options.store_address(store, root)) as kept:
        found = read.find(kept, sweep)
        if as_json:
            for made in read.answers(kept, found.id):
                click.echo(json.dumps(asdict(made), separators=(",", ":")))
            return
        screen.say(
            f"sweep {found.id}{labelled(found)}, preset {found.preset}, {found.state}, planned "
            f"{moment.minute(found.planned_at)}\n"
        )
        facts = gather(kept, found, look_back(kept, found))
        if axis is None:
            screen.answer(facts)
            return
        if not facts.by_provider:
            raise UsageError(
                f"{found.id} has no rows by provider", why=NOBODYS, do="leave --by out"
            )
        for one in by_provider(facts):
            screen.show_table(one.table)
            screen.out().print()
