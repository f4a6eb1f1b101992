"""The store: what was planned and what was measured, on SQLite or PostgreSQL. Runs are only
appended; of a round that was cut they become void.

`schema` has the tables, `opening` opens a store, `database` is one that is open, `migrate` brings
it to this driver's schema, `write` and `read` are all that others call but for whole sweeps:
`prune` takes them out, `copy` takes them elsewhere.
"""
