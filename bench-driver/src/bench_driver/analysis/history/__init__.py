"""Nights in a row: where a scenario's figure changed its level, and whether somebody has to hear of
it.

Change points are found by Apache Otava (M. Fleming et al., "Hunter: Using Change Point Detection to
Hunt for Performance Regressions", ICPE 2023, doi 10.1145/3578244.3583719), in an environment of its
own; `worker` is what runs there.
"""
