"""The defaults, ports and options that documents name are those of code and compose file, and what
the containers are.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from bench_driver.cli import cli
from bench_driver.cli.sweep import options_of
from bench_driver.measure.asked import request_of
from bench_driver.plan.presets import PRESETS
from bench_driver.servers import variables as environment
from bench_driver.servers.specs import SERVERS, of_role
from bench_lab import cli as lab

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "bench-driver" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
CONTRACT = yaml.safe_load((ROOT / "docs" / "contract" / "openapi.yaml").read_text())["components"][
    "schemas"
]


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text()


def said(name: str, pattern: str) -> tuple[str, ...]:
    """What a document says at the one place that the pattern fits, wherever its lines break."""
    (found,) = re.finditer(pattern.replace(" ", r"\s+"), text(name))
    return found.groups()


@cache
def services() -> dict[str, Any]:
    """The compose file's services, with the defaults of its variables."""
    plain = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text("docker-compose.yml"))
    found: dict[str, Any] = yaml.safe_load(plain)["services"]
    return found


def number(value: str) -> int:
    """A number as a document, Rust or Java writes it."""
    base, _, shift = re.sub(r"[_,\s]", "", value).partition("<<")
    return int(base) << int(shift or 0)


def defaults(source: str) -> dict[str, str]:
    """Variables by the calls that read them, with their defaults: of numbers in digits, and empty
    where the call gives none.
    """
    calls = re.findall(
        r'(?:vars|read)\s*\.(\w+)\(\s*"([A-Z_]+)"(?:\s*,\s*"?([\w.<\s]+?)"?\s*[,)])?', source
    )
    return {
        name: str(number(value)) if value[:1].isdigit() and kind != "host" else value
        for kind, name, value in calls
    }


def documented() -> dict[str, tuple[str, ...]]:
    """The variables of docs/configuration.md with their defaults: one for all servers, or Rust's
    and Java's.
    """
    rows: dict[str, tuple[str, ...]] = {}
    for names, default in re.findall(
        r"^\| (`[A-Z_`, ]+`) \| ([^|]*) \|", text("docs/configuration.md"), re.MULTILINE
    ):
        known = re.findall(r"[A-Z_]+", names)
        values = (
            re.findall(r"\d+", default)
            if re.match(r"\d", default)
            else [re.sub(r"empty.*|false|`", "", default)]
        )
        for place, name in enumerate(known):
            rows[name] = tuple(values) if len(known) == 1 else (values[place],)
    return rows


@pytest.mark.parametrize(
    ("place", "source"),
    [
        (0, "rust-server/rooms/config/src/lib.rs"),
        (1, "java-server/src/main/java/testbed/config/Config.java"),
    ],
)
def test_each_variable_has_the_default_that_the_configuration_names(
    place: int, source: str
) -> None:
    assert defaults(text(source)) == {
        name: values[place % len(values)] for name, values in documented().items()
    }


def test_the_driver_knows_each_variable_of_a_server() -> None:
    assert sorted([*environment.DECIDED, *environment.PASSED]) == sorted(documented())
    page = text("docs/configuration.md").partition("## Under the driver")[2].partition("\n## ")[0]
    decided = {name for name in environment.DECIDED if f"`{name}`" in page}
    assert decided == set(environment.DECIDED), "it says which the driver decides"


def test_a_server_has_one_port_wherever_it_is_named() -> None:
    known = {spec.name: str(spec.port) for spec in SERVERS}
    files = [*DOCUMENTS, ROOT / "docker-compose.yml", ROOT / "docs" / "contract" / "openapi.yaml"]
    named = [
        (file.name, *found)
        for file in files
        for found in re.findall(
            r"\b((?:rust|java)-(?:server|provider))(?: :|:| )(80\d\d)\b", file.read_text()
        )
    ]
    assert len(named) > 10
    assert [item for item in named if item[2] != known[item[1]]] == []
    assert {name: str(services()[name]["environment"]["PORT"]) for name in known} == known
    assert {name: services()[name].get("ports") for name in known} == {
        name: [f"127.0.0.1:{port}:{port}"] if name in of_role("consumer") else None
        for name, port in known.items()
    }
    assert documented()["PORT"] == (known["rust-server"], known["java-server"])


