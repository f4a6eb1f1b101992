"""Builds beside those of the checkout, each in a copy of it below `.run/setups`.

A later sweep uses it again where nothing has changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from click import unstyle

from bench_driver.errors import SetupError, UsageError
from bench_driver.model.published import nameless, printable
from bench_driver.servers.specs import Options
from bench_driver.system import processes, repository
from bench_driver.system.repository import SOURCES

from .libraries import Library, change

_PROGRAMS: Mapping[str, str] = {
    "rust": "rust-server/target/release/rust-server",
    "java": "java-server/target/java-server.jar",
}
#: What a build was made of, beside its program.
_STAMP, _LOG = ".made-of", "build.log"


class BuildFailed(SetupError):
    """A build failed: `folder` is its copy's name, `lines` what the compiler said, errors first."""

    def __init__(self, copy: Path, output: bytes) -> None:
        said = unstyle(output.decode(errors="replace")).expandtabs().replace(f"{copy}/", "")
        lines = [printable(nameless(line)) for line in said.strip().splitlines()]
        errors = [line for line in lines if re.match(r"\s*(error|\[ERROR\])", line)] or lines
        why = "; ".join(line.strip() for line in errors[:3])
        super().__init__(f"{copy.name} cannot be built", why=why, do=f"see {copy / _LOG}")
        self.folder, self.lines = copy.name, lines[lines.index(errors[0]) :][:20] if lines else []


@dataclass(frozen=True)
class Build:
    """What of a runtime's build is another.

    A library's version, Cargo features, the compiler's flags, a profile of its own runs or of
    Maven's, the commit.
    """

    runtime: str
    library: Library | None = None
    features: tuple[str, ...] = ()
    rustflags: str = ""
    pgo: bool = False
    #: Maven's; the program has its name, and lies in a folder of that name
    profile: str = ""
    commit: str | None = None


def folder(root: Path, name: str) -> Path:
    """Where the copy of a checkout lies that a setup's server is built in."""
    return _all(root) / re.sub(r"[^\w.+=-]", "_", name)


def _all(root: Path) -> Path:
    return root / ".run" / "setups"


def commit(root: Path, revision: str) -> str:
    """The commit that a revision names; UsageError where there is none."""
    seen = repository.checked_out(root)
    if seen.commit is None:
        raise UsageError(f"{revision} names no commit", why=seen.why, do=seen.do)
    asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"]
    done = git(root, *asked, check=False)
    if done.returncode:
        raise UsageError(
            f"{revision} names no commit",
            why=f"git in {root} knows none of that name",
            do="name a commit, a branch or a tag of this repository",
        )
    return done.stdout.decode().strip()


def make(build: Build, options: Options, name: str, told: Callable[[str], None]) -> None:
    """Builds a server, unless that was done and nothing that it is made of has changed.

    `told` hears when it begins.

    Raises:
        SetupError: it fails
    """
    copy = folder(options.sources, name)
    tar = _archive(options, build.commit)
    made_of = _made_of(build, options, tar)
    if _is_of(build, copy, made_of):
        return
    program = copy / _PROGRAMS[build.runtime]
    told(name)
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    # Without the files' own times: Cargo knows the packages of two copies by the same name, and
    # would take one's for the other's where it is the later built.
    _run(["tar", "-x", "-m", "-C", str(copy)], given=tar)
    if build.library:
        change(build.library, copy)
    (_rust if build.runtime == "rust" else _java)(build, options, copy, program)
    (copy / _STAMP).write_text(made_of)


def is_made(build: Build, options: Options, name: str) -> bool:
    """Whether `make` would find its program built, and nothing changed since."""
    made_of = _made_of(build, options, _archive(options, build.commit))
    return _is_of(build, folder(options.sources, name), made_of)


def _made_of(build: Build, options: Options, tar: bytes) -> str:
    """What tells a build of these sources from others."""
    jdk = str(options.jdk) if build.runtime == "java" else ""
    return hashlib.sha256(tar + repr((build, jdk)).encode()).hexdigest()


def _is_of(build: Build, copy: Path, made_of: str) -> bool:
    """Whether a copy has the program of that build; with a library's own sources nobody knows."""
    stamp = copy / _STAMP
    return (
        (copy / _PROGRAMS[build.runtime]).is_file()
        and stamp.is_file()
        and stamp.read_text() == made_of
        and not (build.library and build.library.path)
    )


def _archive(options: Options, commit: str | None) -> bytes:
    """The sources of a commit, or as they lie here: equal sources give equal bytes."""
    if commit and options.objects:
        why = "a commit has no object types of your own"
        raise UsageError(
            f"--setup commit={commit[:12]} does not go with --objects",
            why=why,
            do="leave one of the two out",
        )
    if commit:
        return git(options.root, "archive", commit, *SOURCES).stdout
    root = options.sources
    names = b"\0".join(os.fsencode(file) for file in repository.files(root, SOURCES))
    plain = [
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--mode=u=rwX,go=rX",
        "--mtime=@0",
        "--no-recursion",
    ]
    return _run(
        ["tar", "-c", *plain, "-C", str(root), "--null", "--files-from=-"], given=names
    ).stdout


