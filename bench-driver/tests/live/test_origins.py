"""`provider_url`: one verdict from both servers on every spelling, and no connection to what is not
on the list, by no detour.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import httpx
import pytest

from bench_driver.servers.launch import Stack
from bench_lab.endure.stub import StubProvider, answering, response

from .conftest import request, trigger
from .facts import CONSUMERS, MEDIA_TYPES, PROVIDERS_FOLDER
from .test_failures import GOOD
from .test_runs import PATIENCE_S, held

VECTORS = json.loads((PROVIDERS_FOLDER / "vectors" / "urls.json").read_text(encoding="utf-8"))
#: What a server says to a URL while a run is in progress: an allowed one gets as far as the lock,
#: and no further.
ANSWERS = {
    "allowed": (409, "busy"),
    "provider_not_allowed": (403, "provider_not_allowed"),
    "invalid_request": (400, "invalid_request"),
}


def start(stub: StubProvider, **env: str) -> Stack:
    """A pair of consumers whose allow-list is that of the vectors, and the stub."""
    # A run that is held must outlive the test that holds it, however slow the machine is.
    patient = {"READ_TIMEOUT_MS": "120000", "RUN_TIMEOUT_BASE_MS": "120000"}
    return Stack.start(
        CONSUMERS, ports="free", allow=[*VECTORS["allowlist"], stub.url], env={**patient, **env}
    )


@pytest.fixture(scope="module")
def listed(stub: StubProvider) -> Iterator[Stack]:
    with start(stub) as stack:
        yield stack


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_url_gets_its_verdict(listed: Stack, stub: StubProvider, consumer: str) -> None:
    """Asked while a run holds the lock, so that no allowed URL is resolved or connected to."""
    started, go = threading.Event(), threading.Event()
    held(stub, started, go)
    url = listed.url(consumer)
    run = threading.Thread(target=lambda: trigger(url, stub.url, amount=2))
    run.start()
    wrong = []
    try:
        assert started.wait(PATIENCE_S)
        with httpx.Client(base_url=url, timeout=30) as client:
            for case in VECTORS["cases"]:
                answer = client.post("/triggerReqs", json=request(case["provider_url"]))
                said = (answer.status_code, answer.json()["code"])
                if said != ANSWERS[case["verdict"]]:
                    wrong.append(
                        f"{case['provider_url']!r} ({case['why']}) should be {case['verdict']}: {said}"
                    )
                elif said[0] == 400 and answer.json()["field"] != "provider_url":
                    wrong.append(f"{case['provider_url']!r}: the field is {answer.json()['field']}")
    finally:
        go.set()
        run.join()
    assert wrong == []


#: Ways to say one thing to whoever checks and another to whoever connects; `{good}` is on the list,
#: `{bad}` is counted.
DETOURS = [
    "http://127.0.0.1:{bad}",
    "http://localhost:{bad}",
    "http://127.1:{bad}",
    "http://2130706433:{bad}",
    "http://0x7f000001:{bad}",
    "http://0177.0.0.1:{bad}",
    "http://0:{bad}",
    "http://[::ffff:127.0.0.1]:{bad}",
    "http://127.0.0.1:{good}@127.0.0.1:{bad}",
    "http://127.0.0.1:{good}@127.0.0.1:{bad}/",
    "http://127.0.0.1:{good}\\@127.0.0.1:{bad}",
    "http://127.0.0.1:{bad}\\@127.0.0.1:{good}",
    "http://127.0.0.1:{good}#@127.0.0.1:{bad}",
    "http://127.0.0.1:{bad}#@127.0.0.1:{good}",
    "http://127.0.0.1:{bad}?@127.0.0.1:{good}",
    "http://127.0.0.1:{bad}/@127.0.0.1:{good}",
    "http://127.0.0.1:{good}:{bad}",
    "http://127.0.0.1:{bad}:{good}",
    "http://127.0.0.1:{good},http://127.0.0.1:{bad}",
    "http://127.0.0.1:{good}\r\nHost: 127.0.0.1:{bad}",
    "http://127.0.0.1:{good}/../../127.0.0.1:{bad}",
    "//127.0.0.1:{bad}",
    "127.0.0.1:{bad}",
    "HTTP://127.0.0.1:{bad}",
    "https://127.0.0.1:{bad}",
    "http://127.0.0.1:0{bad}",
    "http://127.0.0.1.:{bad}",
]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_no_spelling_leads_to_a_provider_that_is_not_listed(
    urls: dict[str, str], stub: StubProvider, unlisted: StubProvider, consumer: str
) -> None:
    stub.reset(GOOD)
    unlisted.reset(GOOD)
    good, bad = (provider.url.rpartition(":")[2] for provider in (stub, unlisted))
    for spelling in DETOURS:
        answer = trigger(urls[consumer], spelling.format(good=good, bad=bad), amount=1)
        assert answer.status_code in (400, 403), (spelling, answer.text)
    assert unlisted.connections == 0
    assert stub.connections == 0


@pytest.mark.parametrize(
    "status",
    [
        "301 Moved Permanently",
        "302 Found",
        "303 See Other",
        "307 Temporary Redirect",
        "308 Permanent Redirect",
        "300 Multiple Choices",
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_redirect_leads_nowhere(
    urls: dict[str, str], stub: StubProvider, unlisted: StubProvider, consumer: str, status: str
) -> None:
    unlisted.reset(GOOD)
    for where in (
        unlisted.url,
        f"{unlisted.url}/JSONObject/DummyObject",
        unlisted.url.removeprefix("http:"),
        stub.url,
    ):
        headers = f"Location: {where}\r\nRefresh: 0; url={where}\r\nContent-Location: {where}\r\nAlt-Svc: h2={where!r}\r\n"
        stub.reset(answering(response(b"", MEDIA_TYPES["JSON"], status=status, headers=headers)))
        problem = trigger(urls[consumer], stub.url, amount=3).json()
        assert (problem["code"], problem["provider_status"], problem["completed"]) == (
            "provider_status",
            int(status[:3]),
            0,
        )
        assert stub.requests == 1, "also not to where it came from"
    assert unlisted.connections == 0


def test_no_proxy_of_the_environment_is_asked(stub: StubProvider, unlisted: StubProvider) -> None:
    unlisted.reset(GOOD)
    port = unlisted.url.rpartition(":")[2]
    names = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")
    java = f"-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort={port} -Dhttp.nonProxyHosts= -DsocksProxyHost=127.0.0.1 -DsocksProxyPort={port} -Djava.net.useSystemProxies=true"
    with start(
        stub, **dict.fromkeys(names, unlisted.url), NO_PROXY="", no_proxy="", JAVA_TOOL_OPTIONS=java
    ) as stack:
        for consumer in CONSUMERS:
            for source in ("http", "replay"):
                stub.reset(GOOD)
                answer = trigger(stack.url(consumer), stub.url, amount=5, source=source)
                assert answer.json().get("verified") == 5, answer.text
                assert stub.connections == 1
    assert unlisted.connections == 0
