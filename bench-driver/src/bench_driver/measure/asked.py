"""Which figures a command line asks for: in groups, or by amounts; what belongs to one of the two is refused in the other."""

from __future__ import annotations

import random
from dataclasses import asdict, replace

from ..errors import UsageError
from ..model.condition import PUSHES, REPLAY
from ..model.series import CHECKS, DECODE, EQUAL, OF_EQUAL, OPERATIONS, USUAL
from ..plan.amounts import parse_amounts
from ..plan.conditions import parse_conditions
from ..plan.presets import PRESETS
from ..plan.request import GroupedRequest, Request, Stopping
from ..servers.specs import with_browser
from .wanted import SweepOptions

#: Options of a sweep by amounts, and what does in groups what they did.
_BY_AMOUNTS = {
    "source": "ask for --condition block, http, replay or cores",
    "concurrency": "ask for --condition block, which has 16 requests in flight, or http, which has one",
    "warmup_http": "leave it out: each slice begins with a warm-up of its own",
    "independent": "leave it out: each slice is a run of its own",
    "cold": "leave it out: in groups nothing is measured cold",
    "cold_amounts": "leave it out: in groups nothing is measured cold",
}
_IN_GROUPS = ("best_of", "operation", "checks", "condition", "groups", "processes", "target", "time_budget", "sizes", "floors")
#: What the choice of an earlier sweep says, by the options that say it of others.
_BY_CHOICE = {
    "consumers": "--consumer", "object_types": "--object-type", "sizes": "--size",
    "formats": "--format", "engines": "--engine", "floors": "--floors", "setups": "--setup",
    "operation": "--operation", "checks": "--checks", "condition": "--condition",
}  # fmt: skip


def request_of(given: SweepOptions) -> Request | GroupedRequest:
    """The preset, with what was given instead. Where that makes other figures of it, it is a preset no more. UsageError."""
    preset = PRESETS[given.preset]
    if given.amounts is not None or preset.grouped is None:
        if misplaced := next((name for name in _IN_GROUPS if getattr(given, name) not in (None, (), False)), None):
            what = "--amounts" if given.amounts is not None else f"--preset {given.preset}"
            raise UsageError(f"{_option(misplaced)} does not go with {what}", why=f"{what} asks for a sweep by amounts", do="leave one of the two out")
        return _by_amounts(given, preset.by_amounts)
    if misplaced := next((name for name in _BY_AMOUNTS if getattr(given, name) is not None), None):
        why = f"it belongs to a sweep by amounts, and --preset {given.preset} measures in groups"
        raise UsageError(f"{_option(misplaced)} needs --amounts", why=why, do=f"{_BY_AMOUNTS[misplaced]}; or give --amounts, or --preset paper")
    return _in_groups(given, preset.grouped)


def wants_equal(given: SweepOptions, request: Request | GroupedRequest) -> bool:
    """Whether it is about engines with equal checks; where engines are named, and no series, only if one of these is."""
    if not isinstance(request, GroupedRequest) or EQUAL not in request.checks:
        return False
    names = [name.strip() for item in given.engines for name in item.split(",")]
    return bool(given.checks) or not names or any(name == "all" or name.endswith(OF_EQUAL) for name in names)


def _option(name: str) -> str:
    return "--size" if name == "sizes" else f"--{name.replace('_', '-')}"


def _seed(given: SweepOptions) -> int:
    return given.seed if given.seed is not None else random.SystemRandom().randrange(2**32)


def _by_amounts(given: SweepOptions, base: Request) -> Request:
    if with_browser(given.consumers):
        why = "its clock is read once for each 500 objects, and a run by amounts has figures of its first few"
        raise UsageError("--consumer browser does not go with --amounts", why=why, do="leave one of the two out")
    held = {name: getattr(given, name) for name in asdict(base.conditions) if getattr(given, name) is not None}
    amounts = parse_amounts(given.amounts) if given.amounts else base.amounts
    _refuse_beside_pushes(given)
    own = held or amounts != base.amounts
    return replace(
        base,
        amounts=amounts,
        rounds=given.rounds or base.rounds,
        seed=_seed(given),
        preset="own" if own else given.preset,
        conditions=replace(base.conditions, **held),
        cold=given.cold or base.cold,
        cold_amounts=parse_amounts(given.cold_amounts, "--cold-amounts") if given.cold_amounts else base.cold_amounts,
        object_types=given.object_types,
        formats=given.formats,
        engines=given.engines,
    )


