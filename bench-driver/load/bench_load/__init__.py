"""Load on providers, whose objects a second and waits are measured, and on the web page, in `ui`.

`generators` are the programs that request, `rates` a round in a closed loop, `waits` one in an open
loop, `page` what both say. These requests go to providers alone; no object is parsed.
"""

__version__ = "0.2.0"
