"""The guard: what it takes beside the parse, and whether windows tell that it ran."""
