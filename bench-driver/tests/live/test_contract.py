"""schemathesis holds both live servers to docs/contract/openapi.yaml: statuses, media types and bodies are those that it names."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from .facts import CONSUMERS, CONTRACT

schema = schemathesis.openapi.from_path(CONTRACT)


@pytest.mark.parametrize("consumer", CONSUMERS)
@schema.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_server_keeps_the_contract(case: schemathesis.Case, urls: dict[str, str], consumer: str) -> None:
    case.call_and_validate(base_url=urls[consumer])
