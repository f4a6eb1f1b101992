"""Checks that void a round of the study of replication: where they fail, bytes were not counted
well. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bench_driver.model.trials import Tag, Trial

#: Redis sends a document as it is: XML costs what its text is longer.
_REDIS_WITHIN = 0.01
#: PostgreSQL's `json` is replicated as the text that it is.
_JSON_WITHIN = 0.005


def voided(trials: Sequence[Trial]) -> Iterator[tuple[list[Trial], str]]:
    """Of the trials of one round: those that are void, and why.

    Redis' link is the measure of all links: where half of its pairs fail, the whole round is void.
    """
    done = [one for one in trials if one.part == "claims" and one.state == "complete"]
    failed = [(pair, why) for pair in _pairs(done, "redis", "XML text") if (why := _redis(*pair))]
    if failed and 2 * len(failed) >= len([*_pairs(done, "redis", "XML text")]):
        yield done, failed[0][1]
        return
    yield from ((list(pair), why) for pair, why in failed)
    for json, text in _pairs(done, "postgresql", "json"):
        if why := _postgresql(json, text):
            yield [one for one in done if one.tags["store"] == "postgresql"], why
            return


def _pairs(done: Sequence[Trial], store: str, form: str) -> Iterator[tuple[Trial, Trial]]:
    """Trials of a form, each with that of the same cell whose form is a text of JSON."""
    cells = {_cell(one.tags): one for one in done}
    for one in done:
        if (one.tags["store"], one.tags["form"], one.tags["in flight"]) == (store, form, 1):
            partner = cells.get(_cell({**one.tags, "form": "JSON text"}))
            if partner:
                yield one, partner


def _postgresql(json: Trial, text: Trial) -> str:
    if not all("log bytes" in one.readings for one in (json, text)):
        return ""
    mine, other = (one.readings["log bytes"][0] for one in (json, text))
    if abs(mine / other - 1) <= _JSON_WITHIN:
        return ""
    what = f"PostgreSQL's json took {mine:.1f} B of log a document and text {other:.1f}"
    return f"{what}: they hold the same text"


def _redis(xml: Trial, text: Trial) -> str:
    sent, own = (
        xml.readings[name][0] - text.readings[name][0]
        for name in ("payload bytes", "document bytes")
    )
    if abs(sent - own) <= _REDIS_WITHIN * own:
        return ""
    longer = f"the text is {own:.2f} B longer"
    return f"Redis' XML took {sent:.2f} B more on the link than its JSON; {longer}"


def _cell(tags: Mapping[str, Tag]) -> str:
    return repr(sorted(tags.items()))
