"""The study of drivers: a client in each language, and how a trial of one is measured."""
