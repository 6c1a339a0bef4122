"""The eight variants in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Game:
    """How a variant is called, and what it is in a sentence."""

    variant: str
    name: "_StrPromise"
    line: "_StrPromise"

    @property
    def family(self) -> str:
        """The patience that it is a variant of, whose players have words of their own."""
        if self.variant == "EH":
            return "Easy Harp"
        return "Harpan" if self.variant.startswith("H") else "Spindelharpan"


_GAMES: Final = (
    Game(
        "EH",
        _("Easy Harp"),
        _("Two packs, nine strings, one card at a time. The stock comes round again."),
    ),
    Game(
        "HT",
        _("Harpan"),
        _("The patience that everybody knows. Three cards at a time."),
    ),
    Game(
        "HO",
        _("Harpan, one card"),
        _("One card at a time, and the stock comes round again."),
    ),
    Game(
        "HS",
        _("Harpan, one pass"),
        _("One card at a time, and only once through the stock."),
    ),
    Game(
        "HV",
        _("Harpan, Las Vegas"),
        _("The deck costs 52 dollars; each card that comes home pays five."),
    ),
    Game(
        "SO",
        _("Spindelharpan, one suit"),
        _("Eight runs from king to ace, all of spades. A good first one."),
    ),
    Game(
        "ST",
        _("Spindelharpan, two suits"),
        _("Spades and hearts. A run lifts only when it is of one suit."),
    ),
    Game(
        "SF",
        _("Spindelharpan, four suits"),
        _("All four suits. Few are won; every one is a story."),
    ),
)

GAMES: Final[Mapping[str, Game]] = MappingProxyType({game.variant: game for game in _GAMES})
