"""What every program needs of its system: files that are whole, signals, processes, and where it
runs.
"""
