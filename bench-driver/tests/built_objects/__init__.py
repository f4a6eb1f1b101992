"""Tests that compile both servers: `make test-objects`."""
