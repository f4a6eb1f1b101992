"""The meter's proof: runs whose right figure is known, and whether the servers report it."""
