"""Object types of a user's own: what is built of them, what a failure leaves, and how sweeps take
and tell of it. Nothing is compiled here: `make test-objects` does that.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench_driver.analysis.gather import gather
from bench_driver.cli import main
from bench_driver.errors import Busy, ExitCode, SetupError, UsageError
from bench_driver.servers import own_objects
from bench_driver.store import read
from bench_driver.store.opening import read_store
from bench_driver.system.repository import find_root
from bench_objects import build, kept, tree
from bench_objects.answered import so_far

from .conftest import FREE, MINIATURES, program
from .packages import install

ROOT = find_root()
OBJECTS = ROOT / "providers" / "objects"


def put(folder: Path, name: str, of: str) -> None:
    """A type of one's own, which is a published one under another name."""
    (folder / name).mkdir(parents=True)
    schema = json.loads((OBJECTS / f"{of}.schema.json").read_text()) | {"title": name}
    (folder / name / f"{name}.schema.json").write_text(json.dumps(schema))
    shutil.copy(OBJECTS / f"{of}.json", folder / name / f"{name}.json")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two types, one of which has variants of its own, and its copy of the sources."""
    folder = tmp_path_factory.mktemp("own") / "objects"
    put(folder, "Purchase", "Order")
    put(folder, "Event", "LogLine")
    put(folder, "Shopper", "PersonName")
    lines = [f'{{"firstname":"a{index}","lastname":"b"}}' for index in range(1024)]
    (folder / "Shopper" / "Shopper.json").write_text(lines[0])
    (folder / "Shopper" / "Shopper.variants.jsonl").write_text("\n".join(lines) + "\n")
    before = everything()
    tree.update(folder, ROOT)
    assert everything() == before, "the checkout is as it was"
    return folder


@pytest.fixture
def objects(made: Path, tmp_path: Path) -> Path:
    """The same, for a test of its own."""
    return Path(shutil.copytree(made, tmp_path / "objects"))


def everything() -> str:
    """What git says of the checkout, ignored files too."""
    command = ["git", "-C", str(ROOT), "status", "--ignored", "--porcelain"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_a_copy_has_the_users_types_and_the_numbered_ones_in_every_language(made: Path) -> None:
    copy = own_objects.tree(made)
    types = copy / "rust-server/rooms/objects/src/types"
    assert {file.stem for file in types.iterdir()} == {
        "mod", "numeric_object", "dummy_object", "event", "purchase", "shopper",
    }  # fmt: skip
    messages = copy / "rust-server/rooms/engines/src/prost/messages"
    assert {file.name for file in messages.iterdir()} == {file.name for file in types.iterdir()}
    assert messages_of(copy) == {"DummyObject", "NumericObject", "Event", "Purchase", "Shopper"}
    schemas = (copy / "providers" / "objects").glob("*.avsc")
    assert {file.stem for file in schemas} == messages_of(copy)
    registry = (copy / "java-server/src/main/java/testbed/objects/Registry.java").read_text()
    assert "Purchase::build" in registry and "Order" not in registry
    goldens = copy / "providers" / "golden"
    for ending in ("json", "protobuf", "messagepack", "cbor", "avro"):
        order = (ROOT / f"providers/golden/Order.{ending}").read_bytes()
        assert (goldens / f"Purchase.{ending}").read_bytes() == order
    assert len((goldens / "Purchase.protobuf.sha256").read_text().splitlines()) == 1024
    lines = (made / "Shopper/Shopper.variants.jsonl").read_bytes().splitlines()
    digests = [
        line.split()[0] for line in (goldens / "Shopper.json.sha256").read_text().splitlines()
    ]
    assert digests == [hashlib.sha256(line).hexdigest() for line in lines]
    assert (copy / "providers/objects/Shopper.variants.jsonl").is_file()


def messages_of(copy: Path) -> set[str]:
    """The types that the Java server's list of messages names, each of which has its file."""
    folder = copy / "java-server/src/main/java/testbed/engines/protobufjava"
    names = set(re.findall(r"new (\w+)Message\(", (folder / "AllMessages.java").read_text()))
    assert names == {file.stem.removesuffix("Message") for file in folder.glob("?*Message.java")}
    return names


