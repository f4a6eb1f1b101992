"""Object types of a user's own: from samples or a schema to what servers are built of."""

__version__ = "0.2.0"
