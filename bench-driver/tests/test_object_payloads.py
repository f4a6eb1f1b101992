"""Twenty payloads and schemas in the shapes of public documentation: which become object types with
every proposal taken, and which fields of the others have to be left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode

from .fuzz.provided import provided
from .packages import install
from .sampling_objects import NAME, check, read

PAYLOADS = Path(__file__).with_name("payloads")
#: Each with the fields that no format can carry as they are.
REFUSED: dict[str, Sequence[str]] = {
    "activity.json": ["items[].to", "items[].object"],
    "block.json": ["result.difficulty", "result.nonce"],
    "charge.json": [],
    "event.jsonl": [],
    "features.json": [],
    "forecast.json": [],
    "geometries.json": ["features[].geometry.coordinates[]", "features[].properties.prop1"],
    "issue.json": [],
    "observation.json": [],
    "package.json": [],
    "patient.json": [],
    "payments.yaml#/components/schemas/payment_intent": ["customer"],
    "person.jsonld.json": [],
    "petstore.yaml#/components/schemas/Pet": [],
    "pod.json": [],
    "product.schema.json": [],
    "search.json": [],
    "thread.schema.json": ["replies[].replies[]"],
    "timeline.json": [],
    "wiki.json": [],
}
#: What is an object type as it is.
UNCHANGED = ["patient.json", "person.jsonld.json"]


@pytest.fixture(autouse=True)
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch, "objects")
    monkeypatch.setenv("BENCH_OBJECTS", str(tmp_path))


def add(payload: str, *options: str) -> int:
    return main(["object", "add", NAME, "--from", str(PAYLOADS / payload), "--no-build", *options])


def test_each_payload_of_the_folder_is_listed() -> None:
    files = {payload.partition("#")[0] for payload in REFUSED}
    assert files == {file.name for file in PAYLOADS.iterdir()} and len(REFUSED) == 20


@pytest.mark.parametrize("payload", REFUSED)
def test_a_payload_becomes_a_type_or_names_the_fields_that_cannot(
    payload: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--yes"]
    if refused := REFUSED[payload]:
        assert add(payload, *options) == ExitCode.USAGE
        said = capsys.readouterr().err
        assert all(f"--field '{field}=omit'" in said or f"--field {field}=omit" in said
                   for field in refused)  # fmt: skip
        assert [*tmp_path.iterdir()] == [], "nothing is half written"
        options += [part for field in refused for part in ("--field", f"{field}=omit")]
    assert add(payload, *options) == ExitCode.OK
    schema, canonical = read(tmp_path)
    record = provided("schema.reader").object_type(schema, NAME).record
    check(schema, provided("alike").variants_alike(NAME, canonical, record, 40))


@pytest.mark.parametrize("payload", UNCHANGED)
def test_what_needs_no_conversion_stays_as_it_is(payload: str, tmp_path: Path) -> None:
    assert add(payload, "--as-is") == ExitCode.OK, "without --yes: nothing is to be confirmed"
    given = json.loads((PAYLOADS / payload).read_text())
    assert read(tmp_path)[1] == given or payload == "patient.json"
    assert set(read(tmp_path)[1]) == set(given)
