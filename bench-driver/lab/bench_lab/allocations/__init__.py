"""What a parse allocates, by every engine."""
