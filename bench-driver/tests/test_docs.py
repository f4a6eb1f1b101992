"""What the documents and the Makefile say of the command is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
import yaml

from bench_driver.cli import COMMANDS, OLD_SPELLINGS, cli
from bench_driver.errors import ExitCode
from bench_lab.cli import COMMANDS as LAB
from bench_lab.cli import cli as lab_cli

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    *(
        file
        for file in (
            ROOT / "README.md",
            ROOT / "CONTRIBUTING.md",
            ROOT / "Makefile",
            ROOT / "bench-driver" / "README.md",
        )
        if file.exists()
    ),
    *sorted((ROOT / "docs").rglob("*.md")),
]
_CALL = re.compile(
    r"(?:^|[`/ $(])(?:bench-driver|python -m (?P<lab>bench_lab)) "
    r"+(?P<command>(?:(?:servers|store|cluster|object|study +stores|study) +)?[a-z]+(?:-[a-z]+)*)\b(?P<rest>[^`\n|)]*)",
    re.MULTILINE,
)


def calls(text: str) -> list[tuple[str, click.Command | None, list[str]]]:
    """Each `bench-driver <command> …` and `python -m bench_lab <command> …` in code of a text, with
    what is called and its long options.
    """
    code = re.findall(
        r"```(?:sh|bash|console|shell)?\n(.*?)```|`([^`\n]+)`|^\t(.*)$",
        text,
        re.DOTALL | re.MULTILINE,
    )
    found = [match for parts in code for match in _CALL.finditer("\n".join(parts))]
    return [
        (*called(match["lab"], match["command"]), re.findall(r"--[a-z][a-z-]*", match["rest"]))
        for match in found
    ]


def called(lab: str | None, name: str) -> tuple[str, click.Command | None]:
    """A command of the lab or of the driver, and what it is called in full."""
    found: click.Command | None = lab_cli if lab else cli
    for word in name.split():
        found = (
            found.get_command(click.Context(found), word)
            if isinstance(found, click.Group)
            else None
        )
    current = found if lab or name.split()[0] not in OLD_SPELLINGS else None
    return f"{'python -m bench_lab' if lab else 'bench-driver'} {name}", current


SWEEP = cli.get_command(click.Context(cli), "sweep")


def options_of(command: click.Command | None) -> set[str]:
    """The options that a command names itself."""
    assert command, "there is none of that name"
    return {option for parameter in command.params for option in parameter.opts}


def wrong(text: str) -> list[str]:
    """What a text says of the command that is not so."""
    found = []
    for name, command, options in calls(text):
        known = options_of(command) | {"--help"} if command else set()
        if command and command.context_settings.get("ignore_unknown_options"):
            known |= options_of(SWEEP)  # which takes what the command does not know
        found += (
            [name]
            if command is None
            else [f"{name} {option}" for option in options if option not in known]
        )
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_commands_and_options_that_are_named_exist(document: Path) -> None:
    assert wrong(document.read_text()) == []


def test_a_wrong_command_or_option_would_be_found() -> None:
    assert wrong("`bench-driver swoop`") == ["bench-driver swoop"]
    assert wrong("`python -m bench_lab leaks --all`") == ["python -m bench_lab leaks --all"]
    assert wrong("`bench-driver leaks`") == ["bench-driver leaks"], "it is the lab's"
    assert wrong("```sh\nbench-driver sweep --rounds 3 --fast\n```") == [
        "bench-driver sweep --fast"
    ]
    assert wrong("\t$(VENV)/bin/bench-driver servers down --now") == [
        "bench-driver servers down --now"
    ]
    assert wrong("`bench-driver servers none`") == ["bench-driver servers none"]
    assert wrong("`bench-driver study show testbed --all`") == ["bench-driver study show --all"]
    assert wrong("`bench-driver study stores status --all`") == [
        "bench-driver study stores status --all"
    ]
    assert wrong("`bench-driver store prune --all`") == ["bench-driver store prune --all"]
    assert wrong("`bench-driver upgrade-check commit A B --rounds 10 --fast`") == [
        "bench-driver upgrade-check --fast"
    ], "sweep's options are its own, too"
    assert wrong("`bench-driver up`") == ["bench-driver up"], (
        "a document names a command as help does"
    )


def test_the_readme_names_every_command_and_exit_code() -> None:
    text = (ROOT / "bench-driver" / "README.md").read_text()
    assert [name for name in COMMANDS if f"bench-driver {name}" not in text] == []
    assert [name for name in LAB if f"python -m bench_lab {name}" not in text] == []
    assert [code for code in ExitCode if f"| {int(code)} |" not in text] == []


def anchors(text: str) -> set[str]:
    """What GitHub calls the headings of a document."""
    headings = re.findall(
        r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE
    )
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(document: Path, text: str) -> list[str]:
    """The links of a text to files or headings that are not there."""
    dead = []
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        file = document.parent / path if path else document
        if not file.exists() or (
            anchor and anchor not in anchors(text if file == document else file.read_text())
        ):
            dead.append(target)
    return dead


@pytest.mark.parametrize(
    "document",
    [*DOCUMENTS, ROOT / "SECURITY.md", ROOT / "CHANGELOG.md"],
    ids=lambda file: str(file.relative_to(ROOT)),
)
def test_links_lead_somewhere(document: Path) -> None:
    assert dead_links(document, document.read_text()) == []


def test_a_dead_link_would_be_found() -> None:
    text = (
        "# Here\n[a](#here) [b](#there) [c](docs/methodology.md#known-limits) "
        "[d](docs/methodology.md#none) [e](docs/none.md)"
    )
    assert dead_links(ROOT / "README.md", text) == [
        "#there",
        "docs/methodology.md#none",
        "docs/none.md",
    ]


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d[\d,.]*\d|\d", text))


def test_the_readme_says_of_the_published_sweep_only_what_its_summary_holds() -> None:
    readme, summary = (
        (ROOT / "README.md").read_text(),
        (ROOT / "docs" / "results" / "summary.md").read_text(),
    )
    answer = readme.partition("## The answer today")[2].partition("**What is timed**")[0]
    about = " ".join(re.sub(r"(?:^\|.*\n)+", "", answer, flags=re.MULTILINE).split())
    assert "[The whole summary](docs/results/summary.md)" in about
    linked = re.findall(r"\]\((docs/results/summary[^)]*\.md)\)", about)
    summaries = "".join((ROOT / file).read_text() for file in linked)
    assert [found for found in numbers(about) if found not in summaries] == []
    tables = [
        re.findall(r"(?:^\|.*\n)+", found.partition("| object type |")[2], re.MULTILINE)[0]
        for found in (readme, summary)
    ]
    assert tables[0] == tables[1]
    (rounds,) = re.findall(r"- (\d+) rounds in fresh processes", summary)
    assert f"{rounds} rounds" in about
    assert ("as a first look" in about) == (int(rounds) < 10)


def test_the_answers_that_are_explained_are_answers_of_the_contract() -> None:
    page = (ROOT / "docs" / "reading-a-run.md").read_text()
    answer = yaml.safe_load((ROOT / "docs" / "contract" / "openapi.yaml").read_text())[
        "components"
    ]["schemas"]["RunResult"]
    answers = [json.loads(found) for found in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    assert len(answers) == 2
    for found in answers:
        assert set(answer["required"]) <= found.keys() <= answer["properties"].keys()


def test_an_addition_touches_the_places_that_its_page_names() -> None:
    rust, java = (
        ROOT / "rust-server" / "rooms",
        ROOT / "java-server" / "src" / "main" / "java" / "testbed",
    )
    pages = "".join(page.read_text() for page in sorted((ROOT / "docs").glob("adding-*.md")))
    places = re.findall(r"`(\w+)(?:\(\))?` in `([\w/]+\.(?:rs|java))`", pages)
    assert len(places) >= 12
    assert [
        item
        for item in places
        if not re.search(
            rf"\b{item[0]}\b", ((rust if item[1].endswith(".rs") else java) / item[1]).read_text()
        )
    ] == []


def test_the_mirror_has_every_file_of_both_servers_and_no_other() -> None:
    rust = {
        file
        for file in (ROOT / "rust-server").glob("rooms/*/src/*.rs")
        if not file.stem.endswith("tests")
    }
    rust |= {
        *(ROOT / "rust-server" / "rooms").glob("engines/src/partial/*.rs"),
        *(ROOT / "rust-server" / "src").glob("routes/*.rs"),
    }
    rust |= {*(ROOT / "rust-server" / "src").glob("*.rs")}
    java = (ROOT / "java-server" / "src" / "main" / "java" / "testbed").rglob("*.java")
    java = (file for file in java if not file.read_text().startswith("// @generated"))
    files = {file.stem for file in rust if not file.stem.endswith("tests")} | {
        file.stem for file in java
    }
    page = (ROOT / "docs" / "mirror.md").read_text()
    same = re.findall(r"^\| \w+ \| ([a-z_, ]+?)(?: \(.*\))? \|$", page, re.MULTILINE)
    named = {name for line in same for name in line.split(", ") if " " not in name}
    both = (
        named
        | {name.title().replace("_", "") for name in named}
        | {f"{name.title().replace('_', '')}Route" for name in named}
    )
    apart = {
        name
        for row in re.findall(r"^\| \w+ \|(.*)\|$", page, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert files - both - apart - {"lib", "mod"} == set()
    assert {
        name for name in named | apart if not {name, name.title().replace("_", "")} & files
    } == {"AtomicInteger"}
