"""Making a sweep: servers are met, rounds measured, and each run is written down as it ends."""