def test_consumers_have_one_core_everybody_else_another_and_each_answers_to_its_names() -> None:
    cores = {name: str(service["cpuset"]) for name, service in services().items()}
    of_consumers = {cores[name] for name in of_role("consumer")}
    assert len(of_consumers) == 1
    assert of_consumers.isdisjoint(cores[name] for name in cores if name not in of_role("consumer"))
    assert [
        name
        for name in (spec.name for spec in SERVERS)
        for host in (name, "localhost")
        if host not in services()[name]["environment"]["ALLOWED_HOSTS"].split(",")
    ] == []


def test_no_container_runs_as_root() -> None:
    assert [
        name for name, service in services().items() if service["user"].partition(":")[0] == "0"
    ] == []


def test_a_server_that_was_out_of_memory_starts_again_and_nothing_else_does() -> None:
    of_servers = {spec.name for spec in SERVERS}
    restarts = {name: service.get("restart") for name, service in services().items()}
    assert restarts == {name: "on-failure:3" if name in of_servers else None for name in restarts}


def test_containers_take_variables_by_names_of_the_testbed_alone() -> None:
    taken = dict(re.findall(r"\$\{(\w+):-([^}]*)\}", text("docker-compose.yml")))
    assert text("docker-compose.yml").replace("$$", "").count("$") == len(
        re.findall(r"\$\{\w+:-", text("docker-compose.yml"))
    )
    assert {name for name in taken if not name.startswith("TESTBED_")} == {"BENCH_LOCK"}
    assert dict(re.findall(r"(?m)^(\w+)=(.*)$", text(".env.example"))) == taken
    assert re.findall(r"`((?!TESTBED_)[A-Z_]+)=", text("docs/containers.md")) == ["BENCH_LOCK"], (
        "nor do its commands set others"
    )


def test_the_drivers_containers_take_the_hosts_lock() -> None:
    for name in ("bench-driver", "nightly"):
        assert services()[name]["environment"]["BENCH_LOCK"] == "/run/lock"
        assert [
            volume for volume in services()[name]["volumes"] if volume.endswith(":/run/lock")
        ] == ["/run/lock:/run/lock"]
    assert said(".env.example", r"(?m)^BENCH_LOCK=(\S+)") == ("/run/lock",)


def command(name: str) -> click.Command:
    """A command of the driver, or of the lab."""
    found = cli.get_command(click.Context(cli), name) or lab.cli.get_command(
        click.Context(lab.cli), name
    )
    assert found is not None
    return found


def default(name: str, option: str) -> Any:
    """What an option is where it is not given."""
    return next(parameter.default for parameter in command(name).params if parameter.name == option)


def test_what_a_preset_asks_for_in_groups_is_what_its_row_says() -> None:
    page = text("docs/guide/sweep.md")
    rows = dict(re.findall(r"^\| `(\w+)`[^|]*\| `(--[^`]+)` \|", page, re.MULTILINE))
    grouped = {name: preset.request for name, preset in PRESETS.items()}
    assert rows.keys() == grouped.keys()
    for name, wanted in grouped.items():
        given: dict[str, Any] = {
            str(parameter.name): None
            for parameter in command("sweep").params
            if parameter.expose_value
        } | {"preset": "quick"}
        for item in re.findall(r"--([a-z-]+) (\S+)", rows[name]):
            option = next(
                parameter
                for parameter in command("sweep").params
                if f"--{item[0]}" in parameter.opts
            )
            value = option.type.convert(item[1], option, None)
            given[str(option.name)] = (value,) if option.multiple else value
        several = ("consumers", "object_types", "sizes", "formats", "engines")
        given |= {name: given[name] or () for name in several} | {"seed": 0}
        assert replace(request_of(options_of(given)), preset=name) == wanted


def test_what_is_called_pure_loads_nothing_that_touches_the_world() -> None:
    (words,) = said(
        "bench-driver/README.md", r"reads or writes them\. ((?:`\w+`[,\s]*(?:and )?)+) are pure"
    )
    source = ROOT / "bench-driver" / "src" / "bench_driver"
    files = [
        file
        for name in re.findall(r"\w+", words.replace(" and ", " "))
        for file in (
            (source / name).glob("*.py") if (source / name).is_dir() else [source / f"{name}.py"]
        )
    ]
    modules = [".".join(file.relative_to(source.parent).with_suffix("").parts) for file in files]
    assert len(modules) > 10
    heavy = "{'sqlalchemy', 'httpx', 'altair', 'pydantic', 'rich', 'psycopg'}"
    code = f"import sys, {', '.join(modules)}; print(sorted({heavy} & set(sys.modules)))"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        == "[]\n"
    )
