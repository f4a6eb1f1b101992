"""A robot before the page: it opens Try it in Chromium, types a number, presses Start, and reads what the page says.

The browser alone parses, each object requested anew, nothing warmed up: what somebody sees who opens the page and presses the button.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from playwright.sync_api import Browser, Error, Page

from ..errors import ServerError
from .plan import Scenario

#: How long the page may take to open, ms.
_OPENS_MS = 30_000
_FIGURE = re.compile(r"The browser parses ([\d,]+) objects? in ([\d.]+) ms\.")
#: From the press, by the time that the browser gives the event, until what it led to was painted: a message that a frame posts comes after its paint.
_WATCH = """() => {
  const said = document.querySelector(".going [role=status]");
  let begun;
  addEventListener("click", (event) => { begun = event.timeStamp; }, { capture: true, once: true });
  globalThis.shown = new Promise((tell) => {
    const watching = new MutationObserver(() => {
      if (!/^(Done|Ended|Cancelled)/.test(said.textContent)) return;
      watching.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => tell(performance.now() - begun);
        port2.postMessage(0);
      });
    });
    watching.observe(said, { characterData: true, childList: true, subtree: true });
  });
}"""
#: A provider that hangs shall end it.
_SHOWN = """Promise.race([shown, new Promise((_, fail) => setTimeout(() => fail(new Error("it showed nothing for ten minutes")), 600_000))])"""


class Robot:
    """Chromium, and who sits before it."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        #: which Chromium
        self.version = browser.version

    @contextmanager
    def opened(self, scenario: Scenario) -> Iterator[Pressed]:
        """The page at a scenario, just loaded in a window of its own, until the block ends. ServerError."""
        asked = {"view": "try", "type": scenario.object_type, "format": scenario.format, "provider": scenario.provider, "engine": scenario.engine}
        alone = {"condition": "block", "warmup": "0", "beside": "nobody", "slices": "1"}
        with self._browser.new_context() as context:
            page = context.new_page()
            page.set_default_timeout(_OPENS_MS)
            try:
                page.goto(f"{self._url}?{urlencode({**asked, **alone})}")
                page.get_by_role("button", name="Start", exact=True).wait_for()
            except Error as error:
                raise _ended(scenario, page, error.message.splitlines()[0]) from error
            yield Pressed(page, scenario)

    def engines(self, object_type: str, format_name: str, provider: str) -> list[str]:
        """The page's engines of a format, the first of which reads all of it. ServerError."""
        with self.opened(Scenario(object_type, format_name, provider, "")) as pressed:
            return pressed.engines()


class Pressed:
    """The page, open at a scenario."""

    def __init__(self, page: Page, scenario: Scenario) -> None:
        self._page, self._scenario = page, scenario

    def engines(self) -> list[str]:
        """Those that can be chosen."""
        named: list[str] = self._page.get_by_role("combobox", name="Browser's engine").locator("option").all_inner_texts()
        return named

    def press(self, amount: int) -> tuple[float, float]:
        """Types an amount and presses the button: the time of parsing that the page shows, and that from the press until it is shown, ms. ServerError."""
        page = self._page
        try:
            number = page.get_by_role("spinbutton", name="Objects a slice")
            number.fill(f"{amount}")
            number.blur()
            if not number.evaluate("input => input.validity.valid"):
                raise _ended(self._scenario, page, f"it takes no {amount} objects")
            page.evaluate(_WATCH)
            page.get_by_role("button", name="Start", exact=True).click()
            whole_ms = float(page.evaluate(_SHOWN))
            found = _FIGURE.fullmatch(said := page.get_by_role("heading", level=1).inner_text().replace("\xa0", " "))
        except Error as error:
            raise _ended(self._scenario, page, error.message.splitlines()[0]) from error
        if found is None or int(found[1].replace(",", "")) != amount:
            alert = page.get_by_role("alert")
            raise _ended(self._scenario, page, alert.inner_text() if alert.count() else f"it says: {said}")
        return float(found[2]), whole_ms


def _ended(scenario: Scenario, page: Page, why: str) -> ServerError:
    return ServerError(f"the page has no figure of {scenario.name} by {scenario.engine or 'any engine'}", why=" ".join(why.split()), do=f"open {page.url}")
