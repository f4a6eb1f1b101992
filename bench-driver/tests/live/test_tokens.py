"""Tokens: both servers ask for theirs in the same words, send others to their origins alone, and tell
nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench_driver.errors import StackError
from bench_driver.servers.launch import Stack
from bench_lab.endure.stub import StubProvider

from ..fuzz.contract import contract
from .conftest import HTTP, said, trigger
from .facts import CONSUMERS, PROVIDERS_FOLDER, RUNTIMES
from .test_failures import GOOD

#: Each token has this in it.
SECRET = "S3cretS3cretS3cret"
ASKED, OTHER = f"{SECRET}-of-providers", f"{SECRET}-of-stub"
PROVIDERS = [f"{runtime}-provider" for runtime in RUNTIMES]
GOLDEN = (PROVIDERS_FOLDER / "golden" / "DummyObject.json").read_bytes()


@pytest.fixture(scope="module")
def asking() -> Iterator[Stack]:
    """A server of each runtime that asks for a token."""
    with Stack.start(PROVIDERS, ports="free", env={"AUTH_TOKEN": ASKED}) as stack:
        yield stack


@pytest.fixture(scope="module")
def consumers(
    asking: Stack, stub: StubProvider, unlisted: StubProvider, tmp_path_factory: Any
) -> Iterator[Stack]:
    """Those that send it, another to the stub, and none to a third provider."""
    origins = [server.url for server in asking.servers]
    file = tmp_path_factory.mktemp("tokens") / "tokens"
    lines = [*(f"{origin} {ASKED}" for origin in origins), f"{stub.url} {OTHER}"]
    file.write_text("\n".join(lines))
    with Stack.start(
        CONSUMERS,
        ports="free",
        allow=[*origins, stub.url, unlisted.url],
        env={"ORIGIN_TOKENS_FILE": str(file)},
    ) as stack:
        yield stack


def bearer(token: str = ASKED) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def answers(asking: Stack, ask: Any) -> list[Any]:
    """What each runtime's server answers."""
    return [ask(asking.url(name)) for name in PROVIDERS]


@pytest.mark.parametrize(
    "line",
    [
        "GET /engines",
        "GET /JSONObject/2",
        "GET /healthCheck",
        "POST /health_check",
        "GET /no/such/path",
        "GET /a%2fb",
        "DELETE /triggerReqs",
        "POST /ingests",
        "POST /ingests/0/frames",
    ],
)
def test_both_ask_for_their_token_in_the_same_words(asking: Stack, line: str) -> None:
    head = f"{line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300\r\n\r\n"
    first, second = answers(asking, lambda url: said(url, head))
    assert first == second
    assert (first[0], first[1]["code"]) == (401, "unauthorized")


def test_the_refusal_is_as_the_contract_says(asking: Stack) -> None:
    for answer in answers(asking, lambda url: HTTP.post(f"{url}/triggerReqs", json={})):
        assert answer.status_code == 401
        contract["/triggerReqs"]["POST"].validate_response(answer)
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ([("Authorization", f"Bearer {ASKED}")], 200),
        ([("authorization", f"bearer  {ASKED} ")], 200),
        ([("Authorization", f"Bearer {ASKED}x")], 401),
        ([("Authorization", f"Bearer {ASKED[:-1]}")], 401),
        ([("Authorization", f"Bearer {ASKED.lower()}")], 401),
        ([("Authorization", f"Bearer {OTHER}")], 401),
        ([("Authorization", f"Bearer\t{ASKED}")], 401),
        ([("Authorization", f"Bearer {ASKED}, Bearer {ASKED}")], 401),
        ([("Authorization", f"Basic {ASKED}")], 401),
        ([("Authorization", ASKED)], 401),
        ([("Authorization", "Bearer é")], 401),
        ([("Authorization", "")], 401),
        ([("Authorization", f"Bearer {ASKED}")] * 2, 401),
        ([("Authorization", "Basic x"), ("Authorization", f"Bearer {ASKED}")], 401),
        ([("Cookie", f"Authorization=Bearer {ASKED}")], 401),
    ],
)
def test_it_is_sent_once_and_whole(
    asking: Stack, fields: list[tuple[str, str]], status: int
) -> None:
    sent = "".join(f"{name}: {value}\r\n" for name, value in fields)
    head = f"GET /JSONObject/2 HTTP/1.1\r\nHost: localhost\r\n{sent}Connection: close\r\n\r\n"
    assert [one[0] for one in answers(asking, lambda url: said(url, head))] == [status] * 2


