"""Object types as their JSON Schemas describe them, and the sources that are made of them:
`object_types.py` beside this folder is the command.
"""
