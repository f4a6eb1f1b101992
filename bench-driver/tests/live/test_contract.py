"""schemathesis holds both live servers to docs/contract/openapi.yaml: statuses, media types and bodies are those that it names."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import positive_data_acceptance

from bench_driver.endure.stub import StubProvider, answering

from .conftest import trigger
from .facts import CONSUMERS, CONTRACT, FORMATS, RUNTIMES

schema = schemathesis.openapi.from_path(CONTRACT)
#: Operations with rules that no schema can say: which engines there are, which origins are allowed, what decodes.
UNSAYABLE = {"decode", "triggerReqs"}


@pytest.mark.parametrize("consumer", CONSUMERS)
@schema.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_server_keeps_the_contract(case: schemathesis.Case[Any], urls: dict[str, str], consumer: str) -> None:
    unsayable = case.operation.definition.raw["operationId"] in UNSAYABLE
    case.call_and_validate(base_url=urls[consumer], excluded_checks=[positive_data_acceptance] if unsayable else [])


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_chains_of_requests_keep_the_contract(urls: dict[str, str], consumer: str) -> None:
    """Along the links of the contract: an announced engine is asked to decode and to run, and an object that was provided is decoded."""
    followed: Counter[str] = Counter()

    class Chains(schema.as_state_machine()):  # type: ignore[misc]  # made at run time
        def get_call_kwargs(self, case: schemathesis.Case[Any]) -> dict[str, Any]:
            return {"base_url": urls[consumer]}

        def before_call(self, case: schemathesis.Case[Any]) -> None:
            if isinstance(case.body, dict) and name_of(case) == "decode":  # an object along the link, whose bytes the tool parsed
                case.body = json.dumps(case.body, ensure_ascii=False, separators=(",", ":")).encode()

        def validate_response(self, response: Any, case: schemathesis.Case[Any], **_: Any) -> None:
            case.validate_response(response, excluded_checks=[positive_data_acceptance] if name_of(case) in UNSAYABLE else [])
            followed[f"{name_of(case)} {response.status_code}"] += 1
            if name_of(case) == "decode" and isinstance(case.body, bytes) and case.body.startswith(b'{"') and response.status_code == 200:
                given, back = json.loads(case.body), json.loads(response.content)
                assert {**back, **given} == back, "what was given comes back; a list that was left out comes back empty"

    Chains.run(
        settings=settings(max_examples=40, stateful_step_count=6, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    )
    assert followed["decode 200"] > 0, followed
    assert followed["decode 422"] > 0, followed
    assert followed["triggerReqs 403"] + followed["triggerReqs 400"] > 0, followed


def name_of(case: schemathesis.Case[Any]) -> str:
    """The operation's name in the contract."""
    return str(case.operation.definition.raw["operationId"])


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
