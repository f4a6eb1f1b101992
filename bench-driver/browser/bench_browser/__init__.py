"""The browser as a contender of a sweep: a consumer whose page in headless Chromium parses."""

__version__ = "0.2.0"
