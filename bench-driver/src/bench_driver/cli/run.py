"""`bench-driver run`."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import cloup
from click.core import ParameterSource

from ..errors import BenchError, ResultsError, UsageError
from ..model.series import ENCODE, OPERATIONS
from ..model.sizes import SIZES
from . import options

if TYPE_CHECKING:
    from ..servers.profiler import Samples

#: What says where bodies come from, which an operation without bodies takes none of.
_OF_BODIES = ("concurrency", "source", "block")


@cloup.command()
@cloup.option_group(
    "What is measured",
    click.option("--consumer", default="rust-server", show_default=True, help="The server that parses: its name, its runtime, or an origin."),
    click.option("--provider", default="java-provider", show_default=True, help="The server that provides the objects, named likewise."),
    click.option("--object-type", default="DummyObject", show_default=True, help="The type of the objects."),
    click.option("--size", type=click.Choice(list(SIZES)), help="Their size, of a type that comes in sizes."),
    click.option("--format", "object_format", default="JSON", show_default=True, help="The format of the bodies."),
    click.option(
        "--operation",
        type=click.Choice(list(OPERATIONS)),
        help="Parse the whole object, or three fields of it (partial), or write it (encode).  [default: decode]",
    ),
    click.option("--engine", help="The engine by its name in `bench-driver servers engines`, of any series or none, rather than the format's default."),
)
@cloup.option_group(
    "How much",
    click.option("--amount", type=click.IntRange(min=1), default=10_000, show_default=True, help="Measure so many objects."),
    click.option("--warmup", type=click.IntRange(min=0), default=0, show_default=True, help="Parse so many objects before, and report them apart."),
    click.option("--checkpoints", metavar="AMOUNTS", help="Report running totals at these amounts: 1000,5000 or START:STOP:STEP."),
)
@cloup.option_group(
    "Conditions",
    click.option("--concurrency", type=click.IntRange(1, 64), default=1, show_default=True, help="Keep so many requests in flight."),
    click.option("--variants", type=click.IntRange(1, 1024), default=256, show_default=True, help="Cycle through so many different objects."),
    click.option("--source", type=click.Choice(["http", "replay"]), default="http", show_default=True, help="Choose where the measured objects come from."),
    click.option("--block", type=click.IntRange(min=1), default=1, show_default=True, help="Fetch and check so many bodies, then parse them back to back."),
)
@cloup.option_group(
    "Output, and how it begins",
    click.option("--json", "as_json", is_flag=True, help="Print the answer as it came."),
    click.option(
        "--profile",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.html",
        help="Sample the consumer meanwhile, by perf or the JDK's Flight Recorder, and draw a flame graph.",
    ),
    options.wait,
    options.root,
)
def run(root: Path | None, consumer: str, provider: str, as_json: bool, profile: Path | None, wait: bool, checkpoints: str | None, **fields: Any) -> None:
    """Makes one run and shows its figures.

    One `POST /triggerReqs` to the consumer.
    """
    from rich.progress import Progress

    from ..plan.amounts import choose, parse_amounts
    from ..servers import addresses
    from ..servers.client import Client
    from ..system.repository import find_root
    from . import screen

    folder = find_root(root)
    consumer_url, given = addresses.resolve(consumer, "consumer", folder), {name: value for name, value in fields.items() if value is not None}
    if fields["operation"] == ENCODE:
        _refuse_bodies()
        request = {name: value for name, value in given.items() if name not in _OF_BODIES}
    else:
        provider_url = addresses.resolve(provider, "provider", folder)
        with Client(provider_url) as client:
            request = {**given, "provider_url": provider_url, "server_type": client.engines([fields["object_type"]])[0].runtime}
    console = screen.err()
    if checkpoints:
        request["checkpoints"] = list(parse_amounts(checkpoints))
    elif console.is_terminal and not as_json:  # to move the bar; read between objects, outside every window
        request["checkpoints"] = sorted({max(fields["amount"] * part // 20, 1) for part in range(1, 21)})
    with options.alone(wait=wait), Client(consumer_url) as client, Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        announced = client.engines([fields["object_type"]])[0].engines
        request["object_format"] = choose((fields["object_format"],), list(dict.fromkeys(item.format for item in announced)), "--format")[0]
        task = bar.add_task("running", total=fields["amount"])
        with _sampled(profile, consumer_url, folder) as samples:
            result, raw = client.run(request, lambda event: bar.update(task, completed=event.get("amount", 0)) if event["event"] == "checkpoint" else None)
    if profile and samples:
        _draw(profile, samples, f"{result.engine.name} in {consumer}: {fields['object_type']} as {request['object_format']}")
    if as_json:
        click.echo(json.dumps(raw, indent=2))
    else:
        screen.out().print(screen.run(result if checkpoints else result.model_copy(update={"checkpoints": []})))
        if result.advice:
            screen.out().print("", screen.advice(result), sep="\n", soft_wrap=True)


def _refuse_bodies() -> None:
    """UsageError where a body's origin is asked for beside an operation that has no bodies."""
    context = click.get_current_context()
    for name in ("provider", *_OF_BODIES):
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise UsageError(f"--{name} does not go with --operation {ENCODE}", why="what is written comes from nowhere", do="leave one of the two out")


def _sampled(profile: Path | None, url: str, root: Path) -> AbstractContextManager[Samples | None]:
    """Samples the server at an origin within the block, where a profile is asked for; UsageError where nobody knows its process."""
    from ..servers import addresses
    from ..servers.profiler import sampled

    if profile is None:
        return nullcontext()
    found = addresses.process(url, root)
    if found is None:
        do = "start the servers by `bench-driver servers up`, and name one of them"
        raise UsageError("--profile needs a server that bench-driver started", why=f"it knows of no process at {url}", do=do)
    return sampled(*found)


def _draw(file: Path, samples: Samples, title: str) -> None:
    """Writes the page, and the stacks beside it for other tools."""
    from ..report.flames import written
    from . import screen

    if not samples.stacks:
        raise BenchError("the profiler saw nothing", why="the run ended before its first sample", do="ask for a larger --amount")
    folded = file.with_suffix(".folded")
    try:
        file.write_text(written(samples.stacks, title, samples.profiler))
        folded.write_text(samples.folded)
    except OSError as error:
        raise ResultsError(f"{file} cannot be written", why=str(error.strerror), do="name a file in a folder that is there") from error
    screen.err().print(f"flame graph: {file}; stacks for other tools: {folded}", markup=False, soft_wrap=True)
