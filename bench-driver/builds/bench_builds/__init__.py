"""Builds beside the usual ones: setups, `upgrade-check`, and flame graphs of a run."""

__version__ = "0.2.0"
