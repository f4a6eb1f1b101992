"""Whom a server answers to: the host that a request names, the page that it comes from, and a body
that is sent as it is.
"""

from __future__ import annotations

import gzip
import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from bench_driver.errors import StackError
from bench_driver.servers.launch import Stack

from .conftest import HTTP, request, said
from .facts import CODES, CONSUMERS, PROVIDERS_FOLDER

VECTORS = json.loads((PROVIDERS_FOLDER / "vectors" / "hosts.json").read_text(encoding="utf-8"))
PORT = VECTORS["port"]
#: A body that is announced, and never sent: who waits for it does not answer.
POST = "POST /triggerReqs HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 300\r\n"
CODE = {400: "invalid_request", 421: "misdirected", 403: "origin_not_allowed"}


@pytest.fixture(scope="module")
def listed() -> Any:
    """The consumers, which answer to the hosts of the vectors."""
    with Stack.start(
        CONSUMERS, ports="free", env={"ALLOWED_HOSTS": VECTORS["allowed_hosts"]}
    ) as stack:
        yield {server.name: server.url for server in stack.servers}


def here(url: str, text: str) -> str:
    """A vector's text, with the port of the server in the place of the vectors' own."""
    return text.replace(f":{PORT}", f":{urlsplit(url).port}")


@pytest.mark.parametrize(
    "path",
    [
        "GET /health_check",
        "GET /engines",
        "GET /no/such/path",
        "GET /JSONObject/2",
        "DELETE /triggerReqs",
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_path_is_for_the_servers_own_hosts(
    listed: dict[str, str], consumer: str, path: str
) -> None:
    url, wrong = listed[consumer], []
    for case in VECTORS["hosts"]:
        status, problem = said(
            url, f"{path} HTTP/1.1\r\nHost: {here(url, case['host'])}\r\nConnection: close\r\n\r\n"
        )
        passed = status not in CODE or (status == 400 and problem.get("field") != "Host")
        if passed != (case["status"] == 200) or (
            not passed and (status, problem["code"]) != (case["status"], CODE[case["status"]])
        ):
            wrong.append(
                f"{case['host']!r} ({case['why']}) should be {case['status']}: {status} {problem}"
            )
    assert wrong == []


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_none_and_two_are_no_host(listed: dict[str, str], consumer: str) -> None:
    for version, hosts in (
        ("1.1", ""),
        ("1.0", ""),
        ("1.1", "Host: localhost\r\nHost: localhost\r\n"),
        ("1.1", "Host: localhost\r\nHost: evil.example\r\n"),
    ):
        status, problem = said(
            listed[consumer],
            f"GET /health_check HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n",
        )
        # What is no HTTP/1.1 the library itself refuses in Rust, without a problem.
        assert (status, problem.get("code", "invalid_request")) == (400, "invalid_request"), hosts


@pytest.mark.parametrize(
    ("target", "host", "status"),
    [
        ("http://localhost", "localhost", 200),
        ("http://LOCALHOST", "localhost", 200),
        ("http://evil.example", "evil.example", 421),
        ("http://evil.example", "localhost", 400),
        ("http://localhost", "evil.example", 400),
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_target_in_absolute_form_counts_as_the_host(
    listed: dict[str, str], consumer: str, target: str, host: str, status: int
) -> None:
    assert (
        said(
            listed[consumer],
            f"GET {target}/health_check HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
        )[0]
        == status
    )


@pytest.mark.parametrize(
    "head",
    [
        POST,
        POST.replace("/triggerReqs", "/decode/JSON/2"),
        POST.replace("Content-Length: 300", "Transfer-Encoding: chunked"),
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_another_host_is_told_so_before_its_body_is_read(
    listed: dict[str, str], consumer: str, head: str
) -> None:
    status, problem = said(listed[consumer], f"{head}Host: evil.example\r\n\r\n")
    assert (status, problem["code"], problem["title"]) == (
        421,
        "misdirected",
        "Misdirected Request",
    )
    assert "evil.example" in problem["detail"]
    assert "ALLOWED_HOSTS" in problem["detail"]


@pytest.mark.parametrize("path", ["/triggerReqs", "/decode/JSON/2", "/no/such/path"])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_post_comes_from_no_page_but_the_servers_own(
    listed: dict[str, str], consumer: str, path: str
) -> None:
    url, wrong = listed[consumer], []
    for case in VECTORS["origins"]:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: {here(url, case['origin'])}\r\nContent-Length: 300\r\n"
        # What is let in has its body read, or is told that there is no such path; so it is given
        # one.
        sent = head + "Connection: close\r\n\r\n" + ("x" * 300 if case["status"] == 200 else "")
        status, problem = said(url, sent)
        if (problem["code"] == "origin_not_allowed", status == 403) != (case["status"] == 403,) * 2:
            wrong.append(
                f"{case['origin']!r} ({case['why']}) should be {case['status']}: {status} {problem}"
            )
    assert wrong == []


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_page_of_another_site_gets_nothing(listed: dict[str, str], consumer: str) -> None:
    url, wrong = listed[consumer], []
    for path in ("/engines", "/JSONObject/2", "/no/such/path"):
        for case in VECTORS["sites"]:
            head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: {case['site']}\r\n"
            status, problem = said(url, f"{head}Connection: close\r\n\r\n")
            if (status == 403, problem.get("code") == "origin_not_allowed") != (
                case["status"] == 403,
            ) * 2:
                wrong.append(f"{path}, {case['site']!r} ({case['why']}): {status} {problem}")
    assert wrong == []


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_two_origins_are_foreign_and_a_get_may_have_any(
    listed: dict[str, str], consumer: str
) -> None:
    own = f"Origin: {listed[consumer]}\r\n"
    assert said(listed[consumer], f"{POST}Host: localhost\r\n{own}{own}\r\n")[0] == 403
    assert (
        said(
            listed[consumer],
            "GET /health_check HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nConnection: close\r\n\r\n",
        )[0]
        == 200
    )


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "identity", "GZIP, identity", ""])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_coded_body_is_refused(urls: dict[str, str], consumer: str, coding: str) -> None:
    body = gzip.compress(json.dumps(request(urls["rust-provider"])).encode())
    for path in ("/triggerReqs", "/decode/JSON/2"):
        answer = HTTP.post(
            urls[consumer] + path,
            content=body,
            headers={"Content-Type": "application/json", "Content-Encoding": coding},
        )
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
        assert "Content-Encoding" in answer.json()["detail"]
        assert answer.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_list_that_cannot_be_used_ends_the_start(consumer: str) -> None:
    """Which lists cannot, both servers' own tests try."""
    unusable = VECTORS["unusable"][0]["allowed_hosts"]
    with pytest.raises(StackError, match="ALLOWED_HOSTS"):
        Stack.start([consumer], ports="free", env={"ALLOWED_HOSTS": unusable}).stop()


def test_the_codes_are_those_of_the_contract() -> None:
    assert set(CODE.values()) <= set(CODES)
