"""Experiments: what the conditions of a measurement, and the settings of an engine, do to its figures, whoever else it is compared with."""

from .blackbird import BLACKBIRD
from .checks import CHECKS
from .experiment import Experiment
from .shared import SHARED
from .variants import VARIANTS

#: In the order in which a round makes them: what `variants` does to a process comes after what `shared` measures in it.
EXPERIMENTS: tuple[Experiment, ...] = (CHECKS, BLACKBIRD, SHARED, VARIANTS)
