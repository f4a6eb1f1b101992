"""`bench-driver card`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from ..errors import UsageError
from . import options

_HELP = """\
Draws what may be said of A and B as one picture.

\b
  bench-driver card rust-server java-server --out java.svg
  bench-driver card java-server "java-server gson" --out gson.png
  bench-driver card java-server "java-server *-blackbird" --out blackbird.svg
  bench-driver card serde_json bson --out formats.svg

A and B are contenders of the sweep as its report names them: a consumer, which is its default
engine in each format, a consumer with an engine, an engine alone, or a consumer with its setup
(consumer+setup). With a * a name may fit another engine in each format.

The card has a row for each object type and format that has both, or, where A and B have no format
in common, for each object type. As in reports, a ratio is B's time over A's: above 1 A is faster.
Each has its interval, simultaneous over the rows, and a verdict. The card has a line of trust, by
its own rows and never better than the sweep's, the versions, the machine, the date and the sweep's
id.
"""


@click.command(help=_HELP)
@click.argument("name", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the card to this file, .svg or .png.",
)
@click.option("--sweep", default="last", show_default=True, help="The sweep that has both.")
@click.option("--object-type", "object_types", multiple=True, help="Only these object types.")
@click.option("--format", "formats", multiple=True, help="Only these formats.")
@click.option("--condition", help="The condition.  [default: the answer's]")
@click.option("--checks", help="The series, as usual or equal.  [default: the first with both]")
@options.store
def card(
    name: str,
    other: str,
    out: Path,
    sweep: str,
    object_types: tuple[str, ...],
    formats: tuple[str, ...],
    condition: str | None,
    checks: str | None,
    store: str | None,
    root: Path | None,
) -> None:
    """Draws the card."""
    from ..analysis.claim import Scope, claim
    from ..analysis.gather import gather
    from ..plan.amounts import choose
    from ..report.claim_card import card as draw
    from ..report.pictures import origin_of, save
    from ..report.sections.answer import trusted
    from ..store.opening import read_store
    from ..store.read import find
    from . import screen

    options.refuse_no_picture(out)
    with read_store(options.store_address(store, root)) as kept:
        facts = gather(kept, find(kept, sweep))
    if not facts.cells:
        why = "nothing of it was measured"
        raise UsageError(f"sweep {facts.sweep.id} has no card", why=why, do="name another --sweep")

    def each(names: Iterable[str]) -> list[str]:
        return list(dict.fromkeys(names))

    def one_of(given: str | None, known: list[str], option: str) -> str:
        return choose([given], known, option)[0] if given else ""

    scope = Scope(
        one_of(condition, facts.conditions, "--condition"),
        one_of(checks, each(cell.checks for cell in facts.cells), "--checks"),
        choose(object_types, each(cell.object_type for cell in facts.cells), "--object-type"),
        choose(formats, each(cell.format for cell in facts.cells), "--format"),
    )
    made = claim(facts, name, other, scope)
    save(draw(facts, made), origin_of(facts.sweep), out)
    for line in (made.headline, made.sentence(one_start=facts.one_start), trusted(made)):
        screen.say(line)
    click.echo(out)
