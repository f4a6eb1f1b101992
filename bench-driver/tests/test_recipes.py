"""The recipes of docs/recipes: their commands are the driver's, and their files what others read."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from .packages import install
from .test_docs import called

RECIPES = Path(__file__).resolve().parents[2] / "docs" / "recipes"
_CALL = re.compile(r"(?:\$bench|/bench-driver) ((?:cluster )?[a-z]+)((?:.*\\\n)*.*)")


def commands() -> list[tuple[str, list[str]]]:
    """Each call of the driver with its long options."""
    texts = [file.read_text() for file in RECIPES.iterdir() if file.is_file()]
    found = [match.groups() for text in texts for match in _CALL.finditer(text)]
    words = [" ".join(one["command"][1:]) for one in containers()]
    found += [re.fullmatch(r"((?:cluster )?[a-z]+)(.*)", line).groups() for line in words]  # type: ignore[union-attr]
    return [(name, re.findall(r"--[a-z][a-z-]*", rest)) for name, rest in found]


def containers() -> list[dict[str, Any]]:
    """The containers of the Kubernetes base."""
    base = yaml.safe_load((RECIPES / "kubernetes" / "kustomization.yaml").read_text())
    files = [(RECIPES / "kubernetes" / name).read_text() for name in base["resources"]]
    objects = [one for text in files for one in yaml.safe_load_all(text)]
    specs = [one["spec"].get("jobTemplate", one)["spec"].get("template") for one in objects]
    return [one for spec in specs if spec for one in spec["spec"]["containers"]]


def test_recipes_call_the_driver_by_commands_and_options_that_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, "cluster")
    ours = {"cluster scheduler", "worker", "sweep"}
    calls = [call for call in commands() if call[0] in ours]
    assert {name for name, _ in calls} == ours
    for name, options in calls:
        _, command = called(None, name)
        assert command is not None
        known = {option for param in command.params for option in param.opts}
        assert set(options) <= known, name


def test_workers_of_kubernetes_have_cpus_of_their_own() -> None:
    (worker,) = [one for one in containers() if one["name"] == "worker"]
    resources = worker["resources"]
    assert resources["requests"] == resources["limits"]
    assert str(resources["limits"]["cpu"]).isdecimal()


def test_the_workflow_is_one_of_github() -> None:
    package = find_spec("check_jsonschema")
    if package is None or package.origin is None:
        pytest.skip("check-jsonschema carries the schema, and is not installed")
    file = Path(package.origin).parent / "builtin_schemas" / "vendor" / "github-workflows.json"
    workflow = yaml.safe_load((RECIPES / "actions.yml").read_text())
    workflow["on"] = workflow.pop(True)  # YAML 1.1 reads it so
    jsonschema.validate(workflow, json.loads(file.read_text()))
