"""The driver of the deserialization testbed: starts its servers, sweeps their combinations, says what differs and by how much.

`cli/` holds one file a subcommand. `plan`, `presets`, `amounts` and `stats` are pure and load no more than numpy. `points`, `figures`, `compare`, `summary` and
`markdown` are pure too, but know the store's rows. `client`, `stack`, `runs`, `rounds`, `sweep` and `results` touch the world.
"""

__version__ = "0.1.0"
