"""Games whose cards go to foundations one by one: Easy Harp and the Klondikes."""

from .problem import problem_of

__all__ = ["problem_of"]
