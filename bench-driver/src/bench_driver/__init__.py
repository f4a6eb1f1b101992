"""The driver of the deserialization testbed: starts its servers, sweeps their combinations, says what differs and by how much.

`cli/` holds one file a subcommand. `plan`, `stats`, `summary` and `charts` are pure; `client`, `stack` and `results` touch the world.
"""

__version__ = "0.1.0"
