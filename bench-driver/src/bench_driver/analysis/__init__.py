"""What the runs in a store say: figures, comparisons, facts and histories.

It draws nothing and starts nothing but Otava.
"""
