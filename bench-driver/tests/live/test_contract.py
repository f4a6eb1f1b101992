"""schemathesis holds both live servers to docs/contract/openapi.yaml: statuses, media types and bodies are those that it names."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import positive_data_acceptance

from .conftest import trigger
from .facts import CONSUMERS, CONTRACT, FORMATS, RUNTIMES
from .stub_provider import StubProvider, answering

schema = schemathesis.openapi.from_path(CONTRACT)
#: Operations with rules that no schema can say: which engines there are, which origins are allowed, what decodes.
UNSAYABLE = {"decode", "triggerReqs"}


@pytest.mark.parametrize("consumer", CONSUMERS)
@schema.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_server_keeps_the_contract(case: schemathesis.Case[Any], urls: dict[str, str], consumer: str) -> None:
    unsayable = case.operation.definition.raw["operationId"] in UNSAYABLE
    case.call_and_validate(base_url=urls[consumer], excluded_checks=[positive_data_acceptance] if unsayable else [])


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_result_is_as_the_contract_says(urls: dict[str, str], consumer: str, format_name: str) -> None:
    for provider in RUNTIMES:
        answer = trigger(
            urls[consumer], urls[f"{provider}-provider"], amount=20, warmup=5, checkpoints=[10, 20], server_type=provider, object_format=format_name
        )
        assert answer.status_code == 200
        schema["/triggerReqs"]["POST"].validate_response(answer)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_problem_is_as_the_contract_says(urls: dict[str, str], stub: StubProvider, consumer: str) -> None:
    stub.reset(answering(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"))
    answer = trigger(urls[consumer], stub.url, amount=20)
    assert answer.status_code == 502
    schema["/triggerReqs"]["POST"].validate_response(answer)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_engines_are_as_the_contract_says(urls: dict[str, str], consumer: str) -> None:
    schema["/engines"]["GET"].validate_response(httpx.get(urls[consumer] + "/engines"))
