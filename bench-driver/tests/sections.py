"""A section that must be there."""

from __future__ import annotations

from bench_driver.report.document import Section


def shown(section: Section | None) -> Section:
    assert section, "it was measured"
    return section
