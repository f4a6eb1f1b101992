"""A robot before the page: it opens Try it, types a number, presses Start, and reads the figure.

The browser alone parses, each object requested anew, nothing warmed up: what somebody sees who
opens the page and presses the button.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from playwright.sync_api import Browser, Error

from bench_driver.errors import ServerError

from .plan import Scenario
from .unheard import Unheard, unheard

#: How long the page may take to open, s, and a press until it shows something: a provider that
#: hangs shall end it.
_OPENS_S, _SHOWS_S = 30.0, 600.0
#: How often a page that opens is looked at, s.
_LOOKS_S = 0.02
_START = (
    """[...document.querySelectorAll("button")].find((button) => button.textContent === "Start")"""
)
#: Of the choice that is labelled so.
_CHOSEN = """(label) => [...document.querySelectorAll("label.choice")]
    .find((choice) => choice.querySelector("span").textContent === label)"""
_ENGINES = f"""() => [...({_CHOSEN})("Browser's engine").querySelectorAll("option")]
    .map((option) => option.textContent)"""
_NUMBER = f"""({_CHOSEN})("Objects a slice").querySelector("input")"""
_FOCUS = f"() => {{ {_NUMBER}.focus(); {_NUMBER}.select(); }}"
_LEAVE = f"() => {{ {_NUMBER}.blur(); return {_NUMBER}.validity.valid; }}"
#: The middle of the button, by where it lies in the window.
_BUTTON = f"""() => {{
  const button = {_START};
  button.scrollIntoView({{ block: "center" }});
  const {{ x, y, width, height }} = button.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}}"""
_FIGURE = re.compile(r"The browser parses ([\d,]+) objects? in ([\d.]+) ms\.")
#: From the press, by the time that the browser gives the event, until what it led to was painted: a
#: message that a frame posts comes after its paint.
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
_SAID = (
    """() => ["h1", "[role=alert]"].map((name) => document.querySelector(name)?.innerText ?? "")"""
)


class Robot:
    """Chromium, and who sits before it."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        #: which Chromium
        self.version = browser.version

    @contextmanager
    def opened(self, scenario: Scenario) -> Iterator[Pressed]:
        """The page at a scenario, just loaded in a window of its own, until the block ends.

        ServerError, also where the page ends in the block.
        """
        asked = {
            "view": "try",
            "type": scenario.object_type,
            "format": scenario.format,
            "provider": scenario.provider,
            "engine": scenario.engine,
        }
        alone = {"condition": "block", "warmup": "0", "beside": "nobody", "slices": "1"}
        url = f"{self._url}?{urlencode({**asked, **alone})}"
        with unheard(self._browser, url) as page:
            pressed = Pressed(page, scenario, url)
            try:
                pressed.wait()
                yield pressed
            except Error as error:
                raise pressed.ended(error.message.splitlines()[0]) from error

    def engines(self, object_type: str, format_name: str, provider: str) -> list[str]:
        """The page's engines of a format, the first of which reads all of it. ServerError."""
        with self.opened(Scenario(object_type, format_name, provider, "")) as pressed:
            return pressed.engines()


class Pressed:
    """The page, open at a scenario."""

    def __init__(self, page: Unheard, scenario: Scenario, url: str) -> None:
        self._page, self._scenario, self._url = page, scenario, url

    def wait(self) -> None:
        """Until the button is there. ServerError, Error."""
        until = time.monotonic() + _OPENS_S
        while not self._page.evaluate(f"() => Boolean({_START})"):
            if time.monotonic() > until:
                raise self.ended("it has no button Start")
            time.sleep(_LOOKS_S)

    def engines(self) -> list[str]:
        """Those that can be chosen. Error."""
        return list(self._page.evaluate(_ENGINES))

    def press(self, amount: int) -> tuple[float, float]:
        """Types an amount and presses the button.

        The time of parsing that the page shows, and from the press until it is shown, ms.

        Raises:
            ServerError: the page shows another thing, or nothing
            Error: Chromium fails
        """
        page = self._page
        page.evaluate(_FOCUS)
        page.type(f"{amount}")
        if not page.evaluate(_LEAVE):
            raise self.ended(f"it takes no {amount} objects")
        page.evaluate(_WATCH)
        page.click(*page.evaluate(_BUTTON))
        whole_ms = float(page.evaluate("() => shown", within_s=_SHOWS_S))
        said, alert = (text.replace("\xa0", " ") for text in page.evaluate(_SAID))
        if (found := _FIGURE.fullmatch(said)) is None or int(found[1].replace(",", "")) != amount:
            raise self.ended(alert or f"it says: {said}")
        return float(found[2]), whole_ms

    def ended(self, why: str) -> ServerError:
        """What there is to say where no figure came."""
        engine = self._scenario.engine or "any engine"
        return ServerError(
            f"the page has no figure of {self._scenario.name} by {engine}",
            why=" ".join(why.split()),
            do=f"open {self._url}",
        )
