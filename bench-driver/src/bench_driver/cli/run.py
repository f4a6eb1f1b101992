"""`bench-driver run`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol

import click
import cloup
from click.core import ParameterSource

from .. import extensions
from ..errors import UsageError
from ..model.scenario import object_name
from ..model.series import ENCODE, OPERATIONS
from ..model.sizes import SIZES
from . import options

#: What says where bodies come from, which an operation without bodies takes none of.
_OF_BODIES = ("coding", "concurrency", "source", "block")


class Samples(Protocol):
    """What a profiler saw of a process, there once it has ended."""

    def drawn(self, file: Path, title: str) -> str:
        """Writes a page of it, and says which files there are."""


class Profiler(Protocol):
    """A profiler as a package adds it."""

    def __call__(self, pid: int, runtime: str) -> AbstractContextManager[Samples]:
        """Samples a process of that runtime within the block."""


@cloup.command()
@cloup.option_group(
    "What is measured",
    click.option(
        "--consumer",
        default="rust-server",
        show_default=True,
        help="The server that parses: its name, its runtime, or an origin.",
    ),
    click.option(
        "--provider",
        default="java-provider",
        show_default=True,
        help="The server that provides the objects, named likewise.",
    ),
    click.option(
        "--object-type", default="DummyObject", show_default=True, help="The type of the objects."
    ),
    click.option(
        "--size", type=click.Choice(list(SIZES)), help="Their size, of a type that comes in sizes."
    ),
    click.option(
        "--format",
        "object_format",
        default="JSON",
        show_default=True,
        help="The format of the bodies.",
    ),
    click.option("--coding", help="Ask for compressed bodies: gzip, zstd or br."),
    click.option(
        "--operation",
        type=click.Choice(list(OPERATIONS)),
        help=(
            "Parse the whole object, or three fields of it (partial), or write it (encode).  "
            "[default: decode]"
        ),
    ),
    click.option(
        "--engine",
        help=(
            "The engine by its name in `bench-driver servers engines`, of any series or none, "
            "rather than the format's default."
        ),
    ),
)
@cloup.option_group(
    "How much",
    click.option(
        "--amount",
        type=click.IntRange(min=1),
        default=10_000,
        show_default=True,
        help="Measure this many objects.",
    ),
    click.option(
        "--warmup",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help="Parse this many objects first, and report them separately.",
    ),
    click.option(
        "--checkpoints",
        metavar="AMOUNTS",
        help="Report running totals at these amounts: 1000,5000 or START:STOP:STEP.",
    ),
)
@cloup.option_group(
    "Conditions",
    click.option(
        "--concurrency",
        type=click.IntRange(1, 64),
        default=1,
        show_default=True,
        help="Keep this many requests in flight.",
    ),
    click.option(
        "--variants",
        type=click.IntRange(1, 1024),
        default=256,
        show_default=True,
        help="Cycle through this many different objects.",
    ),
    click.option(
        "--source",
        type=click.Choice(["http", "replay"]),
        default="http",
        show_default=True,
        help="Choose where the measured objects come from.",
    ),
    click.option(
        "--block",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        help="Fetch and check this many bodies, then parse them back to back.",
    ),
)
@cloup.option_group(
    "Output, and how it begins",
    click.option("--json", "as_json", is_flag=True, help="Print the server's whole answer."),
    click.option(
        "--profile",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.html",
        help=(
            "Sample the consumer meanwhile, by perf or the JDK's Flight Recorder, and draw a "
            "flame graph."
        ),
    ),
    options.wait,
    options.root,
)
def run(
    root: Path | None,
    consumer: str,
    provider: str,
    as_json: bool,
    profile: Path | None,
    wait: bool,
    checkpoints: str | None,
    **fields: Any,
) -> None:
    """Makes one run and shows its figures.

    One `POST /triggerReqs` to the consumer.
    """
    from rich.progress import Progress

    from ..plan.amounts import choose, parse_amounts
    from ..servers import addresses
    from ..servers.client import Client
    from ..system.repository import find_root
    from . import screen, server_answers

    folder = find_root(root)
    consumer_url, given = (
        addresses.resolve(consumer, "consumer", folder),
        {name: value for name, value in fields.items() if value is not None},
    )
    if fields["operation"] == ENCODE:
        _refuse_bodies()
        request = {name: value for name, value in given.items() if name not in _OF_BODIES}
    else:
        provider_url = addresses.resolve(provider, "provider", folder)
        with Client(provider_url) as client:
            request = {
                **given,
                "provider_url": provider_url,
                "server_type": client.engines([fields["object_type"]])[0].runtime,
            }
    console = screen.err()
    if checkpoints:
        request["checkpoints"] = list(parse_amounts(checkpoints))
    elif (
        console.is_terminal and not as_json
    ):  # to move the bar; read between objects, outside every window
        request["checkpoints"] = sorted(
            {max(fields["amount"] * part // 20, 1) for part in range(1, 21)}
        )
    with (
        options.alone(wait=wait),
        Client(consumer_url) as client,
        Progress(console=console, transient=True, disable=not console.is_terminal) as bar,
    ):
        announced = client.engines([fields["object_type"]])[0].engines
        request["object_format"] = choose(
            (fields["object_format"],),
            list(dict.fromkeys(item.format for item in announced)),
            "--format",
        )[0]
        task = bar.add_task("running", total=fields["amount"])
        with _sampled(profile, consumer_url, folder) as samples:
            result, raw = client.run(
                request,
                lambda event: (
                    bar.update(task, completed=event.get("amount", 0))
                    if event["event"] == "checkpoint"
                    else None
                ),
            )
    if profile and samples:
        parsed = f"{fields['object_type']} as {request['object_format']}"
        title = f"{result.engine.name} in {consumer}: {parsed}"
        console.print(samples.drawn(profile, title), markup=False, soft_wrap=True)
    if as_json:
        click.echo(json.dumps(raw, indent=2))
    else:
        screen.say(_what(request, result.engine.name, consumer))
        screen.out().print(
            server_answers.run(
                result if checkpoints else result.model_copy(update={"checkpoints": []})
            )
        )
        if result.advice:
            screen.out().print("", server_answers.advice(result), sep="\n", soft_wrap=True)


def _what(request: Mapping[str, Any], engine: str, consumer: str) -> str:
    """Who parsed what from whom, as the server's own answer in text/plain begins."""
    objects = object_name(request["object_type"], request.get("size", ""))
    what = f"{request['amount']:,} {objects} as {request['object_format']}"
    who = f"by {engine} in {consumer}"
    if request.get("operation") == ENCODE:
        return f"{what}, written {who}"
    provider = f"the {request['server_type']} provider {request['provider_url']}"
    return f"{what} from {provider}, parsed {who}"


def _refuse_bodies() -> None:
    """UsageError where a body's origin is asked for beside an operation that has no bodies."""
    context = click.get_current_context()
    for name in ("provider", *_OF_BODIES):
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise UsageError(
                f"--{name} does not go with --operation {ENCODE}",
                why="what is written comes from nowhere",
                do="leave one of the two out",
            )


def _sampled(profile: Path | None, url: str, root: Path) -> AbstractContextManager[Samples | None]:
    """Samples the server at an origin within the block, where a profile is asked for.

    Raises:
        UsageError: nobody knows of the server's process
        SetupError: no profiler is installed
    """
    from ..servers import addresses

    if profile is None:
        return nullcontext()
    profiler: Profiler = extensions.load(extensions.PROFILERS, "profile", "run --profile")
    process = addresses.process(url, root)
    if process is None:
        do = "start the servers by `bench-driver servers up`, and name one of them"
        raise UsageError(
            "--profile needs a server that bench-driver started",
            why=f"it knows of no process at {url}",
            do=do,
        )
    return profiler(*process)
