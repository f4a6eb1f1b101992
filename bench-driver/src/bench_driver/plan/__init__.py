"""What a sweep will do, decided before it starts. Pure."""
