"""`python -m bench_driver`."""

from .cli import main

raise SystemExit(main())
