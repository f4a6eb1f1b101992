"""`POST /decode/…`: every engine of every server understands every golden. Verdicts on all other
bodies: test_verdicts.py.
"""

from __future__ import annotations

import re
from itertools import product

import pytest

from ..fuzz.provided import OBJECT_TYPES, carries
from .conftest import HTTP, trigger
from .facts import CONSUMERS, FORMATS, PROVIDERS_FOLDER


def golden(object_type: str, format_name: str) -> bytes:
    return (PROVIDERS_FOLDER / "golden" / f"{object_type}.{format_name.lower()}").read_bytes()


@pytest.mark.parametrize("object_type", OBJECT_TYPES)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_engine_decodes_every_golden(
    urls: dict[str, str], consumer: str, object_type: str
) -> None:
    engines = HTTP.get(urls[consumer] + "/engines").json()["engines"]
    assert {engine["format"] for engine in engines if engine["default"]} == set(FORMATS)
    for engine in (engine for engine in engines if engine["operation"] == "decode"):
        without = f"{object_type}: {engine['name']} has no reader of it" in engine.get(
            "failing", []
        )
        assert not (without and engine["default"])
        carried = carries(engine["format"], object_type)
        assert (object_type in engine["object_types"]) == (carried and not without), engine.get(
            "failing"
        )
        if not carried:
            assert any(
                why.startswith(f"{object_type}: {engine['format']} cannot carry it: ")
                for why in engine["failing"]
            )
        if not carried or without:
            continue
        answer = HTTP.post(
            f"{urls[consumer]}/decode/{engine['format']}/{object_type}",
            params={"engine": engine["name"]},
            content=golden(object_type, engine["format"]),
        )
        assert answer.content == golden(object_type, "JSON"), engine["name"]


@pytest.mark.parametrize(
    ("object_type", "format_name"),
    [(kind, form) for kind, form in product(OBJECT_TYPES, FORMATS) if not carries(form, kind)],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_what_a_format_cannot_carry_is_refused_with_the_reason(
    urls: dict[str, str], consumer: str, object_type: str, format_name: str
) -> None:
    why = re.compile(f"{format_name} cannot carry {object_type}: .+; ask for another format")
    for answer in (
        HTTP.get(f"{urls[consumer]}/{format_name}Object/{object_type}"),
        HTTP.post(f"{urls[consumer]}/decode/{format_name}/{object_type}", content=b"<a/>"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert why.fullmatch(answer.json()["detail"])
    answer = trigger(
        urls[consumer],
        urls["rust-provider"],
        amount=1,
        server_type="rust",
        object_type=object_type,
        object_format=format_name,
    )
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
        400,
        "invalid_request",
        "object_format",
    )
    assert why.fullmatch(answer.json()["detail"])


DUMMY = golden("DummyObject", "JSON")


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_absent_list_is_an_empty_list_in_xml_alone(urls: dict[str, str], consumer: str) -> None:
    answer = HTTP.post(
        f"{urls[consumer]}/decode/XML/1",
        content=b"<NumericObject><id>a</id><index>0</index><numbr>1</numbr></NumericObject>",
    )
    assert answer.json() == {"id": "a", "index": 0, "numbr": 1, "coordinates": []}
    answer = HTTP.post(f"{urls[consumer]}/decode/JSON/1", content=b'{"id":"a","index":0,"numbr":1}')
    assert (answer.status_code, answer.json()["refused_by"]) == (422, "guard")


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_body_over_the_cap_is_too_large_and_one_at_the_cap_is_read(
    urls: dict[str, str], consumer: str
) -> None:
    padded = DUMMY + b" " * (65536 - len(DUMMY))
    assert HTTP.post(f"{urls[consumer]}/decode/JSON/2", content=padded).content == DUMMY
    answer = HTTP.post(f"{urls[consumer]}/decode/JSON/2", content=padded + b" ")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_engine_of_another_format_is_refused(urls: dict[str, str], consumer: str) -> None:
    engines = HTTP.get(urls[consumer] + "/engines").json()["engines"]
    other = next(engine["name"] for engine in engines if engine["format"] == "XML")
    answer = HTTP.post(f"{urls[consumer]}/decode/JSON/2", params={"engine": other}, content=DUMMY)
    assert (answer.status_code, answer.json()["field"]) == (400, "engine")