def test_a_type_that_protobuf_carries_no_more_loses_its_bytes_and_messages(objects: Path) -> None:
    file, copy = objects / "Event" / "Event.schema.json", own_objects.tree(objects)
    goldens = copy / "providers" / "golden"
    assert (goldens / "Event.protobuf").is_file()
    schema = json.loads(file.read_text())
    schema["required"].remove("labels")
    file.write_text(json.dumps(schema))
    tree.update(objects, ROOT)
    assert (goldens / "Event.json").is_file() and not [*goldens.glob("Event.protobuf*")]
    assert messages_of(copy) == {"DummyObject", "NumericObject", "Purchase", "Shopper"}


def test_what_did_not_change_keeps_its_time_so_that_it_is_not_built_again(objects: Path) -> None:
    def times() -> dict[Path, int]:
        return {file: file.stat().st_mtime_ns for file in objects.rglob("*") if file.is_file()}

    before = times()
    tree.trim(objects)
    assert times() == before


def test_a_name_or_number_of_the_testbeds_own_is_refused(objects: Path) -> None:
    put(objects, "DummyObject", "DummyObject")
    with pytest.raises(UsageError, match="DummyObject cannot be built"):
        tree.trim(objects)


def test_what_two_lists_of_files_name_is_removed_once(objects: Path) -> None:
    put(objects, "TinyObject", "LogLine")
    tree.update(objects, ROOT)
    assert [*own_objects.tree(objects).rglob("TinyObjectMessage.java")]
    shutil.rmtree(objects / "TinyObject")
    tree.trim(objects)
    assert not [*own_objects.tree(objects).rglob("TinyObject*")]


CARGO = """#!/bin/sh
echo "error[E0412]: cannot find type" >&2
echo "  --> {file}:{line}:9" >&2
exit 101
"""


