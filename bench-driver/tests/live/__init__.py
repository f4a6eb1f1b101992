"""What both live servers must do alike: run by `make test-live`."""
