"""Errors as RFC 9457 has them, in the shape of the contract's `Problem`."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..errors import BenchError, NotComparable, StoreError, UsageError
from ..model.published import nameless
from .data import Unknown


def problem(status: int, code: str, what: str, *, why: str = "", do: str = "") -> Response:
    """What happened, why, and what to do."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": what,
        "why": why,
        "do": do,
    }
    return JSONResponse(body, status, media_type="application/problem+json")


def of_error(_: Request, error: Exception) -> Response:
    """A BenchError as a problem; of the machine's paths only the last names."""
    assert isinstance(error, BenchError)
    kinds = (
        (Unknown, 404, "unknown_sweep"),
        ((UsageError, NotComparable), 422, "not_to_be_shown"),
        (StoreError, 503, "store_unreadable"),
    )
    status, code = next(
        ((status, code) for kind, status, code in kinds if isinstance(error, kind)), (500, "failed")
    )
    return problem(status, code, nameless(error.what), why=nameless(error.why), do=error.do)
