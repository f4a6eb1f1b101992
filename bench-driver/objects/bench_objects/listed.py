"""`bench-driver object list`, `show`, `build` and `remove`."""

from __future__ import annotations

import json
import shutil
from contextlib import nullcontext
from pathlib import Path

import click

from bench_driver.cli import options
from bench_driver.errors import Busy, SetupError, UsageError
from bench_driver.servers import own_objects
from bench_driver.system import signals
from bench_driver.system.repository import find_root

from . import kept
from .provided import provided

_MEASURABLE = "built, to be measured"


@click.command("list", short_help="List your types.")
@kept.objects
@options.root
def list_(objects: Path | None, root: Path | None) -> None:
    """Lists your own object types, and whether servers with them are built."""
    from bench_driver.cli import screen

    folder = kept.folder(objects)
    checkout = find_root(root)
    rows = [_row(folder, name, checkout) for name in own_objects.names(folder)]
    if rows:
        screen.out().print(screen.table(["object type", "JSON bytes", "formats", "variants"], rows))
    screen.say(f"{folder}: {_state(folder, checkout) if rows else 'no type'}")


@click.command(
    short_help="Show a type.",
    help="""Shows one of your object types: its schema, its sizes, and what to run.

\b
Example:
  bench-driver object show Purchase""",
)
@click.argument("name")
@kept.objects
@options.root
def show(name: str, objects: Path | None, root: Path | None) -> None:
    """Shows one of your object types: its schema, its sizes, and what to run."""
    from bench_driver.cli import screen

    from . import images
    from .answered import next_

    folder = kept.folder(objects)
    _refuse_unknown(folder, name)
    checkout = find_root(root)
    _, json_bytes, formats, variants = _row(folder, name, checkout)
    for file in own_objects.files(folder, name):
        screen.out().print(str(file), markup=False, soft_wrap=True)
    size = f"{json_bytes} bytes of JSON; " if json_bytes else ""
    screen.say(f"{size}formats: {formats}; variants: {variants}")
    screen.say(state := _state(folder, checkout))
    if state == _MEASURABLE:
        next_(folder, [name], with_images=images.are_current(folder))
    schema = json.loads((folder / name / f"{name}.schema.json").read_text())
    screen.out().print(json.dumps(schema, indent=2), markup=False, soft_wrap=True)


@click.command(
    short_help="Build the servers with your types.",
    help="""Builds servers with your object types, and checks every engine on them.

\b
Examples:
  bench-driver object build            after the checkout changed
  bench-driver object build --quick    checks alone, some minutes
  bench-driver object build --images   images for `docker compose up`, too

A build that fails leaves what was built before.""",
)
@click.option("--quick", is_flag=True, help="Check engines alone; nothing is built to be measured.")
@click.option("--images", "with_images", is_flag=True, help="Build container images, too.")
@kept.objects
@options.root
def build(quick: bool, with_images: bool, objects: Path | None, root: Path | None) -> None:
    """Builds servers with your object types, and checks every engine on them."""
    from . import answered, images
    from .build import servers

    folder, checkout = kept.folder(objects), find_root(root)
    if with_images:
        images.check(checkout, quick=quick)
    with kept.alone(folder) if folder.is_dir() else nullcontext():
        servers(folder, checkout, names := own_objects.names(folder), quick=quick)
        if with_images:
            images.make(folder, checkout, quick=quick)
    answered.next_(folder, names, quick=quick, with_images=with_images)


@click.command(short_help="Remove a type, and what was built with it.")
@click.argument("name")
@kept.objects
def remove(name: str, objects: Path | None) -> None:
    """Removes one of your object types, and all that was built with it.

    Sweeps that measured it stay in the store. What other types need is built again by `bench-driver
    object build`.
    """
    from bench_driver.cli import screen

    from . import images, tree

    folder = kept.folder(objects)
    _refuse_unknown(folder, name)
    with kept.alone(folder), signals.deferred():
        had_images = images.remove(folder)
        shutil.rmtree(folder / name)
        if own_objects.is_built(folder):  # that type was in no build
            tree.clean(folder)
        elif own_objects.names(folder):
            tree.forget(folder)
        else:
            shutil.rmtree(folder / ".build", ignore_errors=True)
            if not any(folder.iterdir()):
                folder.rmdir()
    others = len(own_objects.names(folder))
    rest = f"; build for the other {others} by `bench-driver object build`" if others else ""
    if others and own_objects.is_built(folder):
        rest = "; the servers with the others stay"
    screen.say(f"{name} is removed, and what was built with it{rest}; sweeps stay")
    if had_images:
        screen.say("layers of its images stay in Docker's cache until `docker builder prune`")


def _row(folder: Path, name: str, root: Path) -> list[str]:
    """A type's name, size, formats and variants, as far as they are known."""
    goldens = own_objects.tree(folder) / "providers" / "golden"
    formats = [
        format_name
        for format_name in provided(root, "canonical").ENCODERS
        if (goldens / f"{name}.{format_name.lower()}").is_file()
    ]
    size = (goldens / f"{name}.json").stat().st_size if "JSON" in formats else 0
    own = (folder / name / f"{name}.variants.jsonl").is_file()
    return [
        name,
        f"{size:,}" if size else "",
        ", ".join(sorted(formats)) or "not built",
        "from your samples" if own else "from the canonical object",
    ]


def _state(folder: Path, root: Path) -> str:
    try:
        with kept.alone(folder):
            pass
    except Busy:
        return "a build is running"
    try:
        programs = own_objects.current(folder, root)
    except SetupError as why:
        return f"{why.why}; {why.do}"
    if (programs / "rust-server" / "target" / "release").is_dir():
        return _MEASURABLE
    return "built for checks alone; `bench-driver object build` builds what is measured"


def _refuse_unknown(folder: Path, name: str) -> None:
    if name not in (names := own_objects.names(folder)):
        why = f"{folder} has {', '.join(names) or 'none'}"
        raise UsageError(
            f"there is no type {name}", why=why, do="name one of these, or another --objects"
        )
