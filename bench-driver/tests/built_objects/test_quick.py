"""Types of a user's own, built into both real servers by the profile `quick`: every engine reads
them, a sweep and a run measure them, no value of a sample is found anywhere, and once they are
removed nothing of them is left.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from bench_driver.servers import own_objects, state
from bench_driver.servers.specs import BENCH_RUST_BUILD
from bench_objects import images

from ..conftest import FREE, program
from ..test_object_builds import ROOT, everything, put
from . import planted

#: Two builds and a round, on a busy machine too.
pytestmark = pytest.mark.timeout(7200)


@dataclass
class Own:
    """A folder with types, and all that commands said of them."""

    folder: Path
    before: set[str]
    said: list[str] = field(default_factory=list)
    #: the same of commands that say figures, or ports
    figures: list[str] = field(default_factory=list)

    @property
    def objects(self) -> Path:
        """The folder of the types."""
        return self.folder / "objects"

    def bench(self, *words: str, code: int = 0, path: str = "") -> str:
        """What a command of the driver answers."""
        command = [sys.executable, "-m", "bench_driver", *words]
        env = {**os.environ, "BENCH_ROOT": str(ROOT), BENCH_RUST_BUILD: "quick"}
        env |= {"BENCH_STORE": str(self.folder / "results.sqlite"), "PATH": path or env["PATH"]}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        is_said = words[0] == "object" and "--images" not in words  # whose tag has digits
        (self.said if is_said else self.figures).extend([done.stdout, done.stderr])
        assert done.returncode == code, (words, done.stdout, done.stderr)
        return done.stdout

    def add(self, name: str, *, code: int = 0, path: str = "") -> str:
        """Adds the planted samples."""
        samples = self.folder.with_name("samples.jsonl")
        samples.write_text("\n".join(map(json.dumps, planted.SAMPLES)))
        words = ("object", "add", name, f"--from={samples}", "--yes", "--quick")
        return self.bench(*words, f"--objects={self.objects}", code=code, path=path)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Own:
    """A folder with three types, the last of planted samples, built."""
    (ROOT / ".run" / "logs").mkdir(parents=True, exist_ok=True)
    made = Own(tmp_path_factory.mktemp("own") / "own", {*everything().splitlines()})
    put(made.objects, "Purchase", "Order")
    # Lists of lists, which XML does not carry, under a name that code beside it has, too.
    put(made.objects, "Message", "Polygon")
    checked = made.add("Secret")
    assert "Purchase: Avro, BSON, CBOR, JSON, MessagePack, Protobuf, XML carry it" in checked
    assert "Message: Avro, BSON, CBOR, JSON, MessagePack, Protobuf carry it" in checked
    assert "not measured as XML" in checked
    assert "Secret: Avro, BSON, CBOR, JSON, MessagePack, Protobuf carry it" in checked
    return made


def test_a_sweep_measures_own_types(own: Own) -> None:
    swept = own.bench(
        *("sweep", f"--objects={own.objects}", *FREE, "--object-type=Purchase,Secret"),
        *("--checks=usual", "--rounds=1", "--groups=4", f"--out={own.folder / 'out'}"),
    )
    assert "Purchase" in swept and "Secret" in swept
    own.bench("report", "last", f"--out={own.folder / 'again'}")
    own.bench("object", "show", "Secret", f"--objects={own.objects}")
    assert "for checks alone" in own.bench("object", "list", f"--objects={own.objects}")


@pytest.fixture
def running(own: Own) -> Iterator[dict[str, str]]:
    """The origins of servers with the types; their logs are kept."""
    try:
        own.bench("servers", "up", f"--objects={own.objects}", *FREE)
        yield {entry.name: entry.url for entry in state.load(state.path(ROOT))}
    finally:
        own.bench("servers", "down")
        shutil.copytree(ROOT / ".run" / "logs", own.folder / "logs")


def test_servers_with_own_types_run_and_refuse(own: Own, running: dict[str, str]) -> None:
    for consumer in ("rust-server", "java-server"):
        asked = ("run", f"--consumer={consumer}", "--object-type=Secret", "--amount=300")
        assert "Secret" in own.bench(*asked)
        own.bench(*asked, "--format=XML", code=1)
        answer = httpx.get(f"{running[consumer]}/XMLObject/Secret")
        own.said.append(answer.text)
        assert answer.status_code == 404 and "XML cannot carry Secret" in answer.text
        body = httpx.get(f"{running[consumer]}/JSONObject/Secret").content
        broken = httpx.post(f"{running[consumer]}/decode/JSON/Secret", content=body[:-9])
        own.said.append(broken.text)
        assert broken.status_code == 422


def docker_says(*words: str) -> str:
    """What `docker` answers; nothing where there is none, or no engine."""
    if not (docker := shutil.which("docker")):
        return ""
    done = subprocess.run([docker, *words], capture_output=True, text=True, check=False)
    return "" if done.returncode else done.stdout


def test_containers_have_own_types(own: Own) -> None:
    if not docker_says("info"):
        pytest.skip("no Docker engine answers")
    said = own.bench("object", "build", "--quick", "--images", f"--objects={own.objects}")
    assert images.up(own.objects) in said
    named = {"COMPOSE_PROJECT_NAME": "testbed-own", "TESTBED_TAG": images.tag(own.objects)}

    def compose(*words: str) -> None:
        command = ["docker", "compose", *words]
        subprocess.run(command, cwd=ROOT, env={**os.environ, **named}, check=True)

    try:
        compose("up", "--wait", "--no-build", "rust-server", "java-server")
        of_xml = {"amount": 100, "variants": 100, "object_type": "Purchase", "object_format": "XML"}
        for port, provider, other in ((8081, 8082, "java"), (8080, 8083, "rust")):
            url = f"http://{other}-provider:{provider}"
            asked = {**of_xml, "provider_url": url, "server_type": other}
            answer = httpx.post(f"http://127.0.0.1:{port}/triggerReqs", json=asked, timeout=60)
            assert answer.json()["verified"] == 100, answer.text
    finally:
        compose("down", "--timeout", "5")


def test_a_build_that_fails_leaves_the_others(own: Own) -> None:
    tools = own.folder / "tools"
    source = own_objects.tree(own.objects) / "rust-server/rooms/objects/src/types/broken.rs"
    program(tools / "cargo", f"sh -c 'cat {source} >&2 && exit 101' cargo")
    own.add("Broken", code=78, path=f"{tools}:{os.environ['PATH']}")
    assert "pub struct Broken" in own.said[-1], "the compiler's words are shown"
    assert own_objects.names(own.objects) == ["Message", "Purchase", "Secret"]


def test_no_planted_value_is_found_anywhere(own: Own) -> None:
    others = [file for file in own.folder.iterdir() if file.name not in ("objects", "tools")]
    assert {file.name for file in others} >= {"results.sqlite", "out", "again", "logs"}
    assert planted.found(own.objects, ROOT, others, own.said, own.figures) == []
    named = [file for folder in others for file in planted._files(folder)
             if planted.FIELD.encode() in file.read_bytes()]  # fmt: skip
    assert named == [], "results name no field"


def test_nothing_is_left_of_what_is_removed(own: Own) -> None:
    for left in (["Purchase", "Secret"], ["Secret"], []):
        gone = next(name for name in own_objects.names(own.objects) if name not in left)
        own.bench("object", "remove", gone, f"--objects={own.objects}")
        assert own_objects.names(own.objects) == left
    assert not own.objects.exists()
    assert not docker_says("image", "ls", "--quiet", f"*/*:{images.tag(own.objects)}")
    # What servers and a sweep of any type leave in a clone where there was none before.
    assert {*everything().splitlines()} - {"!! .run/", "!! results/.sweeps/"} <= own.before
