"""What people come for, by keyboard alone: how many keys each takes, in a window of 1,280 by 900, and
how long that is for somebody who types as most do.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from ..serving import Served
from .conftest import Opened, settled
from .trying import Stack

#: Seconds a key, and a decision before each step, of somebody who is no typist (S. K. Card, T. P.
#: Moran, A. Newell, "The Keystroke-Level Model for User Performance Time with Interactive Systems",
#: CACM 23, 1980, doi 10.1145/358886.358895).
KEY_S, DECIDES_S = 0.28, 1.35
LIMIT_S = 60
NAME = """(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.firstChild?.textContent ?? textContent)(document.activeElement)"""


class Hands:
    """Keys alone; counts them, and the steps that somebody has to think before."""

    def __init__(self, page: Page) -> None:
        self.page, self.keys, self.steps = page, 0, 0

    def press(self, key: str) -> None:
        """A key."""
        self.page.keyboard.press(key)
        self.keys += 1

    def to(self, name: str) -> None:
        """Goes on by Tab until what has that name has the focus."""
        self.steps += 1
        for _ in range(40):
            self.press("Tab")
            if str(self.page.evaluate(NAME)).strip() == name:
                return
        pytest.fail(f"Tab reaches no {name}")

    def open(self, name: str) -> None:
        """Follows a link of that name."""
        self.to(name)
        self.press("Enter")
        settled(self.page)

    def see(self, words: Locator) -> None:
        """Scrolls by pages until it is on the screen."""
        self.steps += 1
        size = self.page.viewport_size
        assert size
        for _ in range(20):
            box = words.bounding_box()
            if box and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]:
                return
            self.press("PageDown")
            self.page.wait_for_timeout(300)  # it scrolls smoothly
        pytest.fail("it is nowhere on the page")

    @property
    def seconds(self) -> float:
        """What it takes by the model, without what the page takes."""
        return self.keys * KEY_S + self.steps * DECIDES_S


def verdict(hands: Hands) -> None:
    hands.see(hands.page.get_by_role("table").first.locator(".verdict").first)


def width(hands: Hands) -> None:
    hands.see(
        hands.page.get_by_role("table")
        .first.get_by_role("cell")
        .filter(has_text=re.compile(r"\(\d\.\d+ … \d"))
        .first
    )


def machine(hands: Hands) -> None:
    hands.see(hands.page.get_by_text("machine: Made-up CPU").first)


def changed(hands: Hands) -> None:
    hands.open("Two sweeps")
    hands.see(hands.page.get_by_role("table").first)


def link(hands: Hands) -> None:
    hands.to("Format")
    hands.press("B")
    hands.page.wait_for_url("**/?sweep=*&format=BSON")
    settled(hands.page)


#: What is wanted, and how many keys it takes.
TASKS: dict[str, tuple[Callable[[Hands], None], int]] = {
    "find the verdict": (verdict, 0),
    "find how wide its interval is": (width, 0),
    "find the machine": (machine, 1),
    "find what changed since the night before": (changed, 4),
    "link to BSON alone": (link, 12),
}
TO_START_A_RUN = 20


@pytest.mark.parametrize("task", TASKS)
def test_what_people_look_for_is_found_by_keys_within_a_minute(
    server: Served, opened: Opened, task: str
) -> None:
    hands = Hands(opened(server.url))
    do, keys = TASKS[task]
    do(hands)
    assert (hands.keys, hands.seconds < LIMIT_S) == (keys, True), hands.seconds


def test_a_run_is_started_by_keys_within_a_minute(stack: Stack, opened: Opened) -> None:
    hands = Hands(opened(stack.server.url))
    hands.to("Try it")
    hands.press("Enter")
    hands.page.get_by_role("button", name="Start", exact=True).wait_for()
    hands.to("Start")
    hands.press("Enter")
    expect(hands.page.locator(":focus")).to_have_text("Cancel")
    assert (hands.keys, hands.seconds < LIMIT_S) == (TO_START_A_RUN, True), hands.seconds
    hands.press("Enter")
