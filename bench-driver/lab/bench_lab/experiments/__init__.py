"""Experiments: what the conditions of a measurement do to the figures of one engine, whoever else it is compared with."""

from .experiment import Experiment
from .shared import SHARED
from .variants import VARIANTS

#: In the order in which a round makes them: what `variants` does to a process comes after what `shared` measures in it.
EXPERIMENTS: tuple[Experiment, ...] = (SHARED, VARIANTS)
