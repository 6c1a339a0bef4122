"""Games whose whole runs leave: Spindelharpan."""

from .problem import problem_of

__all__ = ["problem_of"]
