"""Which actions apply now, without trying them one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from .actions import LONGEST_RUN, TAP_STOCK, Action, ActionKind
from .cards import Faces
from .rules import SPACE, Lift, Passes, Rules
from .table import Table, place_for

Ends: TypeAlias = dict[int, tuple[int, ...]]
"""The columns that end in a face, left to right; the empty ones under SPACE."""

_UNLIMITED: Final = Passes.UNLIMITED
_ONE_CARD: Final = Lift.ONE_CARD
_ONLY_SPACE: Final = (SPACE,)
_COLUMNS: Final = range(10)

# Every action once, so that listing them makes no new ones: by source, by target, by count.
_WASTE_TO_COLUMN: Final = [Action(ActionKind.WASTE_TO_COLUMN, target=to) for to in _COLUMNS]
_WASTE_TO_FOUNDATION: Final = Action(ActionKind.WASTE_TO_FOUNDATION)
_TO_FOUNDATION: Final = [Action(ActionKind.COLUMN_TO_FOUNDATION, source) for source in _COLUMNS]
_TO_COLUMN: Final = [
    [
        [Action(ActionKind.COLUMN_TO_COLUMN, source, to, n) for n in range(LONGEST_RUN + 1)]
        for to in _COLUMNS
    ]
    for source in _COLUMNS
]
_TAKE_BACK: Final = [
    [Action(ActionKind.TAKE_BACK, place, to) for to in _COLUMNS] for place in range(8)
]


def legal_actions(rules: Rules, faces: Faces, table: Table) -> list[Action]:
    """All actions that `apply` accepts, but for U; none on a won table.

    Equal tables give them in the same order: the stock, the waste, the columns left to right (each
    to its foundation, then to columns, fewest cards first), the foundations.
    """
    columns, hidden, talon, drawn, foundations, _, _, won = table.state
    if won:
        return []
    bases = rules.bases
    lasts = [faces[column[-1]] if column else SPACE for column in columns]
    ends = _columns_by_last(lasts)
    legal = [TAP_STOCK] if _stock_can_be_tapped(rules, table) else []

    if drawn:
        card = talon[drawn - 1]
        if takers := _takers(bases[faces[card]], ends):
            legal += [_WASTE_TO_COLUMN[to] for to in takers]
        if place_for(rules, faces, foundations, card) >= 0:
            legal.append(_WASTE_TO_FOUNDATION)

    lifts_units = rules.lift is not _ONE_CARD or SPACE in ends
    for source, column in enumerate(columns):
        if not column:
            continue
        if place_for(rules, faces, foundations, column[-1]) >= 0:
            legal.append(_TO_FOUNDATION[source])
        # A column never takes a card of its own: its last card is no higher.
        if takers := _takers(bases[lasts[source]], ends):
            legal += [_TO_COLUMN[source][to][1] for to in takers]
        if lifts_units and len(column) - hidden[source] > 1:
            legal += _unit_moves(rules, faces, table, source, ends)

    if rules.by_card:
        for place, pile in enumerate(foundations):
            if pile and (takers := _takers(bases[faces[pile[-1]]], ends)):
                legal += [_TAKE_BACK[place][to] for to in takers]
    return legal


def _columns_by_last(lasts: list[int]) -> Ends:
    ends: Ends = {}
    for at, last in enumerate(lasts):
        ends[last] = (*ends[last], at) if last in ends else (at,)
    return ends


def _takers(bases: tuple[int, ...], ends: Ends) -> tuple[int, ...]:
    """The columns that end in one of the bases."""
    found: tuple[int, ...] = ()
    for base in bases:
        if base in ends:
            found += ends[base]
    return found


def _stock_can_be_tapped(rules: Rules, table: Table) -> bool:
    columns, _, talon, drawn, *_ = table.state
    if not talon:
        return False
    if rules.rows:
        return all(columns)
    return rules.passes is _UNLIMITED or drawn < len(talon)


def _unit_moves(
    rules: Rules, faces: Faces, table: Table, source: int, ends: Ends
) -> Iterator[Action]:
    """The moves of two or more cards of column `source`."""
    column = table.columns[source]
    face = faces[column[-1]]
    for count in range(2, len(column) - table.hidden[source] + 1):
        upper = faces[column[-count]]
        if not rules.lifts_with[face][upper]:
            break
        face = upper
        bases = rules.bases[face]
        if rules.lift is _ONE_CARD:
            bases = _ONLY_SPACE if SPACE in bases else ()
        for to in _takers(bases, ends):
            yield _TO_COLUMN[source][to][count]
