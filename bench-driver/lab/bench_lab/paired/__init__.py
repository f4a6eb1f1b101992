"""Paired comparisons: two contenders in groups of slices, round after round, judged as a sweep."""
