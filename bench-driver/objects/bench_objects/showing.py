"""What the terminal shows of a draft. Never a value of a sample, only names of fields."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bench_driver.cli import screen
from bench_driver.model.published import printable

from .made import VARIANTS
from .reading import Samples

if TYPE_CHECKING:
    from .drafted import Draft, ObjectType
    from .notes import Choice

#: Fields that a conversion names, of however many.
_NAMED = 3


def concluded(name: str, draft: Draft, yes: bool) -> None:
    """The table of fields, conversions, and what is to be chosen, or `yes` has chosen."""
    notes, out = draft.notes, screen.out()
    samples = len(draft.source.objects) if isinstance(draft.source, Samples) else 0
    many = f"{samples:,} sample{'s' * (samples > 1)}"
    form = f"{many} ({draft.source.form})" if isinstance(draft.source, Samples) else "a schema"
    screen.say(f"{name}, from {form}\n")
    rows = [
        (row.field, row.concluded, row.evidence)
        for row in notes.rows
        if not (row.field.endswith(("[]", ".*")) and row.concluded == "record")
    ]
    out.print(screen.table(["field", "concluded", "from"], rows))
    conversions(draft)
    if notes.choices:
        screen.say("\nChosen by --yes, where there is a proposal:" if yes else "\nYours to choose:")
        for one in notes.choices:
            words = " or ".join(f"{w} (proposed)" if w == one.proposal else w for w in one.words)
            screen.say(f"  {one.field}: {one.why}; {words}", indent="    ")


def conversions(draft: Draft) -> None:
    """What is converted, with some of the fields of each."""
    if draft.notes.conversions:
        screen.say("\nConversions:")
    for what, fields in draft.notes.conversions.items():
        screen.say(f"  {what}: {_named(fields)}", indent="    ")


def _named(fields: Sequence[str]) -> str:
    more = len(fields) - _NAMED
    return ", ".join(fields[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def asked(choice: Choice) -> str:
    """The user's word on a field."""
    word: str = click.prompt(
        f"{printable(choice.field)}: {choice.why}",
        type=click.Choice(choice.words),
        default=choice.proposal,
    )
    return word


def missing(options: Sequence[str]) -> None:
    """The options without which nothing would be added."""
    screen.say(f"\nTo add it, give: {' '.join(options)}")


def finished(name: str, made: ObjectType, as_is: bool) -> None:
    """What the type is in the end."""
    values = "as they are" if as_is else "scrambled"
    borrowed = f", {made.borrowed} of them from elsewhere in the samples" if made.borrowed else ""
    variants = "drawn from the samples" if made.variants else "made from it by rules"
    screen.say(
        f"\nThe object: {made.size:,} bytes of JSON, values {values}{borrowed}; its {VARIANTS:,} "
        f"variants are {variants}."
    )
    for format_name, why in made.uncarried.items():
        screen.say(f"{format_name} cannot carry it: {why}.")
    if made.uncarried:
        screen.say("It is measured in the other formats.")
    if made.renamed:
        screen.say(f"In code, {_named(made.renamed)}.")


def kept(place: Path, as_is: bool) -> None:
    """Where the type lies, and whether values of the samples lie there."""
    values = ", with the values of the samples in it" if as_is else ""
    screen.say(f"\nWritten to {place}{values}.")
