"""Which figures a command line asks for."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from ..errors import UsageError
from ..model.condition import CORES, PUSHES
from ..model.series import CHECKS, DECODE, ENCODE, EQUAL, OF_EQUAL, OPERATIONS, USUAL
from ..plan.amounts import parse_amounts
from ..plan.conditions import parse_conditions
from ..plan.presets import PRESETS
from ..plan.request import Request, Stopping
from ..servers.added import added
from ..stats.verdict import CLAIM_ROUNDS
from .wanted import SweepOptions

#: Options that say something beside `--amounts` alone.
_OF_AMOUNTS = ("cold", "cold_amounts")
#: What the choice of an earlier sweep says, by the options that say it of others.
_BY_CHOICE = {
    "consumers": "--consumer",
    "object_types": "--object-type",
    "sizes": "--size",
    "formats": "--format",
    "codings": "--coding",
    "engines": "--engine",
    "floors": "--floors",
    "setups": "--setup",
    "operation": "--operation",
    "checks": "--checks",
    "condition": "--condition",
    "amounts": "--amounts",
}


def request_of(given: SweepOptions) -> Request:
    """The preset, with what was given instead.

    Where that makes other figures of it, it is a preset no more.

    Raises:
        UsageError: where options do not go together.

    """
    base = PRESETS[given.preset].request
    if given.best_of:
        return _of_best(given, base)
    if given.amounts is not None:
        base = _with_amounts(given, base)
    if base.held.amounts:
        _refuse_with_amounts(given)
    elif misplaced := next(
        (name for name in _OF_AMOUNTS if getattr(given, name) is not None), None
    ):
        why = "the first objects of a process, like its slices, are reported at amounts"
        do = "give --amounts, or --preset paper"
        raise UsageError(f"{_option(misplaced)} needs --amounts", why=why, do=do)
    return _request(given, base)


def _with_amounts(given: SweepOptions, base: Request) -> Request:
    """The preset with slices that are reported at the amounts given."""
    amounts = parse_amounts(given.amounts or "")
    stopping = base.stopping if base.stopping.rounds else Stopping(rounds=CLAIM_ROUNDS)
    conditions = base.conditions if base.held.amounts else ("http",)
    held = replace(base.held, amounts=amounts)
    return replace(base, held=held, conditions=conditions, stopping=stopping)


def _refuse_with_amounts(given: SweepOptions) -> None:
    """UsageError where slices that are reported at amounts cannot be had with what was given."""
    if more := added(given.consumers):
        why = "its clock is read once for each 500 objects, and amounts may be smaller"
        what = f"--consumer {more[0].name} does not go with --amounts"
        raise UsageError(what, why=why, do="leave one of the two out")
    for name in ("groups", "sizes", "target", "time_budget"):
        if getattr(given, name) not in (None, ()):
            what = f"{_option(name)} does not go with --amounts"
            why = (
                "the amounts fix the size of slices, --rounds the number of rounds, and a round "
                "has one group for each provider"
            )
            raise UsageError(what, why=why, do="leave one of the two out")
    if given.codings:
        why = "a run tells what decoding takes only as a whole"
        do = "leave one of the two out"
        raise UsageError("--coding does not go with --amounts", why=why, do=do)
    conditions = parse_conditions(given.condition) if given.condition else ()
    if CORES in conditions or given.operation in (ENCODE, "all"):
        what = "--condition cores" if CORES in conditions else f"--operation {given.operation}"
        why = "runs on all cores, and runs that write, are reported only as a whole"
        raise UsageError(
            f"{what} does not go with --amounts", why=why, do="leave one of the two out"
        )
    if any(name in PUSHES for name in conditions) and given.cold not in (None, "none"):
        why = "a receiver reports a run only as a whole, not its first objects"
        raise UsageError("pushes measure nothing cold", why=why, do="add --cold none")


def wants_equal(given: SweepOptions, request: Request) -> bool:
    """Whether it is about engines with equal checks; where engines are named, and no series, only
    if one of these is.
    """
    if EQUAL not in request.checks:
        return False
    names = [name.strip() for item in given.engines for name in item.split(",")]
    return (
        bool(given.checks)
        or not names
        or any(name == "all" or name.endswith(OF_EQUAL) for name in names)
    )


def _option(name: str) -> str:
    return "--size" if name == "sizes" else f"--{name.replace('_', '-')}"


def _seed(given: SweepOptions) -> int:
    return given.seed if given.seed is not None else random.SystemRandom().randrange(2**32)


def _request(given: SweepOptions, base: Request) -> Request:
    preset = PRESETS[given.preset].request
    held: dict[str, Any] = {
        name: value
        for name in ("variants", "warmup_provider")
        if (value := getattr(given, name)) is not None
    }
    if given.warmup is not None:
        held["warmup_runs"] = max(1, round(given.warmup / base.held.warmup_run))
    conditions = _conditions(given, base)
    if given.cold or any(name in PUSHES for name in conditions):
        held["cold"] = given.cold or "none"
    if given.cold_amounts:
        held["cold_amounts"] = parse_amounts(given.cold_amounts, "--cold-amounts")
    made = replace(
        base,
        stopping=_stopping(given, base.stopping),
        conditions=conditions,
        groups=given.groups or base.groups,
        processes=given.processes or base.processes,
        seed=_seed(given),
        held=replace(base.held, **held),
        object_types=given.object_types or (() if given.sizes else base.object_types),
        formats=given.formats or base.formats,
        codings=given.codings or (),
        engines=given.engines,
        checks=_checks(given, base),
        explicit_checks=bool(given.checks),
        sizes=given.sizes,
        changed=given.changed,
        touched=given.touched,
        floors=bool(given.floors),
    )
    # The series of engines that are named say nothing new.
    checks = made.checks if given.checks or given.operation else preset.checks
    own = (made.conditions, checks, made.groups, made.processes, made.held) != (
        preset.conditions, preset.checks, preset.groups, preset.processes, preset.held,
    )  # fmt: skip
    return replace(made, preset="own" if own else given.preset)


def _of_best(given: SweepOptions, base: Request) -> Request:
    """The request for the best engines of an earlier sweep, which says what is measured."""
    misplaced = [option for name, option in _BY_CHOICE.items() if getattr(given, name)]
    if misplaced:
        what = f"{misplaced[0]} does not go with --best-of"
        why = "the earlier sweep says which engines are measured, and on which cells"
        raise UsageError(what, why=why, do="leave one of the two out")
    if base.held.amounts:
        what = f"--preset {given.preset} does not go with --best-of"
        why = "its long slices are reported at amounts, and the best are compared by short slices"
        raise UsageError(what, why=why, do="leave one of the two out")
    made = _request(replace(given, best_of=None), base)
    return replace(made, conditions=("block",), checks=(USUAL,), preset="own")


def _conditions(given: SweepOptions, base: Request) -> tuple[str, ...]:
    """Those that are asked for, or the only ones of a consumer that a package adds."""
    limited = next((spec for spec in added(given.consumers) if spec.conditions), None)
    alone = limited.conditions if limited else ()
    conditions = parse_conditions(given.condition) if given.condition else alone or base.conditions
    if limited and not set(conditions) <= set(alone):
        what = f"--condition {given.condition} does not go with --consumer {limited.name}"
        names = ",".join(alone)
        why = f"{limited.name} can be measured only by {names}, and so can its competitors"
        raise UsageError(what, why=why, do=f"leave it out, or say --condition {names}")
    return conditions


def _checks(given: SweepOptions, base: Request) -> tuple[str, ...]:
    """The series that are asked for; each of an operation where engines are named, since an engine
    goes into its own.
    """
    wanted = OPERATIONS if given.operation == "all" else [given.operation or DECODE]
    if given.checks and DECODE not in wanted:
        why = "only engines that parse whole objects have checks; the others are a series a kind"
        raise UsageError(
            f"--checks does not go with --operation {given.operation}",
            why=why,
            do="leave one of the two out",
        )
    both = given.checks == "all" or (given.engines and not given.checks)
    of_whole = tuple(CHECKS) if both else (given.checks,) if given.checks else base.checks
    return tuple(
        name
        for operation in wanted
        for name in (of_whole if operation == DECODE else OPERATIONS[operation])
    )


def _stopping(given: SweepOptions, base: Stopping) -> Stopping:
    """After how many rounds it stops: a number, or by the target within the time budget."""
    by_target = next(
        (name for name in ("target", "time_budget") if getattr(given, name) is not None), None
    )
    if given.rounds is not None:
        if by_target:
            why = "--rounds fixes the number of rounds, and a target would choose it"
            raise UsageError(
                f"{_option(by_target)} does not go with --rounds",
                why=why,
                do="leave one of the two out",
            )
        return Stopping(rounds=given.rounds)
    if by_target is None:
        return base
    return Stopping(target=given.target or base.target, budget_s=given.time_budget or base.budget_s)
