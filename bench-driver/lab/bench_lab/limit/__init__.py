"""The limit: slices of each language's own benchmark tool, beside slices of the service on the same engine and bodies."""
