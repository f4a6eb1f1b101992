"""The lab: what proves that the testbed can be believed.

It needs a checkout, and no sweep needs it.
"""

__version__ = "0.2.0"
