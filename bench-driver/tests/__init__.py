"""The driver's tests; `live/` holds those against the real servers."""
