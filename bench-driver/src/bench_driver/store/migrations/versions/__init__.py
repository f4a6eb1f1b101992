"""A file a schema; its name begins with its number."""
