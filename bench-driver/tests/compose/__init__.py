"""The containers as a user has them: run by `make test-compose`, where a Docker engine answers."""
