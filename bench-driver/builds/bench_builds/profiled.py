"""Profile-guided optimization (PGO): a Rust server is built to write a profile, run, built again.

The way is that of the compiler's own guide:
https://doc.rust-lang.org/rustc/profile-guided-optimization.html
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench_driver.errors import SetupError
from bench_driver.model.series import ENCODE, of_engine
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import SERVERS, Options

#: The merged profile, among those that the runs leave.
MERGED = "merged.profdata"
#: Objects of a run that is there for the profile, of each engine, object type and source: some
#: thousand calls tell which branches are taken.
AMOUNT = 4096
#: It parses this half of the variants. Sweeps measure on all of them, so that half of what they
#: measure was in no profile.
VARIANTS = 512

#: Runs a step of a build with these variables, and keeps what it says.
Logged = Callable[[Sequence[str], Mapping[str, str]], None]


def build(
    cargo: Sequence[str], target: Path, options: Options, rustflags: str, logged: Logged
) -> Path:
    """Builds the server by a `cargo build` command, and says where below `target` its program lies.

    `options` say where the program that writes a profile is looked for: its root holds the sources.

    Raises:
        SetupError: a step fails, or a tool is missing
    """
    host, tool = _host(), _profdata()
    profiles = target / "profiles"
    program = target / host / "release" / "rust-server"
    # With a target the flags are the server's alone: build scripts and macros would write profiles
    # as well.
    command = [*cargo, "--target", host, "--target-dir", str(target)]
    shutil.rmtree(profiles, ignore_errors=True)
    logged(command, {"RUSTFLAGS": f"{rustflags} -Cprofile-generate={profiles}".strip()})
    _run(program, options)
    raw = sorted(map(str, profiles.glob("*.profraw")))
    if not raw:
        raise SetupError(
            "no profile was written",
            why=f"the server left none in {profiles}",
            do="see that this folder can be written to",
        )
    logged([tool, "merge", "-o", str(profiles / MERGED), *raw], {})
    logged(command, {"RUSTFLAGS": f"{rustflags} -Cprofile-use={profiles / MERGED}".strip()})
    return program


def _run(program: Path, options: Options) -> None:
    """Lets the server parse its own objects by each of its engines, and write them; ends it.

    It parses over HTTP and from memory, and writes its profile as it ends.
    """
    beside = options.root / "rust-server" / "target" / "release" / program.name
    beside.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(program, beside)
    # Both from one program: a provider serves what a sweep's does, and that is in the profile as
    # well.
    rust = [spec for spec in SERVERS if spec.runtime == "rust"]
    with (
        Stack.start([spec.name for spec in rust], ports="free", options=options) as stack,
        Client(stack.url("rust-server")) as client,
    ):
        for request in _requests(client.engines()[1], stack.url("rust-provider")):
            client.run(request)


def _requests(announced: Mapping[str, Any], provider: str) -> list[dict[str, Any]]:
    known = {one["name"]: one["variants"] for one in announced["object_types"]}
    # Those that are compared with somebody; floors and passes parse nothing.
    engines = [engine for engine in announced["engines"] if of_engine(engine)]
    pairs = [(engine, object_type) for engine in engines for object_type in engine["object_types"]]
    asked = [
        {
            "amount": AMOUNT, "object_format": engine["format"], "object_type": object_type,
            "operation": engine["operation"], "engine": engine["name"],
            "variants": min(VARIANTS, known[object_type]),
        }
        for engine, object_type in pairs
    ]  # fmt: skip
    written = [request for request in asked if request["operation"] == ENCODE]
    sources = [
        {"provider_url": provider, "server_type": "rust", "source": source}
        for source in ("http", "replay")
    ]
    return [
        *written,
        *(
            {**request, **source}
            for request in asked
            if request not in written
            for source in sources
        ),
    ]


def _host() -> str:
    """The compiler's own target."""
    return _compiler("host")


def _compiler(fact: str) -> str:
    """What the compiler says of itself."""
    return next(
        line.removeprefix(f"{fact}: ")
        for line in _said("rustc", "-vV").splitlines()
        if line.startswith(f"{fact}: ")
    )


def _profdata() -> str:
    """LLVM's merger of profiles: the compiler's own, else one on the PATH.

    Profiles of one LLVM cannot be read by an older one: so first the one whose name has the
    compiler's version, as Debian's has.

    Raises:
        SetupError: there is none
    """
    own = Path(_said("rustc", "--print", "target-libdir").strip()).parent / "bin" / "llvm-profdata"
    major = _compiler("LLVM version").partition(".")[0]
    named = (shutil.which(name) for name in (f"llvm-profdata-{major}", "llvm-profdata"))
    if found := str(own) if own.is_file() else next(filter(None, named), None):
        return found
    do = f"run `rustup component add llvm-tools`, or install llvm-{major}"
    raise SetupError(
        "llvm-profdata is missing", why="it merges the profiles that guide the compiler", do=do
    )


def _said(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except FileNotFoundError as error:
        raise SetupError(
            f"{command[0]} is missing",
            why="a setup that is built needs it",
            do="install Rust: https://rustup.rs",
        ) from error
