"""The meter's proof of itself: runs whose right figure is known, and whether the servers report it."""
