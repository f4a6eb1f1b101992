"""The clients' program: `python -m bench_studies.stores.clients`, with its job as JSON on stdin."""
