"""Providers under load: how many objects a second each serves, and how long a client waits at a rate of its own.

`generators` are the programs that request, `rates` a round in a closed loop, `waits` one in an open loop, `page` what both say. Requests here go to providers
alone; no object is parsed.
"""
