"""What a browser's figures are worth: a wait of known length, and Node with the same code."""
