"""Bad requests: both servers say the same, and serve on."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from .facts import CODES, CONSUMERS

GOOD = {"amount": 10, "provider_url": "{provider}", "object_format": "JSON", "server_type": "rust", "object_type": "DummyObject"}


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != name}


#: what is sent (a dict is sent as JSON), and the field that the answer must name
INVALID: dict[str, tuple[Any, str | None]] = {
    **{f"{name} is missing": (without(name), name) for name in GOOD},
    **{f"{name} is null": ({**GOOD, name: None}, name) for name in [*GOOD, "warmup", "engine", "checkpoints", "source", "variants"]},
    "amount is text": ({**GOOD, "amount": "500"}, "amount"),
    "amount is 0": ({**GOOD, "amount": 0}, "amount"),
    "amount is -1": ({**GOOD, "amount": -1}, "amount"),
    "amount is a fraction": ({**GOOD, "amount": 500.7}, "amount"),
    "amount has an exponent": (json.dumps(GOOD).replace('"amount": 10', '"amount": 1e3'), "amount"),
    "amount is 10.0": ({**GOOD, "amount": 10.0}, "amount"),
    "amount is too large": ({**GOOD, "amount": 1_000_001}, "amount"),
    "amount is over 64 bits": ({**GOOD, "amount": 2**70}, "amount"),
    "amount is a list": ({**GOOD, "amount": [1]}, "amount"),
    "amount is a boolean": ({**GOOD, "amount": True}, "amount"),
    "format is unknown": ({**GOOD, "object_format": "YAML"}, "object_format"),
    "format is in lower case": ({**GOOD, "object_format": "json"}, "object_format"),
    "format is a number": ({**GOOD, "object_format": 0}, "object_format"),
    "server type is unknown": ({**GOOD, "server_type": "go"}, "server_type"),
    "object type is unknown": ({**GOOD, "object_type": "Other"}, "object_type"),
    "object type is a number": ({**GOOD, "object_type": 2}, "object_type"),
    "engine is unknown": ({**GOOD, "engine": "none-such"}, "engine"),
    "warmup is negative": ({**GOOD, "warmup": -1}, "warmup"),
    "concurrency is 0": ({**GOOD, "concurrency": 0}, "concurrency"),
    "concurrency is too large": ({**GOOD, "concurrency": 65}, "concurrency"),
    "variants is 0": ({**GOOD, "variants": 0}, "variants"),
    "variants is too large": ({**GOOD, "variants": 1025}, "variants"),
    "source is unknown": ({**GOOD, "source": "disk"}, "source"),
    "checkpoints do not ascend": ({**GOOD, "checkpoints": [5, 5]}, "checkpoints"),
    "checkpoints pass the amount": ({**GOOD, "checkpoints": [5, 11]}, "checkpoints"),
    "checkpoints hold text": ({**GOOD, "checkpoints": ["5"]}, "checkpoints"),
    "checkpoints are too many": ({**GOOD, "amount": 1000, "checkpoints": list(range(1, 258))}, "checkpoints"),
    "a field is unknown": ({**GOOD, "amonut": 10}, "amonut"),
    "a field is repeated": (json.dumps(GOOD)[:-1] + ', "amount": 20}', "amount"),
    "the url is no url": ({**GOOD, "provider_url": "localhost"}, "provider_url"),
    "the url has a path": ({**GOOD, "provider_url": "http://127.0.0.1:8083/x"}, "provider_url"),
    "the url has a user": ({**GOOD, "provider_url": "http://a@127.0.0.1:8083"}, "provider_url"),
    "the url has another scheme": ({**GOOD, "provider_url": "ftp://127.0.0.1:8083"}, "provider_url"),
    "the url has a query": ({**GOOD, "provider_url": "http://127.0.0.1:8083?x"}, "provider_url"),
    "the url has port 0": ({**GOOD, "provider_url": "http://127.0.0.1:0"}, "provider_url"),
    "the body is a list": (json.dumps(list(GOOD.values())), None),
    "the body is null": ("null", None),
    "the body is text": ('"amount"', None),
    "the body is no JSON": ("{", None),
    "the body is empty": ("", None),
    "the body has a second value": (json.dumps(GOOD) + "{}", None),
    "the body is not UTF-8": (json.dumps(GOOD).encode().replace(b"DummyObject", b"\xff"), None),
    "the body has a byte order mark": (b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), None),
    "the body nests deeply": ('{"amount":' + "[" * 1500 + "]" * 1500 + "}", None),
}


def send(url: str, provider: str, body: Any, content_type: str = "application/json") -> httpx.Response:
    text = json.dumps(body) if isinstance(body, dict) else body
    if isinstance(text, str):
        text = text.replace("{provider}", provider).replace("{beginning}", provider[:-1]).encode()
    return httpx.post(f"{url}/triggerReqs", content=text, headers={"Content-Type": content_type})


@pytest.mark.parametrize("case", INVALID)
def test_an_invalid_request_gets_the_same_answer_from_both(urls: dict[str, str], case: str) -> None:
    body, field = INVALID[case]
    problems = [send(urls[consumer], urls["rust-provider"], body) for consumer in CONSUMERS]
    for problem in problems:
        assert problem.status_code == 400, problem.text
        assert problem.headers["content-type"] == "application/problem+json"
        assert problem.json()["code"] == "invalid_request"
        if field:
            assert problem.json()["field"] == field
            assert field in problem.json()["detail"]
    first, second = (problem.json() for problem in problems)
    assert first.keys() == second.keys()


#: what is sent instead of the good request, and the status and code of the answer
OTHERS: dict[str, tuple[dict[str, Any], int, str]] = {
    "another content type": ({"content_type": "text/plain"}, 415, "unsupported_media_type"),
    "a body over its cap": ({"body": json.dumps(GOOD)[:-1] + " " * 4096 + "}"}, 413, "too_large"),
    "an origin off the list": ({"body": {**GOOD, "provider_url": "http://127.0.0.1:9"}}, 403, "provider_not_allowed"),
    "the beginning of a listed origin": ({"body": {**GOOD, "provider_url": "{beginning}"}}, 403, "provider_not_allowed"),
    "another name of a listed host": ({"body": {**GOOD, "provider_url": "http://localhost:80"}}, 403, "provider_not_allowed"),
}


@pytest.mark.parametrize("case", OTHERS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_refused_request_has_its_code(urls: dict[str, str], consumer: str, case: str) -> None:
    changes, status, code = OTHERS[case]
    problem = send(urls[consumer], urls["rust-provider"], **{"body": GOOD, **changes})
    assert (problem.status_code, problem.json()["code"]) == (status, code)
    assert code in CODES


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/", 404, "not_found"),
        ("GET", "/JSONObject/3", 404, "not_found"),
        ("GET", "/JSONObject/2/", 404, "not_found"),
        ("GET", "/YAMLObject/1", 404, "not_found"),
        ("GET", "/JSONObject/1?index=1024", 400, "invalid_request"),
        ("GET", "/JSONObject/1?index=-1", 400, "invalid_request"),
        ("GET", "/BSONObject/1?index=x", 400, "invalid_request"),
        ("GET", "/XMLObject/1?index=1.0", 400, "invalid_request"),
        ("GET", "/triggerReqs", 405, "method_not_allowed"),
        ("DELETE", "/JSONObject/1", 405, "method_not_allowed"),
        ("POST", "/health_check", 405, "method_not_allowed"),
        ("POST", "/decode/YAML/1", 404, "not_found"),
        ("POST", "/decode/JSON/3", 404, "not_found"),
    ],
)
@pytest.mark.parametrize("accept", ["*/*", "text/html", "application/xml"])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_usual_errors_are_problems_whatever_is_accepted(
    urls: dict[str, str], consumer: str, accept: str, method: str, path: str, status: int, code: str
) -> None:
    answer = httpx.request(method, urls[consumer] + path, headers={"Accept": accept})
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert answer.json()["code"] == code
    assert answer.json()["status"] == status
    assert ("allow" in answer.headers) == (status == 405)
