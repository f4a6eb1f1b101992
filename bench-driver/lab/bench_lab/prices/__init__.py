"""Prices: what a guarantee, or a choice of a library's user, costs. Slices of two readers, which differ in that alone, in alternation."""
