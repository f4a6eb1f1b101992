"""The servers of a sweep: which there are, who gives them, how they are started, reached and asked,
and that they are who they should be.
"""
