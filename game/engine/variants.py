"""The eight variants, each stating its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, Final

from .rules import Build, Foundation, Lift, Passes, Rules, Scoring, Space, Stock

EASY_HARP: Final = Rules(
    variant="EH",
    title="Easy Harp",
    copies=2,
    suits=4,
    columns=(1, 2, 3, 4, 5, 6, 7, 8, 9),
    stock=Stock.WASTE,
    draw=1,
    passes=Passes.UNLIMITED,
    build=Build.OTHER_COLOUR,
    lift=Lift.ONE_CARD,
    space=Space.KING,
    foundation=Foundation.RESERVED,
    foundations=8,
    scoring=Scoring(
        start=0,
        floor=0,
        foundation=10,
        once_a_card=True,
        turn_up=5,
        waste_to_column=5,
        take_back=0,
    ),
    undo_limit=100,
)

HARPAN: Final = Rules(
    variant="HT",
    title="Harpan",
    copies=1,
    suits=4,
    columns=(1, 2, 3, 4, 5, 6, 7),
    stock=Stock.WASTE,
    draw=3,
    passes=Passes.UNLIMITED,
    build=Build.OTHER_COLOUR,
    lift=Lift.RUN,
    space=Space.KING,
    foundation=Foundation.FIRST_FREE,
    foundations=4,
    scoring=Scoring(
        start=0,
        floor=0,
        foundation=10,
        once_a_card=False,
        turn_up=5,
        waste_to_column=5,
        take_back=-15,
    ),
    undo_limit=100,
)

HARPAN_ONE_CARD: Final = replace(HARPAN, variant="HO", title="Harpan, one card", draw=1)

HARPAN_ONE_PASS: Final = replace(
    HARPAN_ONE_CARD, variant="HS", title="Harpan, one card, one pass", passes=Passes.ONE
)

LAS_VEGAS: Final = replace(
    HARPAN,
    variant="HV",
    title="Harpan, Las Vegas",
    scoring=Scoring(
        start=-52,
        floor=None,
        foundation=5,
        once_a_card=False,
        turn_up=0,
        waste_to_column=0,
        take_back=-5,
    ),
)

SPINDELHARPAN_ONE_SUIT: Final = Rules(
    variant="SO",
    title="Spindelharpan, one suit",
    copies=8,
    suits=1,
    columns=(6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
    stock=Stock.ROW,
    draw=10,
    passes=Passes.NONE,
    build=Build.ANY_SUIT,
    lift=Lift.SUIT_RUN,
    space=Space.ANYTHING,
    foundation=Foundation.WHOLE_RUNS,
    foundations=8,
    scoring=Scoring(
        start=0,
        floor=0,
        foundation=100,
        once_a_card=False,
        turn_up=5,
        waste_to_column=0,
        take_back=0,
    ),
    undo_limit=400,
)

SPINDELHARPAN_TWO_SUITS: Final = replace(
    SPINDELHARPAN_ONE_SUIT, variant="ST", title="Spindelharpan, two suits", copies=4, suits=2
)

SPINDELHARPAN_FOUR_SUITS: Final = replace(
    SPINDELHARPAN_ONE_SUIT, variant="SF", title="Spindelharpan, four suits", copies=2, suits=4
)

VARIANTS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        rules.variant: rules
        for rules in (
            EASY_HARP,
            HARPAN,
            HARPAN_ONE_CARD,
            HARPAN_ONE_PASS,
            LAS_VEGAS,
            SPINDELHARPAN_ONE_SUIT,
            SPINDELHARPAN_TWO_SUITS,
            SPINDELHARPAN_FOUR_SUITS,
        )
    }
)
"""Rules by the two letters of the variant, in the order in which they are listed everywhere."""


def rules_data(rules: Rules) -> dict[str, Any]:
    """The stated fields of Rules as plain data (keys in snake case), as it is exported."""
    data: dict[str, Any] = {}
    for each in fields(rules):
        if each.init:
            value = getattr(rules, each.name)
            data[each.name] = list(value) if isinstance(value, tuple) else value
    data["scoring"] = {each.name: getattr(rules.scoring, each.name) for each in fields(Scoring)}
    data["cards"] = rules.cards
    return data
