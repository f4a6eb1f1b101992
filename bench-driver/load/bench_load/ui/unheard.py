"""A page whose requests nobody hears of, driven by Chromium's DevTools protocol.

The protocol: https://chromedevtools.github.io/devtools-protocol/. Chromium tells Playwright of each
request of a page that Playwright opened, which costs both of them about as much as the request. So
a page that requests thousands is opened by the browser's own session, which asks to be told of
nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any

from playwright.sync_api import Browser, CDPSession, Error

from bench_driver.errors import ServerError

#: How often an answer is looked for, s: at first, and at most.
_SOON_S, _RARELY_S = 0.002, 0.05
_WINDOW = {"width": 1280, "height": 720}


class Unheard:
    """The page, while its block lasts."""

    def __init__(self, session: CDPSession, attached: str, target: str) -> None:
        self._session, self._attached, self._target = session, attached, target
        self._numbers = count(1)
        self._answers: dict[int, Mapping[str, Any]] = {}
        self._gone = False
        session.on("Target.receivedMessageFromTarget", self._received)
        session.on("Target.targetCrashed", self._ended)
        session.on("Target.targetDestroyed", self._ended)

    def evaluate(self, function: str, within_s: float = 30.0) -> Any:
        """What a function of the page gives, or what it promises.

        Error, also where nothing comes in that time.
        """
        answer = self._asked(
            "Runtime.evaluate",
            {"expression": f"({function})()", "awaitPromise": True, "returnByValue": True},
            within_s,
        )
        if failed := answer.get("exceptionDetails"):
            raise Error(failed.get("exception", {}).get("description") or failed["text"])
        return answer["result"].get("value")

    def open(self, url: str) -> None:
        """Goes to an address.

        The page takes keys there whichever window is in front.

        Raises:
            ServerError: nothing comes from it
        """
        self._asked("Emulation.setFocusEmulationEnabled", {"enabled": True})
        if why := self._asked("Page.navigate", {"url": url}).get("errorText"):
            raise ServerError(
                "the page did not open", why=why, do=f"see whether something answers at {url}"
            )

    def type(self, text: str) -> None:
        """Types into what has the focus."""
        self._asked("Input.insertText", {"text": text})

    def click(self, x: float, y: float) -> None:
        """Presses and releases the left button at a place of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self._asked(
                "Input.dispatchMouseEvent",
                {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1},
            )

    def _asked(
        self, method: str, params: Mapping[str, object], within_s: float = 30.0
    ) -> Mapping[str, Any]:
        number, until, pause_s = next(self._numbers), time.monotonic() + within_s, _SOON_S
        message = json.dumps({"id": number, "method": method, "params": params})
        self._session.send(
            "Target.sendMessageToTarget", {"sessionId": self._attached, "message": message}
        )
        while number not in self._answers:
            if self._gone:
                raise Error("the page crashed")
            if time.monotonic() > until:
                raise Error(f"the page did not answer within {within_s:.0f} s")
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, _RARELY_S)
            # What was told meanwhile is heard while something is asked.
            self._session.send("Browser.getVersion")
        answer = self._answers.pop(number)
        if "error" in answer:
            raise Error(f"{method}: {answer['error']['message']}")
        return dict(answer["result"])

    def _received(self, event: Mapping[str, Any]) -> None:
        if event["sessionId"] == self._attached and "id" in (
            message := json.loads(event["message"])
        ):
            self._answers[message["id"]] = message

    def _ended(self, event: Mapping[str, Any]) -> None:
        self._gone |= event["targetId"] == self._target


@contextmanager
def unheard(browser: Browser, url: str) -> Iterator[Unheard]:
    """A page at an address, in a window and with a store of its own, until the block ends.

    ServerError, Error.
    """
    session = browser.new_browser_cdp_session()
    session.send("Target.setDiscoverTargets", {"discover": True})
    own = {"browserContextId": session.send("Target.createBrowserContext")["browserContextId"]}
    try:
        target = session.send("Target.createTarget", {"url": "about:blank", **own, **_WINDOW})[
            "targetId"
        ]
        attached = session.send("Target.attachToTarget", {"targetId": target, "flatten": False})[
            "sessionId"
        ]
        page = Unheard(session, attached, target)
        page.open(url)
        yield page
    finally:
        session.send("Target.disposeBrowserContext", own)
        session.detach()
