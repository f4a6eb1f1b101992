"""The study of microblogs: a generator's load on stores, and what became of it."""
