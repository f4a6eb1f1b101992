"""Bad requests: both servers say the same, and serve on."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import httpx
import pytest

from .conftest import HTTP
from .facts import CODES, CONSUMERS

GOOD = {
    "amount": 10,
    "provider_url": "{provider}",
    "object_format": "JSON",
    "server_type": "rust",
    "object_type": "DummyObject",
}


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != name}


def plus(member: str) -> str:
    """The good request with a member more."""
    return f"{json.dumps(GOOD)[:-1]}, {member}}}"


def amount(spelling: str) -> str:
    """The good request with its amount spelled so."""
    return json.dumps(GOOD).replace('"amount": 10', f'"amount": {spelling}')


#: what is sent (a dict is sent as JSON), and the field that the answer must name
INVALID: dict[str, tuple[Any, str | None]] = {
    **{f"{name} is missing": (without(name), name) for name in GOOD},
    **{
        f"{name} is null": ({**GOOD, name: None}, name)
        for name in [
            *GOOD,
            "warmup",
            "engine",
            "checkpoints",
            "source",
            "variants",
            "threads",
            "size",
        ]
    },
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
    "size is unknown": ({**GOOD, "object_type": "Order", "size": "2KiB"}, "size"),
    "size is a number": ({**GOOD, "object_type": "Order", "size": 1024}, "size"),
    "the type has no sizes": ({**GOOD, "size": "1KiB"}, "size"),
    "size and format are both wrong": (
        {**GOOD, "object_type": "LogLine", "object_format": "XML", "size": "1KiB"},
        "size",
    ),
    "variants are more than the size has": (
        {**GOOD, "object_type": "Order", "size": "256KiB", "variants": 33},
        "variants",
    ),
    "source is unknown": ({**GOOD, "source": "disk"}, "source"),
    "checkpoints do not ascend": ({**GOOD, "checkpoints": [5, 5]}, "checkpoints"),
    "checkpoints pass the amount": ({**GOOD, "checkpoints": [5, 11]}, "checkpoints"),
    "checkpoints hold text": ({**GOOD, "checkpoints": ["5"]}, "checkpoints"),
    "checkpoints are too many": (
        {**GOOD, "amount": 1000, "checkpoints": list(range(1, 258))},
        "checkpoints",
    ),
    "a field is unknown": ({**GOOD, "amonut": 10}, "amonut"),
    "a field is repeated": (json.dumps(GOOD)[:-1] + ', "amount": 20}', "amount"),
    "the url is no url": ({**GOOD, "provider_url": "localhost"}, "provider_url"),
    "the url has a path": ({**GOOD, "provider_url": "http://127.0.0.1:8083/x"}, "provider_url"),
    "the url has a user": ({**GOOD, "provider_url": "http://a@127.0.0.1:8083"}, "provider_url"),
    "the url has another scheme": (
        {**GOOD, "provider_url": "ftp://127.0.0.1:8083"},
        "provider_url",
    ),
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
    "amount nests 64 levels": (amount("[" * 63 + "]" * 63), "amount"),
    "an unknown field nests 64 levels": (plus('"x":' + "[" * 63 + "]" * 63), "x"),
    "amount nests 200 levels": (amount("[" * 199 + "]" * 199), None),
    "an unknown field nests 200 levels": (plus('"x":' + "[" * 199 + "]" * 199), None),
    "the body is white space": (" \n", None),
    "the body is a number": ("5", None),
    "the body is a boolean": ("true", None),
    "the object is in a list": (f"[{json.dumps(GOOD)}]", None),
    "the body has a comma at its end": (json.dumps(GOOD)[:-1] + ",}", None),
    "the body has a comma behind it": (json.dumps(GOOD) + ",", None),
    "the body has a comment": (json.dumps(GOOD)[:-1] + "/*x*/}", None),
    "the body has single quotes": (json.dumps(GOOD).replace('"', "'"), None),
    "the body has names without quotes": (json.dumps(GOOD).replace('"amount"', "amount"), None),
    "the body is not UTF-8 in an unknown field": (plus('"x":"').encode()[:-1] + b'\xff"}', None),
    "the body is UTF-16": (json.dumps(GOOD).encode("utf-16"), None),
    "the body is UTF-16 without a mark": (json.dumps(GOOD).encode("utf-16-le"), None),
    "the body is UTF-32": (json.dumps(GOOD).encode("utf-32-be"), None),
    "the body has a NUL behind it": (json.dumps(GOOD) + "\0", None),
    "the body has a control character in a text": (
        json.dumps(GOOD).replace("JSON", "JS\x01ON"),
        None,
    ),
    "the body has a line feed in a text": (json.dumps(GOOD).replace("JSON", "JS\nON"), None),
    "the body has a no-break space between tokens": (
        json.dumps(GOOD).replace(", ", ",\u00a0", 1),
        None,
    ),
    "the body is cut": (json.dumps(GOOD)[:-1], None),
    "a text has half a surrogate pair": (json.dumps(GOOD).replace("JSON", "\\ud800"), None),
    "a text has an unknown escape": (json.dumps(GOOD).replace("JSON", "\\x41"), None),
    "amount has a leading zero": (amount("010"), None),
    "amount has a plus sign": (amount("+10"), None),
    "amount is hexadecimal": (amount("0x10"), None),
    "amount is NaN": (amount("NaN"), None),
    "amount is infinite": (amount("1e999"), None),
    "amount is minus zero": (amount("-0"), "amount"),
    **{
        f"{name} is minus zero": (plus(f'"{name}": -0'), name)
        for name in ("warmup", "concurrency", "variants", "block", "threads")
    },
    "a checkpoint is minus zero": (plus('"checkpoints": [-0, 5]'), "checkpoints"),
    "amount has 65 digits": (amount("1" * 65), "amount"),
    "amount has 64 digits": (amount("1" * 64), "amount"),
    "amount has a fraction of zero": (amount("10.0"), "amount"),
    "amount has an exponent of zero": (amount("10e0"), "amount"),
    "amount is -0.0": (amount("-0.0"), "amount"),
    "amount is 2^31": (amount("2147483648"), "amount"),
    "amount is 2^32 + 10": (amount("4294967306"), "amount"),
    "amount is 2^64 + 10": (amount("18446744073709551626"), "amount"),
    "amount is an object": ({**GOOD, "amount": {"value": 10}}, "amount"),
    "amount is an empty text": ({**GOOD, "amount": ""}, "amount"),
    "a field is repeated with the same value": (plus('"amount": 10'), "amount"),
    "a field is repeated with an escape in its name": (plus('"\\u0061mount": 10'), "amount"),
    "an unknown field is null": (plus('"x": null'), "x"),
    "an unknown field has an empty name": (plus('"": 1'), ""),
    "a field is in capitals": (plus('"Amount": 10'), "Amount"),
    "a field has a space": (plus('"amount ": 10'), "amount "),
    "a field has a letter of another alphabet": (plus('"\u0430mount": 10'), "\u0430mount"),
    "an engine is empty": ({**GOOD, "engine": ""}, "engine"),
    "an engine is a list": ({**GOOD, "engine": ["serde_json"]}, "engine"),
    "a source is a boolean": ({**GOOD, "source": True}, "source"),
    "checkpoints are a number": ({**GOOD, "checkpoints": 5}, "checkpoints"),
    "checkpoints are an object": ({**GOOD, "checkpoints": {"0": 5}}, "checkpoints"),
    "checkpoints hold a fraction": ({**GOOD, "checkpoints": [5.0]}, "checkpoints"),
    "checkpoints hold null": ({**GOOD, "checkpoints": [None]}, "checkpoints"),
    "checkpoints hold 0": ({**GOOD, "checkpoints": [0, 5]}, "checkpoints"),
    "checkpoints hold 2^32 + 5": ({**GOOD, "checkpoints": [2**32 + 5]}, "checkpoints"),
    "checkpoints descend": ({**GOOD, "checkpoints": [9, 5]}, "checkpoints"),
    "block is 0": ({**GOOD, "block": 0}, "block"),
    "block is too large": ({**GOOD, "block": 10_001}, "block"),
    "block is text": ({**GOOD, "block": "1"}, "block"),
    "block goes with replay": ({**GOOD, "block": 2, "source": "replay"}, "block"),
    "threads is 0": ({**GOOD, "threads": 0, "source": "replay"}, "threads"),
    "threads is too large": ({**GOOD, "threads": 65, "source": "replay"}, "threads"),
    "threads is text": ({**GOOD, "threads": "1", "source": "replay"}, "threads"),
    "threads goes with http": ({**GOOD, "threads": 1}, "threads"),
    "threads goes with requests in flight": (
        {**GOOD, "threads": 1, "source": "replay", "concurrency": 2},
        "threads",
    ),
    "threads goes with checkpoints": (
        {**GOOD, "threads": 1, "source": "replay", "checkpoints": [5]},
        "threads",
    ),
    "warmup is too large": ({**GOOD, "warmup": 1_000_001}, "warmup"),
    "the url is a number": ({**GOOD, "provider_url": 80}, "provider_url"),
    "the url is a list": ({**GOOD, "provider_url": ["{provider}"]}, "provider_url"),
    "the url is empty": ({**GOOD, "provider_url": ""}, "provider_url"),
}


def send(
    url: str, provider: str, body: Any, content_type: str = "application/json"
) -> httpx.Response:
    text = json.dumps(body) if isinstance(body, dict) else body
    if isinstance(text, str):
        text = text.replace("{provider}", provider).replace("{beginning}", provider[:-1]).encode()
    return HTTP.post(f"{url}/triggerReqs", content=text, headers={"Content-Type": content_type})


@pytest.mark.parametrize("case", INVALID)
def test_an_invalid_request_gets_the_same_answer_from_both(urls: dict[str, str], case: str) -> None:
    body, field = INVALID[case]
    problems = [send(urls[consumer], urls["rust-provider"], body) for consumer in CONSUMERS]
    for problem in problems:
        assert problem.status_code == 400, problem.text
        assert problem.headers["content-type"] == "application/problem+json"
        assert problem.json()["code"] == "invalid_request"
        assert problem.json().get("field") == field, problem.text
        assert (field or "") in problem.json()["detail"]
    first, second = (problem.json() for problem in problems)
    assert first.keys() == second.keys()


#: A good value of each field, and bad ones: what does not fit, what is of another type, what is not
#: there.
VALUES: dict[str, tuple[str, list[str | None]]] = {
    "amount": ("10", ["0", '"10"', "10.5", "1e1", "null", "true", None]),
    "provider_url": (
        '"{provider}"',
        ['"x"', "5", "null", '"http://127.0.0.1:9"', '"http://a/b"', None],
    ),
    "object_format": ('"JSON"', ['"json"', "0", "null", None]),
    "server_type": ('"rust"', ['"go"', "[]", "null", None]),
    "object_type": ('"DummyObject"', ['"2"', "2", "null", None]),
    "engine": ("", ['"x"', "{}", "null"]),
    "warmup": ("0", ["-1", "1.0", "null"]),
    "checkpoints": ("[5, 10]", ["[10, 5]", "[11]", "{}", "null", '["5"]']),
    "concurrency": ("1", ["0", "65", "null"]),
    "variants": ("1", ["0", "1025", "null"]),
    "source": ('"http"', ['"disk"', "null"]),
    "block": ("1", ["0", "10001", "null"]),
    "threads": ("1", ["0", "65", "1000000000000", "null", '"1"']),
    "unknown": ("", ["1", "null", '"x"']),
}


def faulty(draw: Random) -> str:
    """A request with a fault or a few, its fields in any order, some of them twice."""
    members = {
        name: good
        for name, (good, _) in VALUES.items()
        if good and (draw.random() < 0.3 or name in GOOD)
    }
    for name in draw.sample(sorted(VALUES), draw.choice((1, 1, 2, 3))):
        bad = draw.choice(VALUES[name][1])
        members = (
            {**members, name: bad}
            if bad is not None
            else {key: value for key, value in members.items() if key != name}
        )
    lines = [
        f'"{name}": {value}' for name, value in draw.sample(sorted(members.items()), len(members))
    ]
    if lines and draw.random() < 0.1:
        lines.append(draw.choice(lines))
    return "{" + ", ".join(lines) + "}"


def test_requests_with_several_faults_get_the_same_answer_from_both(urls: dict[str, str]) -> None:
    """Which fault is named first is the contract's to say: names as they come, then what is
    missing, then values, each in the fields' order.
    """
    draw, differing = Random(20_250_104), []
    with httpx.Client(timeout=30) as client:
        for _ in range(800):
            body = faulty(draw).replace("{provider}", urls["rust-provider"])
            answers = [
                client.post(
                    urls[consumer] + "/triggerReqs",
                    content=body.encode(),
                    headers={"Content-Type": "application/json"},
                )
                for consumer in CONSUMERS
            ]
            said = [
                (answer.status_code, answer.json().get("code"), answer.json().get("field"))
                for answer in answers
            ]
            if said[0] != said[1]:
                differing.append(f"{body}: {said}")
    assert differing == []


@pytest.mark.parametrize(
    "body",
    [
        json.dumps(GOOD, indent="\t") + "\r\n",
        json.dumps(GOOD).replace('"amount"', '"\\u0061mount"'),
        json.dumps(GOOD).replace("JSON", "\\u004aSO\\u004E"),
        json.dumps(dict(reversed(GOOD.items()))),
        json.dumps(GOOD) + " " * 3000,
        json.dumps(
            {
                **GOOD,
                "warmup": 0,
                "checkpoints": [],
                "concurrency": 1,
                "variants": 1,
                "source": "http",
                "block": 1,
            }
        ),
        json.dumps(
            {
                **GOOD,
                "checkpoints": [],
                "concurrency": 1,
                "source": "replay",
                "block": 1,
                "threads": 1,
            }
        ),
    ],
    ids=[
        "white space",
        "an escape in a name",
        "escapes in a text",
        "another order",
        "padded",
        "defaults said",
        "said beside threads",
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_good_request_may_be_spelled_in_other_ways(
    urls: dict[str, str], consumer: str, body: str
) -> None:

    answer = send(urls[consumer], urls["rust-provider"], body)
    assert (answer.status_code, answer.json().get("verified")) == (200, 10), answer.text


#: what is sent instead of the good request, and the status and code of the answer
OTHERS: dict[str, tuple[dict[str, Any], int, str]] = {
    "another content type": ({"content_type": "text/plain"}, 415, "unsupported_media_type"),
    "a body over its cap": ({"body": json.dumps(GOOD)[:-1] + " " * 4096 + "}"}, 413, "too_large"),
    "an origin off the list": (
        {"body": {**GOOD, "provider_url": "http://127.0.0.1:9"}},
        403,
        "provider_not_allowed",
    ),
    "the beginning of a listed origin": (
        {"body": {**GOOD, "provider_url": "{beginning}"}},
        403,
        "provider_not_allowed",
    ),
    "another name of a listed host": (
        {"body": {**GOOD, "provider_url": "http://localhost:80"}},
        403,
        "provider_not_allowed",
    ),
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
        ("GET", "/JSONObject/1?index=%2B1", 400, "invalid_request"),
        ("GET", "/JSONObject/1?index=+1", 400, "invalid_request"),
        ("GET", "/JSONObject/1?index=-0", 400, "invalid_request"),
        ("GET", "/JSONObject/1?index=%D9%A1", 400, "invalid_request"),
        ("GET", "/JSONObject/1?index=", 400, "invalid_request"),
        ("GET", "/JSONObject/1?index", 400, "invalid_request"),
        ("GET", "/JSONObject/1?index=1&index=1", 400, "invalid_request"),
        ("GET", "/JSONObject/1?index=1&%69ndex=2", 400, "invalid_request"),
        ("GET", "/JSONObject/1?index=99999999999999999999", 400, "invalid_request"),
        ("POST", "/decode/JSON/1?engine=x", 400, "invalid_request"),
        ("GET", "/triggerReqs", 405, "method_not_allowed"),
        ("DELETE", "/JSONObject/1", 405, "method_not_allowed"),
        ("POST", "/health_check", 405, "method_not_allowed"),
        ("POST", "/decode/YAML/1", 404, "not_found"),
        ("POST", "/decode/JSON/3", 404, "not_found"),
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_usual_errors_are_problems_whatever_is_accepted(
    urls: dict[str, str], consumer: str, method: str, path: str, status: int, code: str
) -> None:
    for accept in ("*/*", "text/html", "application/xml"):
        answer = HTTP.request(method, urls[consumer] + path, headers={"Accept": accept})
        assert (answer.status_code, answer.headers["content-type"]) == (
            status,
            "application/problem+json",
        ), accept
        assert answer.json()["code"] == code
        assert answer.json()["status"] == status
        assert ("allow" in answer.headers) == (status == 405)
