"""The driver's own stub, under the name by which the live tests know it."""

from bench_driver.endure.stub import Behaviour, StubProvider, after, answering, response

__all__ = ["Behaviour", "StubProvider", "after", "answering", "response"]
