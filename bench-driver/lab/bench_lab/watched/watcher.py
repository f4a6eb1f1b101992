"""Chromium, which opens the Live view and closes it again while a sweep runs."""

from __future__ import annotations

import random
import subprocess
import time
from contextlib import nullcontext

from playwright.sync_api import Browser

from bench_driver.errors import StackError
from bench_driver.ui.unheard import unheard

from .turns import Turn

#: Left out as the view opens or closes, s: loading it is no watching.
SETTLING_S = 2.0


def watch(browser: Browser, url: str, sweep: subprocess.Popen[bytes], seconds: float, dice: random.Random) -> list[Turn]:
    """Pairs of turns in random order, the view open in one and closed in the other, until the sweep ends. StackError where it failed."""
    turns: list[Turn] = []
    while sweep.poll() is None:
        for watching in dice.sample([True, False], 2):
            with unheard(browser, f"{url}?view=live") if watching else nullcontext():
                time.sleep(SETTLING_S)
                begun = time.time()
                _ended(sweep, seconds)
                turns.append(Turn(watching, begun, time.time()))
            if sweep.poll() is not None:
                break
    if sweep.returncode:
        raise StackError("the sweep that was watched failed", why=f"exit code {sweep.returncode}", do="see what it says above")
    return turns


def _ended(sweep: subprocess.Popen[bytes], seconds: float) -> None:
    """Waits so long, or until the sweep has ended."""
    try:
        sweep.wait(seconds)
    except subprocess.TimeoutExpired:
        return
