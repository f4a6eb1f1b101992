"""schemathesis holds both live servers to docs/contract/openapi.yaml: statuses, media types and
bodies are those that it names.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from hypothesis.errors import FlakyStrategyDefinition

from bench_lab.endure.stub import StubProvider, answering

from ..fuzz.contract import SETTINGS, chains, contract, keeps
from .conftest import HTTP, trigger
from .facts import CONSUMERS, FORMATS, RUNTIMES


@pytest.mark.parametrize("consumer", CONSUMERS)
@contract.parametrize()
@settings(SETTINGS)
def test_the_server_keeps_the_contract(
    case: schemathesis.Case[Any], urls: dict[str, str], consumer: str
) -> None:
    keeps(case, urls[consumer])


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_chains_of_requests_keep_the_contract(urls: dict[str, str], consumer: str) -> None:
    followed: Counter[str] = Counter()
    breaches: list[BaseException] = []
    limits = settings(SETTINGS, max_examples=100, stateful_step_count=6)
    for _ in range(3):
        # The tool draws from answers too, so that it cannot always draw a chain again; what broke
        # the contract meanwhile is among the breaches.
        with suppress(FlakyStrategyDefinition):
            chains(urls[consumer], followed, breaches).run(settings=limits)
            break
    assert not breaches, breaches
    assert followed["decode 200"] > 0, followed
    assert followed["decode 422"] > 0, followed
    assert followed["triggerReqs 403"] + followed["triggerReqs 400"] > 0, followed


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_result_is_as_the_contract_says(
    urls: dict[str, str], consumer: str, format_name: str
) -> None:
    for provider in RUNTIMES:
        answer = trigger(
            urls[consumer],
            urls[f"{provider}-provider"],
            amount=1020,
            warmup=5,
            checkpoints=[10, 1020],
            server_type=provider,
            object_format=format_name,
        )
        assert answer.status_code == 200
        contract["/triggerReqs"]["POST"].validate_response(answer)


@pytest.mark.parametrize("transfer", ["framed", "request", "connection"])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_result_of_a_send_is_as_the_contract_says(
    urls: dict[str, str], consumer: str, transfer: str
) -> None:
    for runtime in RUNTIMES:
        body = {
            "amount": 1020,
            "receiver_url": urls[consumer],
            "object_format": "JSON",
            "server_type": consumer.partition("-")[0],
            "object_type": "User",
        }
        answer = HTTP.post(
            f"{urls[f'{runtime}-provider']}/triggerSends",
            json={**body, "warmup": 5, "transfer": transfer, "checkpoints": [10]},
            timeout=60,
        )
        assert answer.status_code == 200, answer.text
        contract["/triggerSends"]["POST"].validate_response(answer)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_problem_is_as_the_contract_says(
    urls: dict[str, str], stub: StubProvider, consumer: str
) -> None:
    stub.reset(
        answering(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        )
    )
    answer = trigger(urls[consumer], stub.url, amount=20)
    assert answer.status_code == 502
    contract["/triggerReqs"]["POST"].validate_response(answer)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_engines_are_as_the_contract_says(urls: dict[str, str], consumer: str) -> None:
    contract["/engines"]["GET"].validate_response(HTTP.get(urls[consumer] + "/engines"))