def test_health_is_told_without_it_and_another_page_is_told_nothing_of_it(asking: Stack) -> None:
    def status(url: str, path: str, field: str = "") -> int:
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{field}Connection: close\r\n\r\n"
        return said(url, head)[0]

    assert answers(asking, lambda url: status(url, "/health_check")) == [200, 200]
    foreign = "Sec-Fetch-Site: cross-site\r\n"
    assert answers(asking, lambda url: status(url, "/engines", foreign)) == [403, 403]


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_run_and_a_send_have_the_token_of_their_origin(
    asking: Stack, consumers: Stack, consumer: str, provider: str
) -> None:
    url, target = consumers.url(consumer), asking.url(provider)
    runtime = provider.partition("-")[0]
    for changes in ({}, {"source": "replay"}, {"concurrency": 2}):
        answer = trigger(url, target, server_type=runtime, **changes)
        assert answer.json().get("verified") == 10, answer.text
    for transfer in ("framed", "request", "connection"):
        body = {
            "amount": 3,
            "receiver_url": target,
            "object_format": "JSON",
            "server_type": runtime,
            "object_type": "DummyObject",
            "transfer": transfer,
        }
        answer = HTTP.post(f"{url}/triggerSends", json=body, timeout=60)
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_no_other_origin_is_sent_one(
    consumers: Stack, stub: StubProvider, unlisted: StubProvider, consumer: str
) -> None:
    for provider, sent in ((stub, 1), (unlisted, 0)):
        provider.reset(GOOD)
        answer = trigger(consumers.url(consumer), provider.url, amount=5)
        assert answer.json().get("verified") == 5, answer.text
        field = f"\r\nauthorization: bearer {OTHER}".lower()
        seen = [(head.count(SECRET), head.lower().count(field)) for head in provider.heads]
        assert seen == [(sent, sent)] * 5


@pytest.mark.parametrize("consumer", PROVIDERS)
def test_a_provider_that_asks_for_one_is_told_by_its_status(asking: Stack, consumer: str) -> None:
    """By servers that have no other than their own."""
    other = asking.url(next(name for name in PROVIDERS if name != consumer))
    problem = trigger(asking.url(consumer), other, headers=bearer()).json()
    assert (problem["code"], problem["provider_status"]) == ("provider_status", 401)


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize("value", ["S3cret", f"{SECRET} {SECRET}", f"{SECRET}\x7f", ""])
def test_one_that_cannot_be_used_ends_the_start_and_is_not_told(name: str, value: str) -> None:
    with pytest.raises(StackError, match="AUTH_TOKEN is no token; allowed is") as refused:
        Stack.start([name], ports="free", env={"AUTH_TOKEN": value}).stop()
    assert "S3cret" not in str(refused.value)


def test_none_is_in_an_answer_a_log_or_the_list_of_processes(
    asking: Stack, consumers: Stack
) -> None:
    """After all that is above, and a request that has it where nobody looks for it."""
    told = []
    for server in [*asking.servers, *consumers.servers]:
        for path in ("/engines", f"/{SECRET}", "/decode/JSON/2"):
            answer = httpx.post(f"{server.url}{path}", headers=bearer(), trust_env=False)
            told += [answer.text, str(answer.headers)]
        told.append(httpx.get(f"{server.url}/engines", headers=bearer(), trust_env=False).text)
        told.append(Path(f"/proc/{server.process.pid}/cmdline").read_text())
        told += [log.read_text() for log in server.log.parent.glob(f"{server.name}*")]
    assert [one for one in told if SECRET in one] == []
    assert len(told) > 8 * len(CONSUMERS)
