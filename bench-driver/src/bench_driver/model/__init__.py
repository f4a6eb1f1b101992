"""What a sweep is about, as plain data: scenarios, plans, runs and their answers.

It knows no server, no store and no screen.
"""
