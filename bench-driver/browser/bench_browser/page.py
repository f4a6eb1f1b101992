"""Chromium and the one page in it, which parses. What it measures, `web-client/src/trying` has."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from playwright.async_api import Error, Page, async_playwright
from playwright.sync_api import Browser, sync_playwright

from bench_driver.errors import SetupError

from .problem import ProblemError

#: Whether the page's code is there.
THERE = "Boolean(globalThis.contender)"
#: How long it may take to load, s.
_LOADS_S = 60.0
_NAMES = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Reading:
    """Who reads, and where the page finds the bodies."""

    engine: str
    bodies: str


@dataclass(frozen=True)
class Hold:
    """What the page is to have ready.

    `other` reads the same objects in another format, and each is compared.
    """

    type: str
    mine: Reading
    other: Reading | None


class Chromium:
    """The page, once it is there; what it is asked is done one after the other."""

    def __init__(self, page: Page, version: str) -> None:
        self._page, self.version = page, version
        self._held: Hold | None = None
        #: whether the page is still there
        self.well = True
        page.on("crash", self._gone)
        page.on("close", self._gone)

    def _gone(self, _: Page) -> None:
        self.well = False

    async def engines(self) -> list[dict[str, Any]]:
        """Each engine with its library, version, format and object types."""
        return [dict(one) for one in await self._page.evaluate("contender.engines()")]

    async def hold(self, wanted: Hold) -> None:
        """Has an engine and bodies ready; does nothing where the same are.

        Raises:
            ProblemError: an object is not as another format has it
        """
        if self._held != wanted:
            await self._done("wanted => contender.hold(wanted)", asdict(wanted))
            self._held = wanted

    async def slice(self, lead: int, amount: int) -> dict[str, Any]:
        """Parses this many uncounted, then this many. ProblemError."""
        return await self._done("([lead, amount]) => contender.slice(lead, amount)", [lead, amount])

    async def stop(self) -> None:
        """Ends what it parses, and lets go of what it holds."""
        self._held = None
        await self._page.evaluate("contender.stop()")

    async def _done(self, what: str, given: Any) -> dict[str, Any]:
        try:
            found = dict(await self._page.evaluate(what, given))
        except Error as error:
            found = {"failed": error.message.strip().splitlines()[0]}
        if "failed" in found:
            self._held = None
            raise ProblemError(500, "deserialize_failed", found["failed"])
        return found


def program() -> str:
    """The Chromium that the machine has; SetupError where it has none."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if not found:
        raise SetupError(
            "no Chromium is here",
            why=f"none of {', '.join(_NAMES)} is in PATH",
            do="install it: apt-get install chromium",
        )
    return found


@contextmanager
def headless() -> Iterator[Browser]:
    """Chromium for whoever opens pages of its own, until the block ends; one in a process.

    Raises:
        SetupError: there is none
    """
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program())
        try:
            yield launched
        finally:
            launched.close()


@asynccontextmanager
async def chromium(url: str) -> AsyncIterator[Chromium]:
    """Headless Chromium with that page in it.

    Raises:
        SetupError: there is none, or its clock is coarser than a page of its own origin
            may have
    """
    found = program()
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=found)
        page = await launched.new_page()
        await page.goto(url)
        try:
            async with asyncio.timeout(_LOADS_S):
                # Playwright's own wait evaluates a text in the page, which its policy forbids.
                while not await page.evaluate(THERE):
                    await asyncio.sleep(0.02)
        except TimeoutError as error:
            raise SetupError(
                "the page did not load",
                why=f"its code was not there within {_LOADS_S:.0f} s",
                do="build it anew: `make web`",
            ) from error
        if not await page.evaluate("crossOriginIsolated"):
            raise SetupError(
                "the page's clock is too coarse",
                why="it is not isolated, so it steps by 100 us",
                do="report it as a defect",
            )
        yield Chromium(page, launched.version)
        await launched.close()
