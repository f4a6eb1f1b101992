"""`POST /decode/…`: every engine of every server understands every golden. Verdicts on all other bodies: test_verdicts.py."""

from __future__ import annotations

import httpx
import pytest

from .facts import CONSUMERS, FORMATS, OBJECT_TYPES, PROVIDERS_FOLDER


def golden(object_type: str, format_name: str) -> bytes:
    return (PROVIDERS_FOLDER / "golden" / f"{object_type}.{format_name.lower()}").read_bytes()


@pytest.mark.parametrize("object_type", OBJECT_TYPES)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_engine_decodes_every_golden(urls: dict[str, str], consumer: str, object_type: str) -> None:
    engines = httpx.get(urls[consumer] + "/engines").json()["engines"]
    assert {engine["format"] for engine in engines if engine["default"]} == set(FORMATS)
    for engine in engines:
        assert set(engine["object_types"]) == set(OBJECT_TYPES), engine.get("failing")
        answer = httpx.post(
            f"{urls[consumer]}/decode/{engine['format']}/{object_type}", params={"engine": engine["name"]}, content=golden(object_type, engine["format"])
        )
        assert answer.content == golden(object_type, "JSON"), engine["name"]


DUMMY = golden("DummyObject", "JSON")


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_absent_list_is_an_empty_list_in_every_format(urls: dict[str, str], consumer: str) -> None:
    body = b'{"id":"a","index":0,"numbr":1}'
    answer = httpx.post(f"{urls[consumer]}/decode/JSON/1", content=body)
    assert answer.json() == {"id": "a", "index": 0, "numbr": 1, "coordinates": []}
    answer = httpx.post(f"{urls[consumer]}/decode/XML/1", content=b"<NumericObject><id>a</id><index>0</index><numbr>1</numbr></NumericObject>")
    assert answer.json() == {"id": "a", "index": 0, "numbr": 1, "coordinates": []}


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_body_over_the_cap_is_too_large_and_one_at_the_cap_is_read(urls: dict[str, str], consumer: str) -> None:
    padded = DUMMY + b" " * (65536 - len(DUMMY))
    assert httpx.post(f"{urls[consumer]}/decode/JSON/2", content=padded).content == DUMMY
    answer = httpx.post(f"{urls[consumer]}/decode/JSON/2", content=padded + b" ")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_engine_of_another_format_is_refused(urls: dict[str, str], consumer: str) -> None:
    engines = httpx.get(urls[consumer] + "/engines").json()["engines"]
    other = next(engine["name"] for engine in engines if engine["format"] == "XML")
    answer = httpx.post(f"{urls[consumer]}/decode/JSON/2", params={"engine": other}, content=DUMMY)
    assert (answer.status_code, answer.json()["field"]) == (400, "engine")
