"""All rounds of presses, and the folder that they are left in."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ..browser.page import headless
from ..errors import ServerError, UsageError
from ..load.served import carried, said_by
from ..plan.amounts import choose
from ..report import charts
from ..report.document import Document
from ..report.markdown import markdown
from ..report.measured import measured
from ..report.sections.environment import here
from ..servers.specs import Options, of_role
from ..system import files
from . import page, served
from .plan import Plan, Press, Scenario
from .robot import Robot

TITLE = "The page, pressed"
#: Which engine a format has where it reads the type, and nobody names another: what a page takes that has no library.
USUAL = ("JSON.parse",)
#: Of the first press of a page, which is not counted: it fetches the page's code, and opens connections.
FIRST = 100
#: Hears what is pressed now, how much is done, and of how much.
Tell = Callable[[str, int, int], None]


@dataclass
class Session:
    """Providers, page and robot, and what came of the presses; each scenario of a round is kept as soon as it is done."""

    options: Options
    folder: Path
    command: str
    plan: Plan
    robot: Robot
    servers: dict[str, Any]
    held: ExitStack
    made: list[Press] = field(default_factory=list)

    @classmethod
    def open(
        cls, options: Options, plan: Plan, chosen: tuple[Sequence[str], Sequence[str], Sequence[str]], engines: Sequence[str], out: Path | None, command: str
    ) -> Self:
        """Starts all, and asks the page for its scenarios, of object types, formats and providers that were `chosen`.

        UsageError, SetupError, StackError, ServerError.
        """
        folder = out or options.root / "results" / f"{time.strftime('%Y-%m-%dT%H-%M-%S')}-ui-sweep"
        with ExitStack() as held:
            url, urls = held.enter_context(served.started(options, folder / "logs"))
            robot = Robot(held.enter_context(headless()), url)
            said, servers = said_by(urls)
            object_types, formats, names = chosen
            pairs = carried(said, object_types, formats)
            whose = choose(names, of_role("provider"), "--provider")
            scenarios = [Scenario(*pair, name, engine) for pair in pairs for engine in [_engine(robot, *pair, whose[0], engines)] for name in whose]
            if not scenarios:
                raise UsageError("there is nothing to press", why="no such format carries such an object type", do="see `bench-driver servers engines`")
            return cls(options, folder, command, replace(plan, scenarios=sorted(scenarios)), robot, servers, held.pop_all())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.held.close()

    @property
    def page(self) -> Path:
        """The page's file."""
        return self.folder / "ui-sweep.md"

    def measure(self, begins: Callable[[int], None], tell: Tell) -> Document:
        """Makes all rounds; gives the page. ServerError, StackError, ResultsError; what was made is kept."""
        for number in range(1, self.plan.rounds + 1):
            begins(number)
            for scenario, amounts in self.plan.order(number):
                with self.robot.opened(scenario) as opened:
                    opened.press(FIRST)
                    pressed = list[Press]()
                    for amount in amounts:
                        tell(f"round {number}, {scenario.name}", len(self.made) + len(pressed), self.plan.presses)
                        pressed.append(Press(number, scenario, amount, *opened.press(amount)))
                self.made += pressed
                document = self.write(number)
        return document

    def write(self, rounds: int) -> Document:
        """Writes page, pictures and figures of what there is; gives the page. ResultsError."""
        how, about = page.how(self.plan, self.robot.version), here(self.options, self.command, self.servers)
        with charts.unchecked():
            document = measured(TITLE, page.sections(self.made), how, about, rounds, each="")
            for chart in document.charts():
                files.write(self.folder / f"{chart.name}.svg", charts.svg(chart.spec))
        files.write(self.page, markdown(document))
        files.write_csv(self.folder / "presses.csv", page.HEAD, page.rows(self.made))
        return document


def _engine(robot: Robot, object_type: str, format_name: str, provider: str, wanted: Sequence[str]) -> str:
    """The first of those that are wanted which reads the type; else the page's own, where nobody named one. UsageError, ServerError."""
    known = robot.engines(object_type, format_name, provider)
    named = [engine for engine in wanted or USUAL if engine in known]
    for engine in [*named, *([] if wanted and named else known[:1])]:
        try:
            with robot.opened(Scenario(object_type, format_name, provider, engine)) as opened:
                opened.press(FIRST)
            return engine
        except ServerError as error:
            refused = error
    raise UsageError(f"no such engine reads {object_type} as {format_name}", why=refused.why, do=f"name one of {', '.join(known)}, or another object type")
