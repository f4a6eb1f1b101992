"""Student's t distribution: its tail and its quantile, without a library of that weight."""

from __future__ import annotations

from functools import cache
from math import exp, lgamma, log, log1p, sqrt

_STEPS, _TINY, _CLOSE = 500, 1e-300, 1e-15


def two_sided(t: float, degrees: float) -> float:
    """P(|T| >= |t|), 0 to 1: I_x(degrees/2, 1/2) at x = degrees / (degrees + t^2). Abramowitz, Stegun, 26.7.1 and 26.5.27."""
    return _regularized_beta(degrees / (degrees + t * t), degrees / 2, 0.5)


@cache
def quantile(confidence: float, degrees: float) -> float:
    """The t that a two-sided interval of that confidence reaches; by bisection, to 1e-12 of it."""
    low, high = 0.0, 1.0
    while two_sided(high, degrees) > 1 - confidence:
        low, high = high, high * 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided(middle, degrees) > 1 - confidence else (low, middle)
    return (low + high) / 2


def half_width(deviation: float, count: int, confidence: float) -> float:
    """Half of the interval of a mean of `count` values with that standard deviation (of `count` - 1)."""
    return quantile(confidence, count - 1) * deviation / sqrt(count)


def _regularized_beta(x: float, a: float, b: float) -> float:
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _regularized_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    return front * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """NIST's Digital Library of Mathematical Functions, 8.17.22, by Lentz's method as Thompson and Barnett changed it (J. Comput. Phys. 64, 1986)."""
    c, d = 1.0, 1 / _solid(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _STEPS):
        for step in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / _solid(1 + step * d)
            c = _solid(1 + step / c)
            value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return value


def _solid(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
