"""What the documents and the Makefile say of the command is so."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from bench_driver.cli import COMMANDS, cli
from bench_driver.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    *(file for file in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "Makefile", ROOT / "bench-driver" / "README.md") if file.exists()),
    *sorted((ROOT / "docs").rglob("*.md")),
]
_CALL = re.compile(r"(?:^|[`/ $(])bench-driver +(?P<command>[a-z]+)\b(?P<rest>[^`\n|)]*)", re.MULTILINE)


def calls(text: str) -> list[tuple[str, list[str]]]:
    """Each `bench-driver <command> …` in code of a text, with its long options."""
    code = re.findall(r"```(?:sh|bash|console|shell)?\n(.*?)```|`([^`\n]+)`|^\t(.*)$", text, re.DOTALL | re.MULTILINE)
    return [(match["command"], re.findall(r"--[a-z][a-z-]*", match["rest"])) for parts in code for match in _CALL.finditer("\n".join(parts))]


def wrong(text: str) -> list[str]:
    """What a text says of the command that is not so."""
    context = click.Context(cli)
    found = []
    for name, options in calls(text):
        command = cli.get_command(context, name)
        known = {option for parameter in command.params for option in parameter.opts} | {"--help"} if command else set()
        found += [f"bench-driver {name}"] if command is None else [f"bench-driver {name} {option}" for option in options if option not in known]
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_commands_and_options_that_are_named_exist(document: Path) -> None:
    assert wrong(document.read_text()) == []


def test_a_wrong_command_or_option_would_be_found() -> None:
    assert wrong("`bench-driver swoop`") == ["bench-driver swoop"]
    assert wrong("```sh\nbench-driver sweep --rounds 3 --fast\n```") == ["bench-driver sweep --fast"]
    assert wrong("\t$(VENV)/bin/bench-driver down --now") == ["bench-driver down --now"]


def test_the_readme_names_every_command_and_exit_code() -> None:
    text = (ROOT / "bench-driver" / "README.md").read_text()
    assert [name for name in COMMANDS if f"bench-driver {name}" not in text] == []
    assert [code for code in ExitCode if f"| {int(code)} |" not in text] == []
