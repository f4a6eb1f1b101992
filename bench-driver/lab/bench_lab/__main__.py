"""`python -m bench_lab`."""

from .cli import main

raise SystemExit(main())
