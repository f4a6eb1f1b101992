"""Published studies, run again: each a file of data with its claims, answered one by one from
sweeps in the store, or from trials on real stores.
"""

__version__ = "0.2.0"

#: The sweeps that a study may need: of its claims, of what could explain its figure, by amounts,
#: and of the claims that a browser answers.
PARTS = ("claims", "ladder", "amounts", "browser")
