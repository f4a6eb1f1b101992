"""What filters and amounts on the command line mean. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import UsageError

#: The most checkpoints that a run may have (`MAX_CHECKPOINTS` of a server) and the largest amount
#: (`MAX_AMOUNT`).
MAX_CHECKPOINTS = 256
MAX_AMOUNT = 1_000_000


def parse_amounts(text: str, option: str = "--amounts") -> tuple[int, ...]:
    """Ascending amounts from `1000,5000` or `START:STOP:STEP` (STOP included), or a mix of both;
    UsageError where it is neither.
    """
    amounts: set[int] = set()
    for part in text.split(","):
        numbers = [_integer(number, text, option) for number in part.split(":")]
        if len(numbers) == 1:
            amounts.add(numbers[0])
        elif len(numbers) == 3 and numbers[2] > 0 and numbers[0] <= numbers[1]:
            amounts.update(range(numbers[0], numbers[1] + 1, numbers[2]))
        else:
            raise _bad(
                text,
                f"{part!r} is neither a number nor START:STOP:STEP with START <= STOP and STEP > 0",
                option,
            )
    if not all(1 <= amount <= MAX_AMOUNT for amount in amounts):
        raise _bad(text, f"an amount is an integer from 1 to {MAX_AMOUNT}", option)
    if len(amounts) > MAX_CHECKPOINTS:
        raise _bad(
            text,
            f"these are {len(amounts)} amounts, and a run reports at most {MAX_CHECKPOINTS}",
            option,
        )
    return tuple(sorted(amounts))


def _integer(number: str, text: str, option: str) -> int:
    if not (number.isascii() and number.strip().isdigit()):
        raise _bad(text, f"{number!r} is no whole number", option)
    return int(number)


def _bad(text: str, why: str, option: str) -> UsageError:
    return UsageError(
        f"{option} {text} cannot be used",
        why=why,
        do="write them as 1000,5000,10000 or as 1000:10000:1000",
    )


def choose(wanted: Sequence[str], known: Sequence[str], option: str) -> tuple[str, ...]:
    """Those of `known` that a filter names, whole or by their first word, in any case; all where it
    names none. UsageError on a name that fits nothing.

    A filter is a list; each of its items may be one too, by commas.
    """
    chosen: set[str] = set()
    names = [name.strip() for item in wanted for name in item.split(",")]
    for name in names:
        fits = [
            item for item in known if name.lower() in (item.lower(), item.lower().partition("-")[0])
        ]
        if not fits:
            raise UsageError(
                f"{option} {name} fits nothing",
                why=f"there are {', '.join(known)}",
                do="name one of these",
            )
        chosen.update(fits)
    return tuple(item for item in known if item in chosen or not names)
