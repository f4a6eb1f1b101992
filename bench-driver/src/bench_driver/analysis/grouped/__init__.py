"""What a sweep that measures in groups of slices says: its ratios, how sure they are, and what they may claim."""
