"""The differential fuzzer: both servers must say the same of every body. Its parts are pure but for
`wire.py` and `differential.py`; docs/fuzzing.md says how to run it.
"""
