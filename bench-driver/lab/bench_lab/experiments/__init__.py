"""Experiments: what the conditions of a measurement, and the settings of an engine, do to its figures, whoever else it is compared with."""

from .blackbird import BLACKBIRD
from .checks import CHECKS
from .experiment import Experiment
from .floors import FLOORS, PASSES
from .shared import SHARED
from .variants import VARIANTS

#: In the order in which a round makes them, those together that share processes: what `variants` does to one comes after what `shared` measures in it.
PARTS: tuple[tuple[Experiment, ...], ...] = ((CHECKS, BLACKBIRD), (FLOORS, PASSES), (SHARED, VARIANTS))
EXPERIMENTS = tuple(experiment for part in PARTS for experiment in part)
