"""What the servers endure: providers that fail, hostile bodies, crowds and time.

Each is done to both, looked at from outside, and answered by a table.
"""
