"""A cargo that notes how it is called, and leaves a program behind: `fake_cargo.py CALLS COMMAND
build … --target-dir DIR`.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(calls: str, command: str, *arguments: str) -> None:
    """Writes the program that a build makes, which is that command."""
    with Path(calls).open("a") as log:
        log.write(" ".join(arguments) + "\n")
    program = Path(arguments[arguments.index("--target-dir") + 1]) / "release" / "rust-server"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f"#!/bin/sh\nexec {command}\n")
    program.chmod(0o755)


if __name__ == "__main__":
    main(*sys.argv[1:])
