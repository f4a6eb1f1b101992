"""The web page's server as a user starts it, in a process of its own, and a store for
it to show.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import yaml
from jsonschema import Draft202012Validator

from bench_driver.servers import state
from bench_driver.servers.specs import SERVERS
from bench_driver.store.opening import open_store
from bench_driver.system.processes import identify

from .conftest import running
from .grouped import NOW, sweep_of, times
from .stores import CELLS, OldPlan, add, add_grouped, measure
from .test_cores_facts import BESIDE, planned

SCHEMAS = yaml.safe_load(
    (Path(__file__).resolve().parents[2] / "docs" / "contract" / "page.yaml").read_text()
)["components"]["schemas"]
NO_OTAVA = {"BENCH_OTAVA": "/nowhere/python"}
WITH_HTTP = (*CELLS[:3], *(replace(cell, condition="http") for cell in CELLS[:3]))


def at(day: int) -> str:
    return (datetime.fromisoformat(NOW) + timedelta(days=day)).isoformat(timespec="milliseconds")


def many(file: Path) -> list[str]:
    """A store with a sweep by amounts, six nights in groups, one of all cores, and one that was
    only planned; the ids of the nights, the oldest first.
    """
    with open_store(str(file)) as store:
        measure(store, add(store, OldPlan(), planned_at=at(-9)).id)
        sweep_of(store, 3, times(1), planned_at=at(-8), over=BESIDE[-3:], held=planned(BESIDE[-3:]))
        add_grouped(store, 2, planned_at=at(-7))
        made = [
            sweep_of(
                store,
                6,
                times(day, factor=1.0 if day < 4 else 1.2),
                planned_at=at(day - 6),
                over=WITH_HTTP,
                held=planned(WITH_HTTP),
                failing=lambda turn: (
                    (turn.round, turn.group, turn.place, turn.cell) == (3, 1, 1, CELLS[0])
                ),
            ).id
            for day in range(1, 7)
        ]
    return made


def checkout(folder: Path, *, page: bool = True) -> Path:
    """A checkout in miniature, with a built page or without."""
    for mark in (
        "docs/contract/openapi.yaml",
        "bench-driver/pyproject.toml",
        *(["web-client/dist/index.html"] if page else []),
    ):
        folder.joinpath(mark).parent.mkdir(parents=True, exist_ok=True)
        folder.joinpath(mark).write_text(f"<title>{mark}</title>")
    return folder


def tell(root: Path, urls: dict[str, str]) -> None:
    """Writes down in a checkout where servers are, as `bench-driver servers up` does; this process
    stands for each of theirs.
    """
    me = identify(os.getpid())
    assert me
    known = {spec.name: spec for spec in SERVERS}
    entries = [
        state.Entry(name, known[name].runtime, known[name].role, url, me.pid, me.started, log="")
        for name, url in urls.items()
    ]
    state.change(state.path(root), add=entries)


def wrong(value: Any, schema: str) -> list[str]:
    """What an answer has that its schema does not allow."""
    held = Draft202012Validator(
        {"$ref": f"#/components/schemas/{schema}", "components": {"schemas": SCHEMAS}}
    )
    return [f"{error.json_path}: {error.message[:200]}" for error in held.iter_errors(value)]


@dataclass(frozen=True)
class Served:
    """A server that answers at a URL, until `end`."""

    url: str
    process: Any

    def get(
        self, path: str, method: str = "GET", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers in small letters, and body."""
        asked = Request(
            self.url + path,
            headers={name.replace("_", "-"): value for name, value in headers.items()},
            method=method,
        )
        try:
            with urlopen(asked, timeout=60) as answer:
                return (
                    answer.status,
                    {name.lower(): value for name, value in answer.headers.items()},
                    answer.read(),
                )
        except HTTPError as error:
            with error:
                return (
                    error.code,
                    {name.lower(): value for name, value in error.headers.items()},
                    error.read(),
                )

    def json(self, path: str) -> Any:
        return json.loads(self.get(path)[2])

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)


@contextmanager
def served(file: Path, *args: str, **env: str) -> Iterator[Served]:
    """`bench-driver serve` on a free port."""
    with running("serve", "--store", str(file), "--port", "0", *args, **env) as process:
        assert process.stdout is not None and process.stderr is not None
        line = process.stdout.readline().strip()
        assert line.startswith("http://"), process.stderr.read()
        yield Served(line.rstrip("/"), process)
