"""What the browser can be asked for: of the contract's run request the part that a page can do."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .problem import ProblemError

_Few = Annotated[list[int], Field(max_length=0)]


class Asked(BaseModel):
    """A run by replay: bodies are fetched once, then parsed from memory.

    Other fields of the contract are refused.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    amount: int = Field(ge=1, le=1_000_000)
    provider_url: str
    object_format: str = Field(pattern="^[A-Z][A-Za-z0-9]{0,63}$")
    server_type: Literal["rust", "java"]
    object_type: str = Field(pattern="^[A-Z][A-Za-z0-9]{0,63}$")
    source: Literal["replay"]
    engine: str | None = None
    warmup: int = Field(0, ge=0, le=1_000_000)
    variants: int = Field(1, ge=1, le=1024)
    concurrency: Literal[1] = 1
    checkpoints: _Few = []


def asked(body: bytes) -> Asked:
    """The request in these bytes; ProblemError."""
    try:
        return Asked.model_validate_json(body)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the body"
        raise ProblemError(
            400,
            "invalid_request",
            f"{where}: {first['msg']}; the browser parses by replay alone, in blocks of 500",
        ) from error