def _rust(build: Build, options: Options, copy: Path, program: Path) -> None:
    """The setups' builds share a folder, so that what they have in common is compiled once."""
    target = _all(options.sources) / "target"
    cargo = ["--manifest-path", str(copy / "rust-server" / "Cargo.toml")]
    if build.library:
        logged(["cargo", "update", *cargo, "--package", build.library.name], {}, copy)
        if not build.library.path:
            _confirm(
                build.library,
                {
                    (item["name"], item["version"])
                    for item in tomllib.loads((copy / "rust-server/Cargo.lock").read_text())[
                        "package"
                    ]
                },
            )
    features = ["--features", ",".join(build.features)] if build.features else []
    rustflags = " ".join(filter(None, (os.environ.get("RUSTFLAGS"), build.rustflags)))
    command = ["cargo", "build", "--release", "--locked", *cargo, *features]
    if build.pgo:
        from . import profiled  # what talks to servers is heavy, and help names the setups

        # In a folder of their own, since other flags compile all anew.
        made = profiled.build(
            command,
            target.with_name("target-pgo"),
            replace(options, root=copy, objects=None),
            rustflags,
            partial(logged, copy=copy),
        )
    else:
        logged(
            [*command, "--target-dir", str(target)],
            {"RUSTFLAGS": rustflags} if build.rustflags else {},
            copy,
        )
        made = target / "release" / program.name
    program.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(made, program)


def _java(build: Build, options: Options, copy: Path, program: Path) -> None:
    package(options, copy, *([f"-P{build.profile}"] if build.profile else []))
    if build.profile:
        shutil.copy2(
            program.parent / build.profile / f"{program.stem}-{build.profile}.jar", program
        )
    if build.library:
        with zipfile.ZipFile(program) as jar:
            linked = re.findall(
                r"^BOOT-INF/lib/(.+?)-(\d[^/]*)\.jar$", "\n".join(jar.namelist()), re.MULTILINE
            )
        named = any(name == build.library.name for name, _ in linked)
        _confirm(
            build.library,
            {(name if named else build.library.name, version) for name, version in linked},
        )


def package(options: Options, copy: Path, *more: str) -> None:
    """Maven packages the Java server of a copy."""
    # Formatting and agreement of versions are rules for what is committed; an older library may
    # break the second.
    skipped = ["-Dmaven.test.skip", "-Dspotless.check.skip", "-Denforcer.skip"]
    # Coloured, no line would begin as `BuildFailed` looks for it.
    command = ["mvn", "-q", "-ntp", "-Dstyle.color=never", "-f"]
    command += [str(copy / "java-server" / "pom.xml"), "package", *skipped, *more]
    logged(command, {"JAVA_HOME": str(options.jdk.home)}, copy)


def _confirm(library: Library, linked: set[tuple[str, str]]) -> None:
    """SetupError where a build has not the library that it was made for."""
    if (library.name, library.version) not in linked:
        has = (
            ", ".join(sorted(version for name, version in linked if name == library.name)) or "none"
        )
        raise SetupError(
            f"the build has not {library.name} {library.version}",
            why=f"it has {has}",
            do="another library asks for that one: name its version",
        )


def logged(
    command: Sequence[str],
    env: Mapping[str, str],
    copy: Path,
    on_line: Callable[[str], object] = lambda _: None,
) -> None:
    """Runs a step of a build, and keeps what it says as it says it; `on_line` gets each line."""
    with (copy / _LOG).open("ab") as log, (copy / _LOG).open(errors="replace") as said:
        begun = log.seek(0, os.SEEK_END)
        said.seek(begun)

        def each() -> None:
            for line in said:
                on_line(line)

        try:
            code = processes.exit_code(
                command,
                env={**os.environ, **env},
                out=log.fileno(),
                err=log.fileno(),
                meanwhile=each,
            )
        except FileNotFoundError as error:
            raise _missing(command[0]) from error
        if code:
            raise BuildFailed(copy, (copy / _LOG).read_bytes()[begun:])


def git(root: Path, *args: str, check: bool = True) -> subprocess.CompletedProcess[bytes]:
    """What git says of this very folder; SetupError where it fails and that is to be checked."""
    return _run(["git", "-C", str(root), *args], repository.git_environment(root), check=check)


def _run(
    command: Sequence[str],
    env: Mapping[str, str] | None = None,
    *,
    given: bytes = b"",
    check: bool = True,
) -> subprocess.CompletedProcess[bytes]:
    """`env` is the whole environment, by default this process's."""
    try:
        done = subprocess.run(command, input=given, env=env, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise _missing(command[0]) from error
    if check and done.returncode:
        raise SetupError(
            f"{' '.join(command[:4])} failed",
            why=done.stderr.decode(errors="replace").strip(),
            do="run this in a git checkout",
        )
    return done


def _missing(program: str) -> SetupError:
    return SetupError(
        f"{program} is missing",
        why="a setup that is built needs it",
        do="install it, or name a setup that needs no build",
    )
