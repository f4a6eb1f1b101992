"""How long the bodies are that a provider gives."""

from __future__ import annotations

from statistics import median

import httpx

from bench_driver.errors import ServerError

from .experiment import ALL_VARIANTS


def first_over_median(provider_url: str, object_type: str, format_name: str) -> float:
    """The length of the canonical body over the median length of all variants' bodies. ServerError where the provider does not give them."""
    path = f"/{format_name}Object/{object_type}"
    try:
        with httpx.Client(base_url=provider_url, trust_env=False, timeout=10) as client:
            lengths = [len(client.get(path, params={"index": index}).raise_for_status().content) for index in range(ALL_VARIANTS)]
    except httpx.HTTPError as error:
        raise ServerError(
            f"{provider_url}{path} gave no body", why=str(error), do="see the provider's log, and run the contract tests: make test-live"
        ) from error
    return lengths[0] / median(lengths)
