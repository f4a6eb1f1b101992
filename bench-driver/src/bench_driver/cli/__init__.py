"""The command line: a registry of subcommands, and the one place where errors become words and exit codes."""
