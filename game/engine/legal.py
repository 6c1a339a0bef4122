"""Which actions apply now, without trying them one by one."""

from __future__ import annotations

from typing import Final

from .actions import LONGEST_RUN, TAP_STOCK, Action, ActionKind
from .cards import Faces
from .rules import SPACE, Lift, Passes, Rules
from .table import State, Table, place_for

_UNLIMITED: Final = Passes.UNLIMITED
_ONE_CARD: Final = Lift.ONE_CARD
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

    The order is that of the tokens' piles: the stock, the waste, the columns left to right (each to
    its foundation, then to columns, fewest cards first), the foundations.
    """
    state = table.state
    if state.won:
        return []
    columns, hidden, talon, drawn, foundations, *_ = state
    lays_on = rules.lays_on
    lasts = [faces[column[-1]] if column else SPACE for column in columns]
    by_card = rules.by_card
    legal = [TAP_STOCK] if _stock_can_be_tapped(rules, state) else []

    if drawn:
        takes = lays_on[faces[talon[drawn - 1]]]
        legal += [_WASTE_TO_COLUMN[to] for to, last in enumerate(lasts) if takes[last]]
        if place_for(rules, faces, foundations, talon[drawn - 1]) >= 0:
            legal.append(_WASTE_TO_FOUNDATION)

    lifts_units = rules.lift is not _ONE_CARD or SPACE in lasts
    for source, column in enumerate(columns):
        if not column:
            continue
        if by_card and place_for(rules, faces, foundations, column[-1]) >= 0:
            legal.append(_TO_FOUNDATION[source])
        # No card of a column can be laid on the column's own last card: that one is no higher.
        takes = lays_on[lasts[source]]
        moves = _TO_COLUMN[source]
        legal += [moves[to][1] for to, last in enumerate(lasts) if takes[last]]
        if lifts_units and len(column) - hidden[source] > 1:
            legal += _unit_moves(rules, faces, state, source, lasts)

    if by_card:
        for place, pile in enumerate(foundations):
            if pile:
                takes = lays_on[faces[pile[-1]]]
                backs = _TAKE_BACK[place]
                legal += [backs[to] for to, last in enumerate(lasts) if takes[last]]
    return legal


def _stock_can_be_tapped(rules: Rules, state: State) -> bool:
    if not state.talon:
        return False
    if rules.rows:
        return all(state.columns)
    return rules.passes is _UNLIMITED or state.drawn < len(state.talon)


def _unit_moves(
    rules: Rules, faces: Faces, state: State, source: int, lasts: list[int]
) -> list[Action]:
    """The moves of two or more cards of column `source`."""
    column = state.columns[source]
    moves = _TO_COLUMN[source]
    only_to_spaces = rules.lift is _ONE_CARD
    legal = []
    face = lasts[source]
    for count in range(2, len(column) - state.hidden[source] + 1):
        upper = faces[column[-count]]
        if not rules.lifts_with[face][upper]:
            break
        face = upper
        takes = rules.lays_on[face]
        for to, last in enumerate(lasts):
            if takes[last] and (last == SPACE or not only_to_spaces):
                legal.append(moves[to][count])
    return legal
