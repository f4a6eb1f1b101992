"""All rounds of presses, the file that keeps them, and the folder that they are left in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench_browser.page import headless
from bench_driver import moment
from bench_driver.errors import ServerError, UsageError
from bench_driver.measure.kept import Form, Kept, asked
from bench_driver.plan.amounts import choose
from bench_driver.report import charts, pictures
from bench_driver.report.document import Document
from bench_driver.report.markdown import markdown
from bench_driver.report.measured import measured
from bench_driver.report.sections.environment import here
from bench_driver.servers.specs import Options, of_role
from bench_driver.system import files
from bench_driver.web.built import built

from ..served import carried, said_by
from . import page, served
from .plan import Plan, Press, Scenario
from .robot import Robot

TITLE = "UI benchmark"
#: Which engine a format has where it reads the type, and nobody names another: what a page takes
#: that has no library.
USUAL = ("JSON.parse",)
#: Of the first press of a page, which is not counted: it fetches the page's code, and opens
#: connections.
FIRST = 100
#: Reports progress: the scenario that is measured now, how much is done, and of how much.
Tell = Callable[[str, int, int], None]


def _taken(said: Sequence[Mapping[str, Any]]) -> list[Press]:
    return [Press(**{**one, "scenario": Scenario(**one["scenario"])}) for one in said]


#: How the presses of a scenario in a round are kept.
FORM: Form[list[Press]] = Form(lambda made: [asdict(one) for one in made], _taken)


@dataclass
class Session:
    """Providers, page and robot, which make the presses."""

    options: Options
    folder: Path
    command: str
    plan: Plan
    robot: Robot
    servers: dict[str, Any]
    held: ExitStack

    @classmethod
    def open(
        cls,
        options: Options,
        plan: Plan,
        chosen: tuple[Sequence[str], Sequence[str], Sequence[str]],
        engines: Sequence[str],
        out: Path | None,
        command: str,
    ) -> Self:
        """Starts all, and asks the page for its scenarios.

        `chosen` are filters of object types, formats and providers.

        Raises:
            UsageError: a name fits nothing
            SetupError: a program or the page is missing
            StackError: a server does not start
            ServerError: a server or the page does not answer
        """
        folder = out or options.root / "results" / f"{moment.name()}-ui-sweep"
        with ExitStack() as held:
            url, urls = held.enter_context(served.started(options, folder / "logs"))
            robot = Robot(held.enter_context(headless()), url)
            said, servers = said_by(urls)
            object_types, formats, names = chosen
            pairs = carried(said, object_types, formats)
            whose = choose(names, of_role("provider"), "--provider")
            scenarios = [
                Scenario(*pair, name, engine)
                for pair in pairs
                for engine in [_engine(robot, *pair, whose[0], engines)]
                for name in whose
            ]
            if not scenarios:
                raise UsageError(
                    "there is nothing to press",
                    why="no such format carries such an object type",
                    do="see `bench-driver servers engines`",
                )
            return cls(
                options,
                folder,
                command,
                replace(plan, scenarios=sorted(scenarios)),
                robot,
                servers,
                held.pop_all(),
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.held.close()

    @property
    def page(self) -> Path:
        """The page's file."""
        return self.folder / "ui-sweep.md"

    @property
    def asked(self) -> dict[str, Any]:
        """What presses are of: only those alike in all of it go together."""
        index = hashlib.sha256((built(self.options.root) / "index.html").read_bytes()).hexdigest()
        plan = {
            "scenarios": [asdict(one) for one in self.plan.scenarios],
            "amounts": [*self.plan.amounts],
            "seed": self.plan.seed,
        }
        return asked(
            "ui-sweep", self.options, self.servers, **plan, page=index, chromium=self.robot.version
        )

    def measure(
        self, kept: Kept[list[Press]], begins: Callable[[int], None], tell: Tell
    ) -> Document:
        """Makes what lacks of all rounds, and gives the page.

        Each scenario of a round is kept as soon as it is done.

        Raises:
            ServerError: the page fails
            StackError: a server ended
            ResultsError: the file cannot be written
        """
        parts = [
            (number, *part)
            for number in range(1, self.plan.rounds + 1)
            for part in self.plan.order(number)
        ]
        begun, lacking = 0, kept.lacking(len(parts))
        for place in lacking:
            number, scenario, amounts = parts[place - 1]
            if number != begun:
                begins(begun := number)
            done = sum(map(len, kept.rounds.values()))
            kept.add(place, self._pressed(number, scenario, amounts, done, tell))
            document = self.write(kept)
        return document if lacking else self.write(kept)

    def _pressed(
        self, number: int, scenario: Scenario, amounts: Sequence[int], done: int, tell: Tell
    ) -> list[Press]:
        made = list[Press]()
        with self.robot.opened(scenario) as opened:
            opened.press(FIRST)
            for amount in amounts:
                tell(f"round {number}, {scenario.name}", done + len(made), self.plan.presses)
                made.append(Press(number, scenario, amount, *opened.press(amount)))
        return made

    def write(self, kept: Kept[list[Press]]) -> Document:
        """Writes page, pictures and figures of what there is; gives the page. ResultsError."""
        made = [one for place in sorted(kept.rounds) for one in kept.rounds[place]]
        how, about = (
            page.how(self.plan, self.robot.version),
            here(self.options, self.command, self.servers),
        )
        source = f"{self.command}, Chromium {self.robot.version}"
        origin = pictures.origin(about, moment.today(), source)
        with charts.unchecked():
            document = measured(
                TITLE, page.sections(made), how, about, max(one.number for one in made), each=""
            )
            for chart in document.charts():
                pictures.save(chart, origin, self.folder / f"{chart.name}.svg")
        files.write(self.page, markdown(document))
        files.write_csv(self.folder / "presses.csv", page.HEAD, page.rows(made))
        return document


def _engine(
    robot: Robot, object_type: str, format_name: str, provider: str, wanted: Sequence[str]
) -> str:
    """The first engine of a filter that reads the type; without a filter the page's own.

    Raises:
        UsageError: none of the filter reads it
        ServerError: the page has none for it
    """
    known = robot.engines(object_type, format_name, provider)
    named = [engine for engine in wanted or USUAL if engine in known]
    for engine in [*named, *([] if wanted and named else known[:1])]:
        try:
            with robot.opened(Scenario(object_type, format_name, provider, engine)) as opened:
                opened.press(FIRST)
            return engine
        except ServerError as error:
            refused = error
    raise UsageError(
        f"no such engine reads {object_type} as {format_name}",
        why=refused.why,
        do=f"name one of {', '.join(known)}, or another object type",
    )
