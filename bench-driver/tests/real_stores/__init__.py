"""Pairs of real stores; each test is skipped where its store is not installed."""
