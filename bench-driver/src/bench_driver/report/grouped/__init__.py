"""The sections of a sweep in groups, in their order; each is a function of the facts, and says so where it has nothing to show."""
