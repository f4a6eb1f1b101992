"""The browser as a contender of a sweep: a consumer of the contract whose parsing is done by a page in headless Chromium."""
