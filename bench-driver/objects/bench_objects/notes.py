"""What was concluded of each field, what is converted, and what only the user knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .bad import MOST_FIELDS, too_many

#: What `--field FIELD=WORD` may say of a field.
WORDS = (
    *("omit", "optional", "nullable", "text", "enum", "int32", "int64", "double"),
    *("record", "map"),
)


@dataclass(frozen=True)
class Row:
    """A field, what it was concluded to be, and from what."""

    field: str
    concluded: str
    evidence: str


@dataclass(frozen=True)
class Choice:
    """What no sample tells: the words that decide it; without a proposal nothing is added before
    the user chose.
    """

    field: str
    why: str
    words: Sequence[str]
    proposal: str | None


@dataclass
class Notes:
    """Answers of the user, and what was noted with them."""

    answers: Mapping[str, set[str]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    #: each conversion with the fields that it befalls
    conversions: dict[str, list[str]] = field(default_factory=dict)
    choices: list[Choice] = field(default_factory=list)
    _used: set[tuple[str, str]] = field(default_factory=set)
    #: by field, the words that fit what was seen of it
    _fit: dict[str, dict[str, None]] = field(default_factory=dict)

    def row(self, name: str, concluded: str, evidence: str) -> int:
        """Notes a field; its number, by which `amend` finds it."""
        if len(self.rows) >= MOST_FIELDS:
            raise too_many("fields", MOST_FIELDS)
        self.rows.append(Row(name, concluded, evidence))
        return len(self.rows) - 1

    def amend(self, number: int, concluded: str) -> None:
        """Says more of a field."""
        row = self.rows[number]
        self.rows[number] = Row(row.field, concluded, row.evidence)

    def convert(self, name: str, what: str) -> None:
        """Notes that a field's values are converted."""
        self.conversions.setdefault(what, []).append(name)

    def answer(self, name: str, words: Sequence[str]) -> str | None:
        """Which of these words the user said of a field."""
        given = [word for word in words if word in self.answers.get(name, ())]
        self._fit.setdefault(name, {}).update(dict.fromkeys(words))
        self._used |= {(name, word) for word in given}
        return given[0] if given else None

    def choose(self, name: str, why: str, words: Sequence[str], proposal: str | None) -> str:
        """The user's word, else the proposal; `omit` while there is neither."""
        if (given := self.answer(name, words)) is None:
            self.choices.append(Choice(name, why, words, proposal))
        return given or proposal or "omit"

    @property
    def unused(self) -> list[tuple[str, str]]:
        """Answers that fit no field."""
        given = {(name, word) for name, words in self.answers.items() for word in words}
        return sorted(given - self._used)

    def why_unused(self, name: str, word: str) -> str:
        """Why an answer fits no field."""
        if name not in self._fit and all(row.field != name for row in self.rows):
            return f"there is no field {name}"
        fit = ", ".join(self._fit.get(name, ())) or "no word"
        return f"{word} does not fit what was seen of {name}; what fits: {fit}"
