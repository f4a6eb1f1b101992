"""`bench-driver object add`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode, UsageError
from bench_driver.servers import own_objects
from bench_driver.system.repository import find_root

from . import kept
from .notes import WORDS

if TYPE_CHECKING:
    from .drafted import Draft
    from .notes import Choice

_HELP = f"""Makes an object type of your own from samples or a schema.

\b
Examples:
  bench-driver object add Purchase --from purchase.json --dry-run
  curl -s https://example.org/purchases/1 | bench-driver object add Purchase --from - --yes
  bench-driver object add Purchase --from purchases.jsonl --field note=optional
  bench-driver object add Purchase --from openapi.yaml#/components/schemas/Purchase

FILE is one JSON document, JSON Lines, a list of objects, or a schema. A table says what was
concluded of each field and from what. --field FIELD=WORD says otherwise, or answers what no
sample tells; WORD is one of {", ".join(WORDS)}.
On a terminal you are asked; elsewhere the missing options are printed.

Values are scrambled: lengths, classes of characters, widths of numbers and which values are
equal stay. docs/your-objects.md says what could still be guessed."""


class _Field(click.ParamType[tuple[str, str]]):
    """A field and a word on it."""

    name = "FIELD=WORD"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        field, _, word = str(value).rpartition("=")
        if not field or word not in WORDS:
            self.fail(f"{value!r} is no FIELD=WORD: WORD is one of {', '.join(WORDS)}", param, ctx)
        return field, word


@click.command("add", help=_HELP, short_help="Make a type from samples or a schema.")
@click.argument("name")
@click.option(
    "--from", "origin", metavar="FILE|-", required=True, help="The samples, or the schema."
)
@click.option(
    "--field", "fields", type=_Field(), multiple=True, help="Answer for a field. Repeatable."
)
@click.option("--yes", is_flag=True, help="Take every conversion, and every proposal.")
@click.option("--dry-run", is_flag=True, help="Show what would be made; write nothing.")
@click.option("--no-build", is_flag=True, help="Write the type; `object build` builds it later.")
@click.option("--quick", is_flag=True, help="Build by the profile quick alone: no figures.")
@click.option("--as-is", is_flag=True, help="Keep the values of samples instead of scrambling.")
@click.option(
    "--allow-refs",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Let a $ref name files below this folder.",
)
@kept.objects
@options.root
def add(
    name: str,
    origin: str,
    fields: Sequence[tuple[str, str]],
    yes: bool,
    dry_run: bool,
    no_build: bool,
    quick: bool,
    as_is: bool,
    allow_refs: Path | None,
    objects: Path | None,
    root: Path | None,
) -> ExitCode:
    """Makes an object type of your own from samples or a schema."""
    from . import answered, build, reading, showing, written
    from .drafted import drafted, finished
    from .scrambled import Scrambler

    checkout, folder = find_root(root), kept.folder(objects)
    written.check_name(name, *_taken(checkout, folder))
    source = reading.read(origin)
    answers: dict[str, set[str]] = {}
    for field, word in fields:
        answers.setdefault(field, set()).add(word)

    def draft() -> Draft:
        return drafted(source, answers, name, allow_refs)

    made = draft()
    _check_used(made)
    showing.concluded(name, made, yes)
    if sys.stdin.isatty() and sys.stdout.isatty() and origin != "-" and not (yes or dry_run):
        chosen = bool(made.notes.choices)
        while made.notes.choices:
            choice = made.notes.choices[0]
            answers.setdefault(choice.field, set()).add(showing.asked(choice))
            made = draft()
        if chosen:
            showing.conversions(made)
        if made.notes.conversions and not click.confirm("Convert these?", default=True):
            raise click.Abort
    else:
        _check_answered(made, yes, dry_run)
    samples = source.objects if isinstance(source, reading.Samples) else (source.document,)
    of_type = finished(made, name, checkout, None if as_is else Scrambler(samples))
    showing.finished(name, of_type, as_is)
    if dry_run:
        return ExitCode.OK
    if folder.is_dir():
        with kept.alone(folder):  # a build that goes on would be of other types than there are
            pass
    place = written.write(folder, name, of_type.schema, of_type.canonical, of_type.variants)
    showing.kept(place, as_is)
    if no_build:
        answered.to_build(folder)
    else:
        build.build(folder, name, checkout, quick=quick)
    return ExitCode.OK


def _taken(root: Path, folder: Path) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """Names that languages have, those of published types, and those of the user's own."""
    from .provided import provided

    schemas = (root / "providers" / "objects").glob("*.schema.json")
    tree = [file.name.removesuffix(".schema.json") for file in schemas]
    return [*provided(root, "schema.reader").TAKEN], tree, own_objects.names(folder)


def _check_used(draft: Draft) -> None:
    if not draft.notes.unused:
        return
    given = ", ".join(f"{field}={word}" for field, word in draft.notes.unused)
    why = draft.notes.why_unused(*draft.notes.unused[0])
    do = (
        "write a field as the table of --dry-run does; `LIST[]` is what a list holds, `MAP.*` a map"
    )
    raise UsageError(f"--field {given} answers nothing", why=why, do=do)


def _check_answered(draft: Draft, yes: bool, dry_run: bool) -> None:
    """UsageError with the missing options, unless nothing is missing or is only shown."""
    from . import showing

    notes = draft.notes
    if missing := missing_options(draft, yes):
        if dry_run:
            showing.missing(missing)
            return
        without = [choice for choice in notes.choices if choice.proposal is None]
        why = "the samples do not tell, and without a terminal nothing is asked"
        if without:
            why = f"{without[0].field}: {without[0].why}"
        what = f"{len(missing)} options are missing" if len(missing) > 1 else "an option is missing"
        raise UsageError(what, why=why, do=f"give {' '.join(missing)}{_or_yes(notes.choices)}")


def missing_options(draft: Draft, yes: bool) -> list[str]:
    """The options without which nothing would be added."""
    choices = [one for one in draft.notes.choices if not yes or one.proposal is None]
    options_ = [
        f"--field {shlex.quote(f'{one.field}={one.proposal or one.words[-1]}')}" for one in choices
    ]
    return options_ if yes or not draft.notes.conversions else [*options_, "--yes"]


def _or_yes(choices: Sequence[Choice]) -> str:
    return ", or --yes for every proposal" if any(one.proposal for one in choices) else ""
