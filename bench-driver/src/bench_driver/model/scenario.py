"""A scenario: all that names a run except its amount, and how people and files name it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import UsageError


@dataclass(frozen=True)
class Scenario:
    """All that names a run except its amount; servers by their names in the stack, `engine` None for the format's default."""

    consumer: str
    provider: str
    object_type: str
    format: str
    engine: str | None = None

    def __lt__(self, other: Scenario) -> bool:
        """By name, part by part; defaults first."""
        return self._parts < other._parts

    @property
    def _parts(self) -> tuple[str, ...]:
        return (self.consumer, self.provider, self.object_type, self.format, self.engine or "")

    @property
    def objects(self) -> tuple[str, str, str]:
        """What is parsed, whoever parses it: provider, object type and format. An engine belongs to its consumer."""
        return (self.provider, self.object_type, self.format)

    @property
    def slug(self) -> str:
        """Its name in file names."""
        return f"{self.consumer}_from_{self.provider}_{self.object_type}_{self.format}" + (f"_{self.engine}" if self.engine else "")

    def __str__(self) -> str:
        """Its name for people."""
        return f"{self.consumer} from {self.provider}, {self.object_type} as {self.format}" + (f" by {self.engine}" if self.engine else "")


def contender(scenario: Scenario) -> str:
    """Who parses: the consumer, and its engine where that is not the default."""
    return f"{scenario.consumer} {scenario.engine}" if scenario.engine else scenario.consumer


def find_scenario(text: str, known: Sequence[Scenario]) -> Scenario:
    """The scenario that a user names: `java/rust/DummyObject/JSON`, with `/engine` where it is not the default, or as file names have it. UsageError."""
    wanted = text.split("/")
    fits = [scenario for scenario in known if text == scenario.slug or _fits(wanted, scenario)]
    if len(fits) == 1:
        return fits[0]
    why = (
        "it fits " + ", ".join(item.slug for item in fits) if fits else "there are " + ", ".join(item.slug for item in known[:30]) if known else "there is none"
    )
    raise UsageError(f"{text} names no scenario" if not fits else f"{text} names more than one scenario", why=why, do="write consumer/provider/type/format")


def _fits(wanted: Sequence[str], scenario: Scenario) -> bool:
    parts = [scenario.consumer, scenario.provider, scenario.object_type, scenario.format, *([scenario.engine] if scenario.engine else [])]
    if len(wanted) != len(parts):
        return False
    return all(word.lower() in (part.lower(), part.lower().partition("-")[0]) for word, part in zip(wanted, parts, strict=True))
