"""Every body of `providers/reject` and `providers/accept` gets one verdict from both servers, by
/decode and in a run, and costs them little.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from bench_driver.servers.launch import Stack
from bench_lab.endure.stub import StubProvider, answering, response

from ..fuzz.provided import carries
from ..fuzz.wire import Body, Pipe, ask, same
from .conftest import HTTP, trigger
from .facts import CONSUMERS, GUARDED, MEDIA_TYPES, PROVIDERS_FOLDER

MARK = "MARK-0f9a41c7"


@dataclass(frozen=True)
class Case:
    """A line of an index with its body."""

    file: str
    refused_by: str | None
    body: Body

    @property
    def expected(self) -> str:
        return self.refused_by or "reads it"


def cases(folder: str) -> list[Case]:
    """All of a folder, by its index."""
    found = []
    for line in (
        (PROVIDERS_FOLDER / folder / "index.jsonl").read_text(encoding="utf-8").splitlines()
    ):
        entry = json.loads(line)
        format_name, _, name = entry["file"].partition("/")
        data = (PROVIDERS_FOLDER / folder / entry["file"]).read_bytes()
        found.append(
            Case(
                entry["file"],
                entry.get("refused_by"),
                Body(format_name, name.partition(".")[0], data),
            )
        )
    return found


#: Types that have between them every kind of field and every presence.
WITH_CASES = {
    pair
    for pair in product(GUARDED, ["NumericObject", "DummyObject", "LogLine", "Order", "Polygon"])
    if carries(*pair)
}
FOLDERS = {folder: cases(folder) for folder in ("reject", "accept")}


@pytest.mark.parametrize("folder", FOLDERS)
def test_index_and_folder_are_the_same_and_cover_everything(folder: str) -> None:
    files = {
        str(path.relative_to(PROVIDERS_FOLDER / folder))
        for path in (PROVIDERS_FOLDER / folder).rglob("*")
        if path.is_file()
    }
    assert files == {"index.jsonl", *(case.file for case in FOLDERS[folder])}
    assert {(case.body.format, case.body.object_type) for case in FOLDERS[folder]} >= WITH_CASES
    assert len(FOLDERS["reject"]) >= 150
    assert len(FOLDERS["accept"]) >= 40


@pytest.mark.parametrize("format_name", GUARDED)
@pytest.mark.parametrize("folder", FOLDERS)
def test_both_servers_say_what_the_index_says(
    pipes: list[Pipe], folder: str, format_name: str
) -> None:
    asked = [case for case in FOLDERS[folder] if case.body.format == format_name]
    wrong = []
    for case, verdicts in zip(asked, ask(pipes, [case.body for case in asked]), strict=True):
        said = {pipe.name: verdict.who() for pipe, verdict in zip(pipes, verdicts, strict=True)}
        if set(said.values()) != {case.expected}:
            wrong.append(
                f"{case.file} should be: {case.expected}; {said}: {[verdict.detail()[:150] for verdict in verdicts]}"
            )
        elif not same(verdicts[0], verdicts[1]):
            wrong.append(
                f"{case.file} is read as different objects: {[verdict.answer[:300] for verdict in verdicts]}"
            )
    assert wrong == []


@pytest.mark.parametrize("format_name", GUARDED)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_run_says_the_same_and_echoes_nothing(
    urls: dict[str, str], stub: StubProvider, consumer: str, format_name: str
) -> None:
    """A sample, since each is a run of its own: every twelfth, whoever refuses it."""
    for case in [case for case in FOLDERS["reject"] if case.body.format == format_name][::12]:
        stub.reset(answering(response(case.body.data, MEDIA_TYPES[format_name])))
        answer = trigger(
            urls[consumer],
            stub.url,
            amount=3,
            object_format=format_name,
            object_type=case.body.object_type,
        )
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["refused_by"]) == (
            502,
            "deserialize_failed",
            case.refused_by,
        ), case.file
        assert (problem["completed"], problem["request"]) == (0, 0), case.file
        assert (problem["body_bytes"], problem["body_sha256"]) == (
            len(case.body.data),
            hashlib.sha256(case.body.data).hexdigest(),
        ), case.file


@pytest.mark.parametrize("format_name", GUARDED)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_what_can_be_read_but_is_another_object_fails_the_comparison(
    urls: dict[str, str], stub: StubProvider, consumer: str, format_name: str
) -> None:
    for case in [case for case in FOLDERS["accept"] if case.body.format == format_name][::8]:
        stub.reset(answering(response(case.body.data, MEDIA_TYPES[format_name])))
        problem = trigger(
            urls[consumer],
            stub.url,
            amount=3,
            object_format=format_name,
            object_type=case.body.object_type,
        ).json()
        assert (problem["code"], problem["refused_by"], problem["completed"]) == (
            "deserialize_failed",
            "comparison",
            0,
        ), case.file


#: Bodies whose libraries' messages would quote them.
ECHOES = {
    "JSON": [f'{{"{MARK}":1}}', f'{{"id":{MARK}}}', f'{{"id":"{MARK}","index":"{MARK}"}}', f'{{"id":["{MARK}"]}}', f'{{"id":"{MARK}","id":"{MARK}"}}'],
    "XML": [f"<{MARK}/>", f"<NumericObject><{MARK}/></NumericObject>", f"<NumericObject>{MARK}</NumericObject>", f"<NumericObject><index>{MARK}</index></NumericObject>", f"<NumericObject><id>&{MARK};</id></NumericObject>"],
    "BSON": [f"\x19\0\0\0\x10{MARK}\0\1\0\0\0\0", f"\x1f\0\0\0\x02id\0\x0e\0\0\0{MARK}\0\x10\0", f"\x1f\0\0\0\x02index\0\x0e\0\0\0{MARK}\0\0"],
}  # fmt: skip


@pytest.mark.parametrize("format_name", GUARDED)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_run_echoes_nothing_of_what_the_provider_sent(
    urls: dict[str, str], stub: StubProvider, consumer: str, format_name: str
) -> None:
    for text in ECHOES[format_name]:
        data = text.encode()
        if format_name == "BSON":
            data = len(data).to_bytes(4, "little") + data[4:]
        stub.reset(
            answering(response(data, MEDIA_TYPES[format_name], headers=f"X-Said: {MARK}\r\n"))
        )
        answer = trigger(
            urls[consumer],
            stub.url,
            amount=1,
            object_format=format_name,
            object_type="NumericObject",
        )
        assert answer.json()["code"] == "deserialize_failed"
        assert MARK not in answer.text, f"{text!r} is echoed in {answer.text}"
    for status in (f"404 {MARK}", f"302 {MARK}"):
        stub.reset(
            answering(
                response(
                    MARK.encode(),
                    f"text/{MARK}",
                    status=status,
                    headers=f"Location: http://{MARK}/\r\n",
                )
            )
        )
        assert MARK not in trigger(urls[consumer], stub.url, amount=1).text
    stub.reset(answering(response(b"{}", f"application/{MARK}")))
    assert MARK not in trigger(urls[consumer], stub.url, amount=1).text


@pytest.fixture(scope="module")
def roomy() -> Iterator[Stack]:
    """Servers whose cap on bodies lets pass what is far deeper than any stack."""
    with Stack.start(CONSUMERS, ports="free", env={"MAX_OBJECT_BYTES": str(4 << 20)}) as stack:
        yield stack


def deep(levels: int) -> dict[str, bytes]:
    """So many levels in each format; BSON's lengths come from outside in."""
    size = 5 + 8 * (levels - 1)
    bson = (
        b"".join((size - 8 * at).to_bytes(4, "little") + b"\x03a\0" for at in range(levels - 1))
        + b"\x05\0\0\0"
        + b"\0" * levels
    )
    xml = b"<NumericObject>" + b"<a>" * levels + b"</a>" * levels + b"</NumericObject>"
    return {"JSON": b"[" * levels + b"]" * levels, "XML": xml, "BSON": bson}


