"""The limit: what the tight loop of each language's own benchmark tool gives, beside what the service reports of the same engine and bytes."""
