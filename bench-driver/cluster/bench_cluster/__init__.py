"""Sweeps on many machines: each measures whole rounds by itself, and one driver records them."""

__version__ = "0.2.0"
