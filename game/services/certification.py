"""Whether a daily deal may be published. The one place where that is decided."""

from game.engine.cards import Deck
from game.engine.rules import Rules


def is_certified(rules: Rules, deck: Deck) -> bool:  # noqa: ARG001
    """Whether the deal may be played; where not, the seed's next draw is looked at.

    Every deal passes until there is a solver to find it a winning line.
    """
    return True
