"""The table of a game as a value, and the one function that plays on it.

A table is made of deck positions and gives no face away. `apply` takes the faces beside it: the
whole deck, or what a player has seen with UNKNOWN for the rest. It reads the faces of no cards but
those that have turned up or turn up in the very action, so both give the same table.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias, cast

from .actions import Action, ActionKind
from .cards import ACE, MOST_CARDS, SUIT_SIZE, Faces, rank_of
from .errors import Reason, Refused
from .rules import SPACE, Lift, Passes, Rules

Pile: TypeAlias = tuple[int, ...]
"""Deck positions, the deepest first."""

_NOTHING: Final[Pile] = ()


State: TypeAlias = tuple[
    tuple[Pile, ...],  # columns
    tuple[int, ...],  # hidden: the face-down cards of each column, which are its deepest
    Pile,  # talon: the waste from its bottom, then the stock, next card first
    int,  # drawn: how many cards of the talon are waste; a redeal sets it to 0
    tuple[Pile, ...],  # foundations
    int,  # score
    int,  # credited: bit set of the positions that have earned foundation points, if once only
    bool,  # won
]
"""What an undo brings back. A plain tuple, because it is taken apart and made on every action: a
class with names costs a sixth of the speed of a replay."""

States: TypeAlias = "tuple[State, States | None]"
"""A linked list of states, the newest first."""


class Table(NamedTuple):
    """A game after some actions. Equal tables have equal futures."""

    state: State
    moves: int
    """Accepted actions except U."""
    undos: int
    """Accepted U."""
    turned: Pile
    """Deck positions in the order of their first turning up, without those face up at first."""
    known: int
    """Bit set of the deck positions that have turned up, with those face up at first."""
    recent: States | None
    """States that can come back. Cutting the oldest off one list would copy it at every action, so
    there are two, of at most `undo_limit` states: a full `recent` becomes `older`, and what was
    `older` is forgotten."""
    older: States | None
    standing: int
    """Actions that stand, that is, neither undone nor U."""
    forgotten: int
    """How many of them, the first ones, can never be undone."""

    @property
    def columns(self) -> tuple[Pile, ...]:
        """The columns, left to right, each from its deepest card."""
        return self.state[0]

    @property
    def hidden(self) -> tuple[int, ...]:
        """Face-down cards of each column."""
        return self.state[1]

    @property
    def stock(self) -> Pile:
        """The undealt cards, the next one first."""
        return self.state[2][self.state[3] :]

    @property
    def waste(self) -> Pile:
        """The turned cards, the top one last."""
        return self.state[2][: self.state[3]]

    @property
    def foundations(self) -> tuple[Pile, ...]:
        """The foundations a, b, c ..., each from its first card."""
        return self.state[4]

    @property
    def score(self) -> int:
        """Points so far."""
        return self.state[5]

    @property
    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return self.state[7]

    @property
    def ply(self) -> int:
        """Accepted actions, U included: the length of the log."""
        return self.moves + self.undos

    @property
    def undoable(self) -> int:
        """How many U would be accepted in a row now."""
        return self.standing - self.forgotten

    def __repr__(self) -> str:
        return f"<Table ply={self.ply} moves={self.moves} score={self.score} won={self.won}>"


# On every action: making a Table as a tuple is twice as fast as calling it, and a module's name
# ten times as fast as a member of an enum.
_make: Final = tuple.__new__
_BIT: Final = tuple(1 << at for at in range(MOST_CARDS))
_UNDO: Final = ActionKind.UNDO
_TAP_STOCK: Final = ActionKind.TAP_STOCK
_COLUMN_TO_COLUMN: Final = ActionKind.COLUMN_TO_COLUMN
_COLUMN_TO_FOUNDATION: Final = ActionKind.COLUMN_TO_FOUNDATION
_WASTE_TO_COLUMN: Final = ActionKind.WASTE_TO_COLUMN
_WASTE_TO_FOUNDATION: Final = ActionKind.WASTE_TO_FOUNDATION
_UNLIMITED: Final = Passes.UNLIMITED
_ONE_CARD: Final = Lift.ONE_CARD


def opening(rules: Rules) -> Table:
    """Deal: columns one by one from deck position 0 on, the rest is the stock."""
    columns = []
    dealt = 0
    for height in rules.columns:
        columns.append(tuple(range(dealt, dealt + height)))
        dealt += height
    hidden = tuple(height - 1 for height in rules.columns)
    talon = tuple(range(dealt, rules.cards))
    foundations = (_NOTHING,) * rules.foundations
    state = (tuple(columns), hidden, talon, 0, foundations, rules.scoring.start, 0, False)
    known = sum(1 << at for at in rules.opening_up)
    return Table(state, 0, 0, _NOTHING, known, None, None, 0, 0)


def apply(rules: Rules, faces: Faces, table: Table, action: Action) -> Table:
    """The table after the action; raises Refused and changes nothing where it is not allowed.

    `faces` holds the face at each deck position, UNKNOWN where it is not known.
    """
    kind = action.kind
    if kind is _UNDO:
        return _undo(rules, table)
    state = table.state
    if state[-1]:
        raise Refused(Reason.ALREADY_WON)
    if kind is _TAP_STOCK:
        after, up = _deal_row(rules, faces, state) if rules.rows else _turn_stock(rules, state)
    elif kind is _COLUMN_TO_COLUMN:
        after, up = _column_to_column(rules, faces, state, action)
    elif not rules.by_card:
        raise Refused(Reason.NOT_ALLOWED_HERE)
    elif kind is _WASTE_TO_FOUNDATION:
        after, up = _waste_to_foundation(rules, faces, state)
    elif kind is _COLUMN_TO_FOUNDATION:
        after, up = _column_to_foundation(rules, faces, state, action)
    elif kind is _WASTE_TO_COLUMN:
        after, up = _waste_to_column(rules, faces, state, action)
    else:
        after, up = _take_back(rules, faces, state, action)

    _, moves, undos, turned, known, recent, older, standing, forgotten = table
    for at in up:
        if not known & _BIT[at]:
            known |= _BIT[at]
            turned += (at,)
    limit = rules.undo_limit
    if standing % limit == 0:
        recent, older = None, recent
    if standing - forgotten == limit:
        forgotten += 1
    recent = (state, recent)
    return _make(
        Table,
        (after, moves + 1, undos, turned, known, recent, older, standing + 1, forgotten),
    )


def _undo(rules: Rules, table: Table) -> Table:
    _, moves, undos, turned, known, recent, older, standing, forgotten = table
    if standing == forgotten:
        raise Refused(Reason.UNDO_LIMIT if forgotten else Reason.NOTHING_TO_UNDO)
    state, recent = cast(States, recent)  # while anything is remembered, recent is not empty
    standing -= 1
    if standing % rules.undo_limit == 0:
        recent, older = older, None
    return Table(state, moves, undos + 1, turned, known, recent, older, standing, forgotten)


def _turn_stock(rules: Rules, state: State) -> tuple[State, Pile]:
    columns, hidden, talon, drawn, foundations, score, credited, won = state
    size = len(talon)
    if drawn < size:
        end = drawn + rules.draw
        if end > size:
            end = size
    elif not talon:
        raise Refused(Reason.STOCK_EMPTY)
    elif rules.passes is not _UNLIMITED:
        raise Refused(Reason.NO_PASSES_LEFT)
    else:
        end = 0
    after = (columns, hidden, talon, end, foundations, score, credited, won)
    return after, talon[drawn:end]


def _deal_row(rules: Rules, faces: Faces, state: State) -> tuple[State, Pile]:
    columns, hidden, talon, drawn, foundations, score, credited, won = state
    row = talon[: rules.draw]
    if not row:
        raise Refused(Reason.STOCK_EMPTY)
    if not all(columns):
        raise Refused(Reason.FILL_EMPTY_COLUMNS)
    laid = tuple((*column, at) for column, at in zip(columns, row, strict=True))
    talon = talon[rules.draw :]
    after = (laid, hidden, talon, drawn, foundations, score, credited, won)
    up = row
    for target in range(len(columns)):
        after, freed = _run_leaves(rules, faces, after, target)
        up += freed
    return after, up


def _column_to_column(
    rules: Rules, faces: Faces, state: State, action: Action
) -> tuple[State, Pile]:
    columns, hidden, talon, drawn, foundations, score, credited, won = state
    source, target = action.source, action.target
    if source >= len(columns) or target >= len(columns):
        raise Refused(Reason.NO_SUCH_PILE)
    if source == target:
        raise Refused(Reason.SAME_PILE)
    column = columns[source]
    if not column:
        raise Refused(Reason.EMPTY_PILE)
    first = len(column) - action.count
    if first < hidden[source]:
        raise Refused(Reason.HIDDEN_CARD)
    if action.count > 1:
        _check_lift(rules, faces, column[first:], columns[target])
    _check_lay(rules, faces, column[first], columns[target])

    laid = list(columns)
    laid[source] = column[:first]
    laid[target] += column[first:]
    up = _NOTHING
    if first and first == hidden[source]:
        up, hidden = _turn_up(column, hidden, source)
        score += rules.scoring.turn_up
    after = (tuple(laid), hidden, talon, drawn, foundations, score, credited, won)
    if not rules.by_card:
        after, freed = _run_leaves(rules, faces, after, target)
        up += freed
    return after, up


def _waste_to_column(
    rules: Rules, faces: Faces, state: State, action: Action
) -> tuple[State, Pile]:
    columns, hidden, talon, drawn, foundations, score, credited, won = state
    target = action.target
    if target >= len(columns):
        raise Refused(Reason.NO_SUCH_PILE)
    if not drawn:
        raise Refused(Reason.EMPTY_PILE)
    card = talon[drawn - 1]
    _check_lay(rules, faces, card, columns[target])
    laid = list(columns)
    laid[target] += (card,)
    talon = talon[: drawn - 1] + talon[drawn:]
    score += rules.scoring.waste_to_column
    after = (tuple(laid), hidden, talon, drawn - 1, foundations, score, credited, won)
    return after, _NOTHING


def _waste_to_foundation(rules: Rules, faces: Faces, state: State) -> tuple[State, Pile]:
    columns, hidden, talon, drawn, foundations, score, credited, _ = state
    if not drawn:
        raise Refused(Reason.EMPTY_PILE)
    card = talon[drawn - 1]
    foundations, won = _founded(rules, faces, foundations, card)
    talon = talon[: drawn - 1] + talon[drawn:]
    score, credited = _pay(rules, card, score, credited)
    return (columns, hidden, talon, drawn - 1, foundations, score, credited, won), _NOTHING


def _column_to_foundation(
    rules: Rules, faces: Faces, state: State, action: Action
) -> tuple[State, Pile]:
    columns, hidden, talon, drawn, foundations, score, credited, _ = state
    source = action.source
    if source >= len(columns):
        raise Refused(Reason.NO_SUCH_PILE)
    column = columns[source]
    if not column:
        raise Refused(Reason.EMPTY_PILE)
    card = column[-1]
    foundations, won = _founded(rules, faces, foundations, card)
    score, credited = _pay(rules, card, score, credited)
    left = list(columns)
    left[source] = column[:-1]
    first = len(column) - 1
    up = _NOTHING
    if first and first == hidden[source]:
        up, hidden = _turn_up(column, hidden, source)
        score += rules.scoring.turn_up
    return (tuple(left), hidden, talon, drawn, foundations, score, credited, won), up


def _take_back(rules: Rules, faces: Faces, state: State, action: Action) -> tuple[State, Pile]:
    columns, hidden, talon, drawn, foundations, score, credited, won = state
    source, target = action.source, action.target
    if source >= len(foundations) or target >= len(columns):
        raise Refused(Reason.NO_SUCH_PILE)
    pile = foundations[source]
    if not pile:
        raise Refused(Reason.EMPTY_PILE)
    _check_lay(rules, faces, pile[-1], columns[target])
    laid = list(columns)
    laid[target] += pile[-1:]
    left = list(foundations)
    left[source] = pile[:-1]
    score += rules.scoring.take_back
    floor = rules.scoring.floor
    if floor is not None and score < floor:
        score = floor
    after = (tuple(laid), hidden, talon, drawn, tuple(left), score, credited, won)
    return after, _NOTHING


def _check_lift(rules: Rules, faces: Faces, cards: Pile, target: Pile) -> None:
    """Refuse two or more cards that do not move between columns as a unit."""
    if not is_run(rules, faces, cards):
        raise Refused(Reason.NOT_A_RUN)
    if rules.lift is _ONE_CARD and (target or not rules.lays_on[faces[cards[0]]][SPACE]):
        raise Refused(Reason.ONE_CARD_AT_A_TIME)


def _check_lay(rules: Rules, faces: Faces, card: int, target: Pile) -> None:
    """Refuse a card that the column does not take."""
    takes = rules.lays_on[faces[card]]
    if not takes[faces[target[-1]] if target else SPACE]:
        raise Refused(Reason.DOES_NOT_BUILD if target else Reason.ONLY_A_KING)


def is_run(rules: Rules, faces: Faces, cards: Pile) -> bool:
    """Whether the cards, the deepest first, are in the order in which cards lift together."""
    lifts_with = rules.lifts_with
    return all(lifts_with[faces[card]][faces[below]] for below, card in pairwise(cards))


def _turn_up(column: Pile, hidden: tuple[int, ...], at: int) -> tuple[Pile, tuple[int, ...]]:
    """The last hidden card of column `at`, and the hidden cards of each column without it."""
    last = hidden[at] - 1
    return column[last : last + 1], (*hidden[:at], last, *hidden[at + 1 :])


def place_for(rules: Rules, faces: Faces, foundations: tuple[Pile, ...], card: int) -> int:
    """The first foundation that takes the card, or -1."""
    face = faces[card]
    if face % SUIT_SIZE == ACE:
        for place in rules.places[face]:
            if not foundations[place]:
                return place
    else:
        for place in rules.places[face]:
            pile = foundations[place]
            if pile and faces[pile[-1]] == face - 1:
                return place
    return -1


def _founded(
    rules: Rules, faces: Faces, foundations: tuple[Pile, ...], card: int
) -> tuple[tuple[Pile, ...], bool]:
    """The foundations with the card on its place, and whether that wins."""
    place = place_for(rules, faces, foundations, card)
    if place < 0:
        raise Refused(Reason.NOT_ON_FOUNDATION)
    built = list(foundations)
    built[place] += (card,)
    return tuple(built), len(built[place]) == SUIT_SIZE and _all_whole(built)


def _pay(rules: Rules, card: int, score: int, credited: int) -> tuple[int, int]:
    """Score and credit after the card has come to a foundation."""
    scoring = rules.scoring
    if scoring.once_a_card:
        if credited & _BIT[card]:
            return score, credited
        credited |= _BIT[card]
    return score + scoring.foundation, credited


def _all_whole(foundations: Iterable[Pile]) -> bool:
    return all(len(pile) == SUIT_SIZE for pile in foundations)


def _run_leaves(rules: Rules, faces: Faces, state: State, at: int) -> tuple[State, Pile]:
    """Take a whole run off the end of column `at`, if there is one, and turn up what it frees."""
    columns, hidden, talon, drawn, foundations, score, credited, won = state
    column = columns[at]
    first = len(column) - SUIT_SIZE
    if first < hidden[at] or not _is_whole_run(faces, column[first:]):
        return state, _NOTHING
    left = list(columns)
    left[at] = column[:first]
    built = list(foundations)
    built[built.index(_NOTHING)] = column[first:][::-1]
    score += rules.scoring.foundation
    up = _NOTHING
    if first and first == hidden[at]:
        up, hidden = _turn_up(column, hidden, at)
        score += rules.scoring.turn_up
    won = _all_whole(built)
    return (tuple(left), hidden, talon, drawn, tuple(built), score, credited, won), up


def _is_whole_run(faces: Faces, cards: Pile) -> bool:
    """Whether thirteen cards are one suit from king to ace. An unknown face makes it False."""
    ace = faces[cards[-1]]
    return rank_of(ace) == ACE and all(
        faces[card] == ace + rank for rank, card in enumerate(reversed(cards))
    )
