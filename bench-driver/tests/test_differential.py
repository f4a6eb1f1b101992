"""The differential fuzzer: what engines are known to lose or to refuse is just that, and nothing
beside it.
"""

from __future__ import annotations

import pytest

from .fuzz.differential import REFUSES


@pytest.mark.parametrize(
    ("number", "refused"),
    [
        ("0E2047", False),
        ("0E02047", False),
        ("1e308", False),
        ("0E2048", True),
        ("0e-3095", True),
        ("0.0E+0012345", True),
    ],
)
def test_the_exponents_that_fastjson2_refuses_are_known(number: str, refused: bool) -> None:
    assert bool(REFUSES["fastjson2"].search(f'{{"latitude":{number}}}'.encode())) == refused
