"""Builds servers with a user's own object types, checks them, and measures a short round.

All of it lies below the folder of the types; a build that fails leaves there what was before.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from bench_builds.builds import BuildFailed, logged, package
from bench_driver.cli import screen
from bench_driver.cli.waits import building
from bench_driver.errors import BenchError, SetupError, UsageError
from bench_driver.model.published import printable
from bench_driver.plan.filters import letters
from bench_driver.servers import own_objects
from bench_driver.servers.specs import RUST_BUILDS, Options
from bench_driver.system import signals

from . import kept, tree

#: What both take on two cores, minutes: the first time, and again where the types alone changed.
MINUTES = {"quick": (3, 2), "release": (6, 5)}
_RUST, _JAVA = "rust-server/target/{}/rust-server", "java-server/target/java-server.jar"
#: Where compilers say that something is in a generated file: its name, and the line.
_AT = re.compile(r"(\w+)/(\w+)\.(?:rs|java):\[?(\d+)")


def build(objects: Path, name: str, root: Path, *, quick: bool = False) -> None:
    """Builds the servers with a type that was just added, checks and measures it, and says what
    comes of it.

    Raises:
        Busy: another build goes on; the type stays
        BenchError: a build or a check failed; the type is gone, and the builds are as they were
    """
    from .answered import answered

    with kept.alone(objects):
        others = own_objects.made_of(objects, root, without=name)
        # Those were checked as they were built.
        names = [name] if own_objects.built_of(objects) == others else own_objects.names(objects)
        try:
            servers(objects, root, names, quick=quick)
        except BaseException:
            with signals.deferred():
                shutil.rmtree(objects / name, ignore_errors=True)
                with suppress(BenchError):  # of another type: the next build says so
                    tree.clean(objects)
            screen.say(f"{name} is taken away again", screen.err())
            raise
    answered(objects, name, root, quick=quick)


def servers(objects: Path, root: Path, names: Sequence[str], *, quick: bool = False) -> None:
    """Builds both servers with all types of the folder, and checks each engine on these: by the
    profile `quick`, and then, unless that is enough, by the one that is measured.

    Raises:
        BenchError: a build or a check failed; the builds are as they were
    """
    from .checked import check

    if not names:
        do = "add one by `bench-driver object add`"
        raise UsageError("there is nothing to build", why=f"{objects} has no type", do=do)
    made_of = own_objects.made_of(objects, root)
    profiles = [profile for profile in reversed(RUST_BUILDS) if profile == "quick" or not quick]
    copy, again = own_objects.tree(objects), own_objects.programs(objects).is_dir()
    took = {name: MINUTES[name][again] for name in profiles}
    parts = {"quick": "check", "release": "measure"}
    told = ", ".join(f"{took[name]} to {parts[name]}" for name in profiles)
    minutes = f"some {sum(took.values())} min on two cores that do nothing else"
    each = f" ({told})" if len(profiles) > 1 else ""
    screen.say(f"building both servers: {minutes}{each}", screen.err())
    screen.say(f"what the compilers say: {copy / 'build.log'}", screen.err())
    with building() as say, _named(objects):
        tree.update(objects, root)
        say("java-server")
        _java(copy, root)
        for profile in profiles:
            say(f"rust-server ({profile})")
            _rust(copy, profile, say.line)
            if profile == "quick":
                say.clear()
                of = f" of {names[0]}" if len(names) == 1 else ""
                screen.say(f"checking every engine on every variant{of}", screen.err())
                check(names, copy)
    _publish(objects, profiles, made_of)


def _rust(copy: Path, profile: str, on_line: Callable[[str], object]) -> None:
    folder = copy / "rust-server"
    target = ["--target-dir", str(folder / "target")]
    manifest = ["--manifest-path", str(folder / "Cargo.toml")]
    command = ["cargo", "build", "--profile", profile, "--locked", *manifest, *target]
    logged(command, {}, copy, on_line)


def _java(copy: Path, root: Path) -> None:
    # What is made of a type that is gone would stay.
    shutil.rmtree(copy / "java-server" / "target", ignore_errors=True)
    package(Options(root), copy)


def _publish(objects: Path, profiles: list[str], made_of: dict[str, str]) -> None:
    """Puts what was built in the place of what was built before."""
    copy, there = own_objects.tree(objects), own_objects.programs(objects)
    new = there.with_name(f"{there.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    for program in [_JAVA, *(_RUST.format(profile) for profile in profiles)]:
        (new / program).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(copy / program, new / program)
    (new / own_objects.MADE_OF).write_text(json.dumps(made_of))
    if own_objects.built_of(objects) == made_of:  # what was measured before can be, still
        for program in map(_RUST.format, RUST_BUILDS):
            if (there / program).is_file() and not (new / program).is_file():
                (new / program).parent.mkdir(parents=True)
                (there / program).rename(new / program)
    with signals.deferred():
        shutil.rmtree(there, ignore_errors=True)
        new.rename(there)


@contextmanager
def _named(objects: Path) -> Iterator[None]:
    """Says of a build that fails on which type and field.

    Raises:
        SetupError: in place of BuildFailed
    """
    try:
        yield
    except BuildFailed as failed:
        copy = own_objects.tree(objects)
        where = next(filter(None, (_field(copy, objects, line) for line in failed.lines)), "")
        screen.say("\n".join(["the compiler says:", *failed.lines]), screen.err())
        raise SetupError(
            f"the servers cannot be built{where and f': {where}'}",
            why=failed.why,
            do=f"what was built before is as it was; all that it says is in {copy / 'build.log'}",
        ) from failed


def _field(copy: Path, objects: Path, line: str) -> str:
    """The type, and the field of its schema, that a compiler's line is about; empty where it is
    about none.
    """
    if not (at := _AT.search(line)):
        return ""
    folder, stem, number = at.groups()
    named = {letters(one): one for one in own_objects.names(objects)}
    name = named.get(letters(stem)) or named.get(letters(stem).removesuffix("message"))
    if name is None:
        return ""
    sources = [*copy.glob(f"*-server/**/{folder}/{stem}.*")]
    lines = sources[0].read_text().splitlines() if sources else []
    source = lines[int(number) - 1] if int(number) <= len(lines) else ""
    words = {letters(word) for word in re.findall(r"\w+", source)}
    schema = json.loads((objects / name / f"{name}.schema.json").read_text())
    fields = [one for one in _fields(schema) if letters(one) in words]
    return f"{name}, field {printable(fields[0])}" if fields else name


def _fields(schema: object) -> Iterator[str]:
    """The name of each field, the deepest last."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        yield from properties if isinstance(properties, dict) else ()
        for inner in schema.values():
            yield from _fields(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _fields(inner)
