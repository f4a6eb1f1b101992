"""What the two live providers send: variants of every type in every format that carries it, byte
for byte the canonical ones. Each server's tests have all.
"""

from __future__ import annotations

import hashlib
import re

import httpx
import pytest

from bench_driver.model.sizes import SIZES

from .conftest import HTTP
from .facts import CARRIED, FORMATS, PROVIDERS_FOLDER, VARIANTS

#: Of so many variants one is asked for.
STEP = 8


@pytest.mark.parametrize(("object_type", "format_name"), CARRIED)
def test_payloads_are_the_canonical_ones_from_both_servers(
    urls: dict[str, str], object_type: str, format_name: str
) -> None:
    digests = (
        (PROVIDERS_FOLDER / "golden" / f"{object_type}.{format_name.lower()}.sha256")
        .read_text()
        .splitlines()
    )
    assert len(digests) == VARIANTS
    for runtime in ("rust", "java"):
        with httpx.Client(base_url=urls[f"{runtime}-provider"]) as client:
            for line in digests[::STEP]:
                digest, index = line.split()
                body = client.get(
                    f"/{format_name}Object/{object_type}", params={"index": index}
                ).content
                assert hashlib.sha256(body).hexdigest() == digest, (
                    f"{runtime}: {object_type} {index} as {format_name}"
                )


@pytest.mark.parametrize("size", SIZES)
def test_objects_of_a_size_are_the_same_from_both_servers_and_read_by_both(
    urls: dict[str, str], size: str
) -> None:
    written = [
        line.split()
        for line in (PROVIDERS_FOLDER / "golden" / "sizes.sha256").read_text().splitlines()
    ]
    lines = [(digest, *re.split(r"[/.]", name)) for digest, name in written if f"/{size}." in name]
    assert len(lines) >= 12
    last = SIZES[size].variants - 1
    for digest, object_type, _, ending in lines:
        format_name = next(name for name in FORMATS if name.lower() == ending)
        path = f"/{format_name}Object/{object_type}"
        with (
            httpx.Client(base_url=urls["rust-provider"], timeout=60) as rust,
            httpx.Client(base_url=urls["java-provider"], timeout=60) as java,
        ):
            first = [
                [one.get(path, params={"size": size, "index": index}).content for index in range(8)]
                for one in (rust, java)
            ]
            assert {hashlib.sha256(b"".join(bodies)).hexdigest() for bodies in first} == {digest}, (
                path
            )
            assert (
                rust.get(path, params={"size": size, "index": last}).content
                == java.get(path, params={"size": size, "index": last}).content
            ), path
        for consumer, provider in (("rust", "java"), ("java", "rust")):
            asked = {
                "amount": 9,
                "object_format": format_name,
                "object_type": object_type,
                "size": size,
                "variants": 8,
            }
            where = {"provider_url": urls[f"{provider}-provider"], "server_type": provider}
            answer = HTTP.post(
                f"{urls[f'{consumer}-server']}/triggerReqs", json={**asked, **where}, timeout=60
            ).json()
            assert answer["payload"]["sha256"] == digest, (consumer, answer)


@pytest.mark.parametrize("path", ["/JSONObject/2", "/json_bytes", "/JSONbytes"])
@pytest.mark.parametrize("server", ["rust-server", "java-server"])
def test_the_canonical_json_is_served_under_each_spelling_with_its_length(
    urls: dict[str, str], server: str, path: str
) -> None:
    golden = (PROVIDERS_FOLDER / "golden" / "DummyObject.json").read_bytes()
    answer = HTTP.get(urls[server] + path)
    assert answer.content == golden
    assert answer.headers["content-length"] == str(len(golden))
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("server", ["rust-server", "java-server"])
def test_plain_text_is_as_long_as_the_object_that_it_stands_beside(
    urls: dict[str, str], server: str
) -> None:
    for length in (0, 1014, 1 << 20):
        answer = HTTP.get(f"{urls[server]}/plain_text", params={"length": length})
        assert (answer.status_code, answer.text) == (200, "x" * length)
        assert answer.headers["content-type"].startswith("text/plain")
    too_long = HTTP.get(f"{urls[server]}/plain_text?length=1048577")
    assert (too_long.status_code, too_long.json()["code"], too_long.json()["field"]) == (
        400,
        "invalid_request",
        "length",
    )


@pytest.mark.parametrize("path", ["/health_check", "/healthCheck"])
@pytest.mark.parametrize("server", ["rust-server", "java-server"])
def test_health_is_an_empty_200(urls: dict[str, str], server: str, path: str) -> None:
    answer = HTTP.get(urls[server] + path)
    assert (answer.status_code, answer.content) == (200, b"")