def _refuse_beside_pushes(given: SweepOptions) -> None:
    """UsageError where objects are pushed, and what is given says how they are to be asked for, or of which a receiver tells nothing."""
    if given.source not in PUSHES:
        return
    if given.concurrency is not None:
        why = "what is pushed is not asked for; how many connections there are is in the name of the source"
        raise UsageError(f"--concurrency does not go with --source {given.source}", why=why, do=f"leave it out, or name one of {', '.join(PUSHES)}")
    if not given.independent:
        why = "a receiver tells the figures of a whole run, and of no checkpoint"
        raise UsageError(f"--source {given.source} needs --independent", why=why, do="add it: there is a run for each amount then")
    if given.cold not in (None, "none") or (given.cold is None and PRESETS[given.preset].by_amounts.cold != "none"):
        why = "a curve over the first objects needs checkpoints"
        raise UsageError(f"--source {given.source} measures nothing cold", why=why, do="add --cold none")


def _in_groups(given: SweepOptions, base: GroupedRequest) -> GroupedRequest:
    if given.best_of:
        return _of_best(given, base)
    held = {name: value for name in ("variants", "warmup_provider") if (value := getattr(given, name)) is not None}
    if given.warmup is not None:
        held["warmup_runs"] = max(1, round(given.warmup / base.held.warmup_run))
    conditions = _conditions(given, base)
    made = replace(
        base,
        stopping=_stopping(given, base.stopping),
        conditions=conditions,
        groups=given.groups or base.groups,
        processes=given.processes or base.processes,
        seed=_seed(given),
        held=replace(base.held, **held),
        object_types=given.object_types,
        formats=given.formats,
        engines=given.engines,
        checks=_checks(given, base),
        explicit_checks=bool(given.checks),
        sizes=given.sizes,
        changed=given.changed,
        floors=bool(given.floors),
    )
    checks = made.checks if given.checks or given.operation else base.checks  # those of engines that are named say nothing new
    own = (made.conditions, checks, made.groups, made.processes, made.held) != (base.conditions, base.checks, base.groups, base.processes, base.held)
    return replace(made, preset="own" if own else given.preset)


def _of_best(given: SweepOptions, base: GroupedRequest) -> GroupedRequest:
    """The request for the best engines of an earlier sweep, which says what is measured."""
    misplaced = [option for name, option in _BY_CHOICE.items() if getattr(given, name)]
    if misplaced:
        what = f"{misplaced[0]} does not go with --best-of"
        why = "the earlier sweep says which engines are measured, and on which cells"
        raise UsageError(what, why=why, do="leave one of the two out")
    made = _in_groups(replace(given, best_of=None), base)
    return replace(made, conditions=("block",), checks=(USUAL,), preset="own")


def _conditions(given: SweepOptions, base: GroupedRequest) -> tuple[str, ...]:
    """Those that are asked for; the browser has one."""
    alone = (REPLAY,) if with_browser(given.consumers) else None
    conditions = parse_conditions(given.condition) if given.condition else alone or base.conditions
    if alone and conditions != alone:
        why = "the browser parses from memory, by replay, and whoever is compared with it does the same"
        raise UsageError(f"--condition {given.condition} does not go with --consumer browser", why=why, do=f"leave it out, or say --condition {REPLAY}")
    return conditions


def _checks(given: SweepOptions, base: GroupedRequest) -> tuple[str, ...]:
    """The series that are asked for; each of an operation where engines are named, since an engine goes into those that it stands in."""
    wanted = OPERATIONS if given.operation == "all" else [given.operation or DECODE]
    if given.checks and DECODE not in wanted:
        why = "checks are those of whole objects that are parsed; of three fields, and of writing, each kind is a series"
        raise UsageError(f"--checks does not go with --operation {given.operation}", why=why, do="leave one of the two out")
    both = given.checks == "all" or (given.engines and not given.checks)
    of_whole = tuple(CHECKS) if both else (given.checks,) if given.checks else base.checks
    return tuple(name for operation in wanted for name in (of_whole if operation == DECODE else OPERATIONS[operation]))


def _stopping(given: SweepOptions, base: Stopping) -> Stopping:
    """After how many rounds it stops: a number, or by the target within the time budget."""
    by_target = next((name for name in ("target", "time_budget") if getattr(given, name) is not None), None)
    if given.rounds is not None:
        if by_target:
            why = "--rounds fixes how many rounds there are, and the target would ask for others"
            raise UsageError(f"{_option(by_target)} does not go with --rounds", why=why, do="leave one of the two out")
        return Stopping(rounds=given.rounds)
    if by_target is None:
        return base
    return Stopping(target=given.target or base.target, budget_s=given.time_budget or base.budget_s)
