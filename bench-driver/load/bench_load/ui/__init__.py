"""The page as somebody at the screen has it: a robot presses its button, and reads the figure."""
