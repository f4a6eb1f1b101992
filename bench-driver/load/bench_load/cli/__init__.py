"""The commands `providers` and `ui-sweep` of `bench-driver`."""