def memory(stack: Stack, name: str) -> int:
    """Resident bytes of a server."""
    status = Path(f"/proc/{stack.server(name).process.pid}/status").read_text()
    return (
        int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) << 10
    )


@pytest.mark.parametrize("format_name", GUARDED)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_100000_levels_are_refused_where_65_are(
    roomy: Stack, consumer: str, format_name: str
) -> None:
    with Pipe(consumer, roomy.url(consumer)) as pipe:
        shallow, nested = ask(
            [pipe],
            [
                Body(format_name, "NumericObject", deep(levels)[format_name])
                for levels in (65, 100_000)
            ],
        )
    for (verdict,) in (shallow, nested):
        assert verdict.who() == "guard", verdict.detail()
    assert shallow[0].detail() == nested[0].detail(), (
        "refused at the same place, so that what nests deeper costs no more"
    )


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_what_is_refused_takes_no_memory(roomy: Stack, consumer: str) -> None:
    """The bound is generous, since a JVM grows into its heap; an attack that works takes gigabytes,
    or the process.
    """
    bodies = [case.body for case in FOLDERS["reject"]]
    with Pipe(consumer, roomy.url(consumer)) as pipe:
        ask([pipe], bodies)
        before = memory(roomy, consumer)
        for _ in range(20):
            ask([pipe], bodies)
    assert memory(roomy, consumer) - before < 256 << 20
    assert HTTP.get(roomy.url(consumer) + "/health_check").status_code == 200
