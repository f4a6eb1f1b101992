"""The statistics: pure functions of numbers, one file a question, each formula with its source."""
