"""`bench-driver run`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from . import options


@click.command()
@click.option("--consumer", default="rust-server", show_default=True, help="Who parses: a server's name, its runtime, or an origin.")
@click.option("--provider", default="java-provider", show_default=True, help="Who provides: the same.")
@click.option("--object-type", default="DummyObject", show_default=True)
@click.option("--format", "object_format", default="JSON", show_default=True)
@click.option("--amount", type=int, default=10_000, show_default=True, help="Objects to measure.")
@click.option("--engine", help="An engine's name from `engines`; the format's default otherwise.")
@click.option("--warmup", type=int, default=0, show_default=True, help="Objects before the measured ones, reported apart.")
@click.option("--checkpoints", metavar="AMOUNTS", help="Running totals at these amounts: 1000,5000 or START:STOP:STEP.")
@click.option("--concurrency", type=int, default=1, show_default=True, help="Requests in flight.")
@click.option("--variants", type=int, default=256, show_default=True, help="Cycle through that many different objects.")
@click.option("--source", type=click.Choice(["http", "replay"]), default="http", show_default=True)
@click.option("--block", type=int, default=1, show_default=True, help="Bodies fetched and checked before they are parsed back to back.")
@click.option("--json", "as_json", is_flag=True, help="The answer as it came, on stdout.")
@options.wait
@options.root
def run(root: Path | None, consumer: str, provider: str, as_json: bool, wait: bool, checkpoints: str | None, engine: str | None, **fields: Any) -> None:
    """Makes one run and shows its figures.

    One `POST /triggerReqs` to the consumer.
    """
    from rich.progress import Progress

    from ..plan import amounts
    from ..servers import addresses
    from ..servers.client import Client
    from ..system.repository import find_root
    from . import screen

    folder = find_root(root)
    consumer_url, provider_url = addresses.resolve(consumer, "consumer", folder), addresses.resolve(provider, "provider", folder)
    with Client(provider_url) as client:
        runtime = client.engines()[0].runtime
    request = {**fields, "provider_url": provider_url, "server_type": runtime} | ({"engine": engine} if engine else {})
    console = screen.err()
    if checkpoints:
        request["checkpoints"] = list(amounts.parse_amounts(checkpoints))
    elif console.is_terminal and not as_json:  # to move the bar; read between objects, outside every window
        request["checkpoints"] = sorted({max(fields["amount"] * part // 20, 1) for part in range(1, 21)})
    with options.alone(wait=wait), Client(consumer_url) as client, Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("running", total=fields["amount"])
        result, raw = client.run(request, lambda event: bar.update(task, completed=event.get("amount", 0)) if event["event"] == "checkpoint" else None)
    if as_json:
        click.echo(json.dumps(raw, indent=2))
    else:
        screen.out().print(screen.run(result if checkpoints else result.model_copy(update={"checkpoints": []})))
        if result.advice:
            screen.out().print("", screen.advice(result), sep="\n", soft_wrap=True)
