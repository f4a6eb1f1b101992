"""All rounds of providers under load, the file that keeps them, and their folder."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from bench_driver import moment
from bench_driver.measure.kept import Form, Kept, asked
from bench_driver.report.document import Document
from bench_driver.report.markdown import markdown
from bench_driver.report.measured import measured
from bench_driver.report.sections.environment import here
from bench_driver.servers.specs import Options
from bench_driver.system import files

from . import page, rates, served, waits
from .generators import Sample
from .rates import Plan, Slice
from .served import Endpoint
from .waits import Wait

TITLE = "Providers under load"
#: Hears what runs now, how much is done, and of how much.
Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Made:
    """What a round found: rates in a closed loop, and waits in an open one."""

    slices: Sequence[Slice]
    waits: Sequence[Wait]


def _taken(said: Mapping[str, Any]) -> Made:
    slices = [
        Slice(**{**one, "endpoint": Endpoint(**one["endpoint"]), "sample": Sample(**one["sample"])})
        for one in said["slices"]
    ]
    return Made(
        slices,
        [
            Wait(
                **{
                    **one,
                    "endpoint": Endpoint(**one["endpoint"]),
                    "waits_ns": tuple(one["waits_ns"]),
                }
            )
            for one in said["waits"]
        ],
    )


#: How a round is kept.
FORM: Form[Made] = Form(asdict, _taken)


@dataclass
class Session:
    """Rounds, made one after the other."""

    options: Options
    tools: Mapping[str, Path]
    folder: Path
    command: str
    plan: Plan
    servers: Mapping[str, Any]

    @classmethod
    def open(
        cls,
        options: Options,
        plan: Plan,
        object_types: Sequence[str],
        formats: Sequence[str],
        tools: Mapping[str, Path],
        out: Path | None,
        command: str,
    ) -> Self:
        """Asks the providers what they serve.

        Raises:
            UsageError: that is nothing
            SetupError: a build is missing
            StackError: a provider does not start
        """
        with tempfile.TemporaryDirectory(prefix="bench-providers-") as logs:
            endpoints, servers = served.ask(
                options, plan.providers, object_types, formats, Path(logs)
            )
        folder = out or options.root / "results" / f"{moment.name()}-providers"
        return cls(options, tools, folder, command, replace(plan, endpoints=endpoints), servers)

    @property
    def page(self) -> Path:
        """The page's file."""
        return self.folder / "providers.md"

    @property
    def round_s(self) -> float:
        """How long a round takes, more or less."""
        opened = (
            waits.round_s(len(self.plan.providers), len(self.plan.endpoints), self.plan.seconds)
            if self.plan.open_loop
            else 0.0
        )
        return self.plan.round_s + opened

    @property
    def asked(self) -> dict[str, Any]:
        """What rounds are of: only those alike in all of it go together."""
        return asked("providers", self.options, self.servers, **asdict(self.plan))

    def measure(
        self, kept: Kept[Made], rounds: int, begins: Callable[[int], None], tell: Tell
    ) -> Document:
        """Makes what lacks of this many rounds and writes after each what there is; gives the page.

        SetupError, StackError, ResultsError.
        """
        each = self.plan.slices + (
            len(self.plan.providers) * len(self.plan.endpoints) * len(waits.SHARES)
            if self.plan.open_loop
            else 0
        )
        lacking = kept.lacking(rounds)
        for number in lacking:
            begins(number)
            kept.add(number, self._round(number, partial(_told, tell, number, each, rounds)))
            document = self.write(kept)
        return document if lacking else self.write(kept)

    def _round(self, number: int, tell: Callable[[int], None]) -> Made:
        logs, seed, endpoints = (
            self.folder / "logs" / str(number),
            self.plan.seed,
            self.plan.endpoints,
        )
        waited: list[Wait] = []
        with served.started(self.options, self.plan.providers, logs) as running:
            rates.warm(self.plan, running, self.tools["wrk"])
            made = rates.measure(self.plan, number, running, self.tools, tell)
            if self.plan.open_loop:
                waited = waits.measure(
                    number,
                    seed,
                    running,
                    endpoints,
                    self.tools["vegeta"],
                    self.plan.seconds,
                    lambda done: tell(len(made) + done),
                )
        return Made(made, waited)

    def write(self, kept: Kept[Made]) -> Document:
        """Writes page and figures of what there is; gives the page. ResultsError."""
        slices = [one for made in kept.rounds.values() for one in made.slices]
        waited = [one for made in kept.rounds.values() for one in made.waits]
        about = here(self.options, self.command, self.servers)
        document = measured(
            TITLE, page.sections(slices, waited), page.how(self.plan), about, len(kept.rounds)
        )
        files.write(self.page, markdown(document))
        files.write_csv(self.folder / "rates.csv", page.HEAD, page.rows(slices))
        files.write_csv(self.folder / "waits.csv", page.WAITS_HEAD, page.wait_rows(waited))
        return document


def _told(tell: Tell, number: int, each: int, rounds: int, done: int) -> None:
    tell(f"round {number}", (number - 1) * each + done, rounds * each)