@pytest.mark.parametrize("folder", ["objects/src/types", "engines/src/prost/messages"])
def test_a_build_that_fails_names_the_field_and_leaves_what_was_there(
    folder: str,
    objects: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy = own_objects.tree(objects)
    file = f"rooms/{folder}/purchase.rs"
    source = copy / "rust-server" / file
    line = next(
        number
        for number, text in enumerate(source.read_text().splitlines(), 1)
        if "placed_at" in text
    )
    tools, before = tmp_path / "tools", own_objects.programs(objects)
    program(tools / "mvn", "true")
    program(tools / "cargo", "true")
    (tools / "cargo").write_text(CARGO.format(file=file, line=line))
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    monkeypatch.setattr(tree, "update", lambda *_: None)
    before.mkdir()
    (before / "program").write_text("before")
    with pytest.raises(SetupError, match="cannot be built: Purchase, field placedAt"):
        build.build(objects, "Purchase", ROOT)
    assert "cannot find type" in capsys.readouterr().err
    assert (before / "program").read_text() == "before"
    assert own_objects.names(objects) == ["Event", "Shopper"] and not source.exists()


@pytest.fixture
def built(checkout: Path, tmp_path: Path) -> Path:
    """A folder with a type whose servers are miniatures; the checkout has none."""
    folder = tmp_path / "mine"
    put(folder, "Purchase", "Order")
    programs = own_objects.programs(folder)
    for name in ("rust-server/target/release", "java-server/target"):
        (programs / name).mkdir(parents=True)
        shutil.rmtree(checkout / name)
    (programs / "java-server/target/java-server.jar").touch()
    rust = programs / "rust-server/target/release/rust-server"
    program(rust, f"'{sys.executable}' '{MINIATURES}' rust")
    made_of = own_objects.made_of(folder, checkout)
    (programs / own_objects.MADE_OF).write_text(json.dumps(made_of))
    return folder


def test_a_sweep_starts_those_builds_and_tells_of_them_without_their_place(
    built: Path, checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep = [
        *("sweep", f"--objects={built}", *FREE, "--checks=usual", "--rounds=1", "--groups=4"),
        *("--object-type=DummyObject", "--format=JSON"),
    ]
    monkeypatch.setattr(sys, "argv", ["bench-driver", *sweep])
    assert main(sweep) == ExitCode.OK, capsys.readouterr().err
    with read_store(str(checkout / "results/results.sqlite")) as store:
        (kept,) = read.sweeps(store)
        said = so_far("Purchase", gather(store, kept).first_rows)
    assert "no verdict: as JSON rust-server is 2.00" in said and "as fast as java-server" in said
    assert kept.about["objects"] == own_objects.about(built)
    assert "--objects=DIR" in kept.about["command"] and str(built) not in json.dumps(kept.about)
    (summary,) = checkout.glob("results/*/summary.md")
    assert "1 object type from outside the repository" in summary.read_text()
    shown = capsys.readouterr().out
    assert "bench-driver sweep --objects DIR --object-type DummyObject" in shown

    (built / "Purchase" / "Purchase.json").write_text("{}")
    assert main(sweep) == ExitCode.CONFIG
    assert "the types have changed since they were built" in capsys.readouterr().err
    assert len([*checkout.glob("results/2*")]) == 1, "what never began leaves no folder"


def test_a_type_that_was_never_built_takes_no_build_along(
    built: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, "objects")
    where, root = f"--objects={built}", f"--root={ROOT}"
    made_of = own_objects.programs(built) / own_objects.MADE_OF
    made_of.write_text(json.dumps(own_objects.made_of(built, ROOT)))
    shown = object_(capsys, "show", "Purchase", where, root)
    assert f"bench-driver sweep --objects {built} --object-type Purchase" in shown
    assert "docker compose" not in shown
    (images := built / ".build" / "images").touch()
    assert "docker compose up" in object_(capsys, "show", "Purchase", where, root)
    os.utime(images, (0, 0))
    assert "docker compose" not in object_(capsys, "show", "Purchase", where, root), "of others"
    images.unlink()
    put(built, "Extra", "LogLine")
    assert "the servers with the others stay" in object_(capsys, "remove", "Extra", where)
    assert "built, to be measured" in object_(capsys, "list", where, root)


def test_types_that_were_checked_are_not_checked_again_for_one_more(
    built: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[list[str]] = []
    monkeypatch.setattr(build, "servers", lambda _, __, names, **___: checked.append(names))
    put(built, "Extra", "LogLine")
    build.build(built, "Extra", checkout, quick=True)
    (built / "Purchase" / "Purchase.json").write_text("{}")
    build.build(built, "Extra", checkout, quick=True)
    assert checked == [["Extra"], ["Extra", "Purchase"]]


def test_a_build_for_checks_leaves_one_of_the_same_that_can_be_measured(built: Path) -> None:
    copy, programs = own_objects.tree(built), own_objects.programs(built)
    for name in ("rust-server/target/quick/rust-server", "java-server/target/java-server.jar"):
        (copy / name).parent.mkdir(parents=True)
        (copy / name).touch()
    measured = programs / "rust-server/target/release/rust-server"
    build._publish(built, ["quick"], own_objects.built_of(built))
    assert measured.is_file() and (programs / "rust-server/target/quick/rust-server").is_file()
    build._publish(built, ["quick"], {"types": "others"})
    assert not measured.exists()


def object_(capsys: pytest.CaptureFixture[str], *words: Any) -> str:
    """What `bench-driver object` answers."""
    assert main(["object", *map(str, words)]) == ExitCode.OK
    return capsys.readouterr().out


def test_types_are_listed_shown_and_removed_with_all_that_was_built(
    objects: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "objects")
    where = f"--objects={objects}"
    listed = object_(capsys, "list", where)
    assert "Avro, BSON, CBOR, JSON, MessagePack, Protobuf, XML" in listed
    assert "from your samples" in listed and "no build" in listed
    assert '"placedAt"' in object_(capsys, "show", "Purchase", where)
    assert main(["object", "remove", "Order", where]) == ExitCode.USAGE
    capsys.readouterr()

    with kept.alone(objects):
        assert "a build is running" in object_(capsys, "list", where)
        extra = ["add", "Extra", f"--from={OBJECTS / 'Order.json'}", "--yes", "--no-build"]
        for command in (["remove", "Purchase"], ["build", "--quick"], extra):
            assert main(["object", *command, where]) == ExitCode.FAILED
            assert "another command builds the servers" in capsys.readouterr().err
        with pytest.raises(Busy):
            build.build(objects, "Purchase", ROOT)
    assert own_objects.names(objects) == ["Event", "Purchase", "Shopper"]

    compiled = own_objects.tree(objects) / "rust-server/target/quick/deps/libtestbed_objects-1.rlib"
    compiled.parent.mkdir(parents=True)
    compiled.touch()
    (library := compiled.with_name("libserde-1.rlib")).touch()
    assert "build for the other 2" in object_(capsys, "remove", "Purchase", where)
    assert library.is_file() and not compiled.exists()
    assert [file for file in objects.rglob("*") if "urchase" in file.name] == []
    object_(capsys, "remove", "Event", where)
    assert "Shopper is removed" in object_(capsys, "remove", "Shopper", where)
    assert not objects.exists()
