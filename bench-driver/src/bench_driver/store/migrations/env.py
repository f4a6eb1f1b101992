"""What Alembic runs: the migrations, within the transaction that the store has begun, so that a
schema changes as a whole or not at all.
"""

from alembic import context

from bench_driver.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
)
# Another driver may have been faster; whoever comes second reads the version anew, under the lock
# of its own transaction.
context.run_migrations()
