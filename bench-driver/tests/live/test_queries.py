"""Queries that are read: each parameter once, its name and value decoded, the index in digits. Bad
ones: test_requests.py.
"""

from __future__ import annotations

import pytest

from .conftest import HTTP
from .facts import CONSUMERS, PROVIDERS_FOLDER


@pytest.mark.parametrize(
    ("query", "variant"),
    [
        ("", 0),
        ("?x=1", 0),
        ("?index=0", 0),
        ("?index=7", 7),
        ("?x=&index=7", 7),
        ("?index=007", 7),
        ("?index=%37", 7),
        ("?%69ndex=7", 7),
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_index_is_digits_and_stands_there_once(
    urls: dict[str, str], consumer: str, query: str, variant: int
) -> None:
    said = HTTP.get(f"{urls[consumer]}/JSONObject/NumericObject{query}")
    assert (said.status_code, said.text) == (
        200,
        (PROVIDERS_FOLDER / "objects" / "NumericObject.variants.jsonl")
        .read_text()
        .splitlines()[variant],
    )


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_engine_is_named_once(urls: dict[str, str], consumer: str) -> None:
    body = (PROVIDERS_FOLDER / "golden" / "NumericObject.json").read_bytes()
    name = next(
        engine["name"]
        for engine in HTTP.get(urls[consumer] + "/engines").json()["engines"]
        if engine["format"] == "JSON"
    )
    for query, status in (
        (f"engine={name}", 200),
        (f"e%6Egine={name}&x=1&x=2", 200),
        (f"engine={name}&engine={name}", 400),
    ):
        answer = HTTP.post(f"{urls[consumer]}/decode/JSON/1?{query}", content=body)
        assert answer.status_code == status, answer.text
    assert answer.json()["field"] == "engine"


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_engines_are_told_of_a_format_and_of_object_types(
    urls: dict[str, str], consumer: str
) -> None:
    known = HTTP.get(f"{urls[consumer]}/engines").json()
    told = HTTP.get(
        f"{urls[consumer]}/engines?object_type=Polygon%2CDummyObject&form%61t=XML&x=1&x=2"
    ).json()
    assert [one["name"] for one in told["object_types"]] == ["DummyObject", "Polygon"]
    assert [one["name"] for one in told["engines"]] == [
        one["name"] for one in known["engines"] if one["format"] == "XML"
    ]
    assert {tuple(one["object_types"]) for one in told["engines"]} == {("DummyObject",)}, (
        "Polygon is not carried by XML"
    )
    assert {
        name: value for name, value in told.items() if name not in ("engines", "object_types")
    }.items() <= known.items()


@pytest.mark.parametrize(
    "query",
    [
        "format=xml",
        "format=",
        "format=XML&format=XML",
        "object_type=1",
        "object_type=",
        "object_type=Order,",
        "object_type=a,b",
    ],
)
def test_a_format_or_an_object_type_that_no_server_knows_is_refused_by_both(
    urls: dict[str, str], query: str
) -> None:
    for consumer in CONSUMERS:
        answer = HTTP.get(f"{urls[consumer]}/engines?{query}")
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
            400,
            "invalid_request",
            query.partition("=")[0],
        ), answer.text
