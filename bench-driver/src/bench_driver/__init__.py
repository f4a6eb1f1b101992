"""The driver of the deserialization testbed: starts its servers, sweeps their combinations, says
what differs and by how much.

Rooms, each of which imports only from those below it: `cli`; `report`; `analysis` and `measure`;
`plan`, `servers` and `store`; `stats`; `model` and `system`; `errors`. `model`, `plan` and `stats`
are pure.
"""

__version__ = "0.2.0"
