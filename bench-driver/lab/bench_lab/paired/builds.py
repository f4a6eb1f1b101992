"""Builds of the Rust server for one purpose each, beside the usual one; `make` says where it puts them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bench_driver.errors import SetupError
from bench_driver.servers.specs import Options, ServerSpec


def built(spec: ServerSpec, build: str) -> ServerSpec:
    """The server in a build by that name; "" is the usual one."""
    return replace(spec, command=_command(spec, build)) if build else spec


def _command(spec: ServerSpec, build: str) -> Callable[[Options], list[str]]:
    def command(options: Options) -> list[str]:
        program = options.root / "rust-server" / "target" / build / "release" / "rust-server"
        if not program.is_file():
            raise SetupError(f"{program} is missing", why="it is no part of the usual build", do="run `make experiments` at the repository's root")
        return [str(program)]

    return command
