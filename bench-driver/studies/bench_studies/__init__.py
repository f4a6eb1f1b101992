"""Published studies, run again: each a file of data with its claims, answered one by one from sweeps in the store."""

__version__ = "0.1.0"
