"""The table of a game as a value, and the one function that plays on it.

A table is made of deck positions and gives no face away. `apply` takes the faces beside it: the
whole deck, or what a player has seen with UNKNOWN for the rest. It reads the faces of no cards but
those that have turned up or turn up in the very action, so both give the same table.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias, cast

from .actions import Action, ActionKind
from .cards import ACE, SUIT_SIZE, Faces, rank_of
from .errors import Reason, Refused
from .rules import Foundation, Lift, Passes, Rules, Stock

Pile: TypeAlias = tuple[int, ...]
"""Deck positions, the deepest first."""

_NOTHING: Final[Pile] = ()


class State(NamedTuple):
    """What an undo brings back."""

    columns: tuple[Pile, ...]
    hidden: tuple[int, ...]
    """Face-down cards of each column; they are its deepest."""
    talon: Pile
    """Waste and stock as one: the waste from its bottom, then the stock, next card first."""
    drawn: int
    """How many cards of the talon are waste; putting the waste back is setting it to 0."""
    foundations: tuple[Pile, ...]
    score: int
    credited: int
    """Bit set of the deck positions that have earned foundation points, where only once counts."""
    won: bool


States: TypeAlias = "tuple[State, States | None]"
"""A linked list of states, the newest first."""


class Memory(NamedTuple):
    """The states that can come back, in two linked lists of at most `undo_limit` each.

    Cutting the oldest off one list would copy it at every action. So the states go to `recent`, and
    when that is full it becomes `older` and what was `older` is forgotten.
    """

    recent: States | None
    older: States | None
    standing: int
    """Actions that stand, that is, neither undone nor U."""
    forgotten: int
    """How many of them, the first ones, can never be undone."""


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
    memory: Memory

    @property
    def columns(self) -> tuple[Pile, ...]:
        """The columns, left to right, each from its deepest card."""
        return self.state.columns

    @property
    def hidden(self) -> tuple[int, ...]:
        """Face-down cards of each column."""
        return self.state.hidden

    @property
    def stock(self) -> Pile:
        """The undealt cards, the next one first."""
        return self.state.talon[self.state.drawn :]

    @property
    def waste(self) -> Pile:
        """The turned cards, the top one last."""
        return self.state.talon[: self.state.drawn]

    @property
    def foundations(self) -> tuple[Pile, ...]:
        """The foundations a, b, c ..., each from its first card."""
        return self.state.foundations

    @property
    def score(self) -> int:
        """Points so far."""
        return self.state.score

    @property
    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return self.state.won

    @property
    def ply(self) -> int:
        """Accepted actions, U included: the length of the log."""
        return self.moves + self.undos

    @property
    def undoable(self) -> int:
        """How many U would be accepted in a row now."""
        return self.memory.standing - self.memory.forgotten

    def __repr__(self) -> str:
        return f"<Table ply={self.ply} moves={self.moves} score={self.score} won={self.won}>"


def opening(rules: Rules) -> Table:
    """Deal: columns one by one from deck position 0 on, the rest is the stock."""
    columns = []
    dealt = 0
    for height in rules.columns:
        columns.append(tuple(range(dealt, dealt + height)))
        dealt += height
    state = State(
        columns=tuple(columns),
        hidden=tuple(height - 1 for height in rules.columns),
        talon=tuple(range(dealt, rules.cards)),
        drawn=0,
        foundations=(_NOTHING,) * rules.foundations,
        score=rules.scoring.start,
        credited=0,
        won=False,
    )
    known = sum(1 << at for at in rules.opening_up)
    return Table(state, 0, 0, _NOTHING, known, Memory(None, None, 0, 0))


def apply(rules: Rules, faces: Faces, table: Table, action: Action) -> Table:
    """The table after the action; raises Refused and changes nothing where it is not allowed.

    `faces` holds the face at each deck position, UNKNOWN where it is not known.
    """
    kind = action.kind
    if kind is ActionKind.UNDO:
        return _undo(rules, table)
    state = table.state
    if state.won:
        raise Refused(Reason.ALREADY_WON)
    if kind is ActionKind.TAP_STOCK:
        if rules.stock is Stock.ROW:
            after, up = _deal_row(rules, faces, state)
        else:
            after, up = _turn_stock(rules, state)
    elif kind is ActionKind.COLUMN_TO_COLUMN:
        after, up = _column_to_column(rules, faces, state, action)
    elif rules.foundation is Foundation.WHOLE_RUNS:
        raise Refused(Reason.NOT_ALLOWED_HERE)
    elif kind is ActionKind.WASTE_TO_FOUNDATION:
        after, up = _waste_to_foundation(rules, faces, state)
    elif kind is ActionKind.COLUMN_TO_FOUNDATION:
        after, up = _column_to_foundation(rules, faces, state, action)
    elif kind is ActionKind.WASTE_TO_COLUMN:
        after, up = _waste_to_column(rules, faces, state, action)
    else:
        after, up = _take_back(rules, faces, state, action)
    return _stands(rules, table, after, up)


def _stands(rules: Rules, table: Table, after: State, up: Pile) -> Table:
    """The table on which the accepted action stands; `up` are the cards that it turned up."""
    state, moves, undos, turned, known, memory = table
    for at in up:
        if not known >> at & 1:
            known |= 1 << at
            turned += (at,)
    recent, older, standing, forgotten = memory
    if standing % rules.undo_limit == 0:
        recent, older = None, recent
    standing += 1
    forgotten = max(forgotten, standing - rules.undo_limit)
    memory = Memory((state, recent), older, standing, forgotten)
    return Table(after, moves + 1, undos, turned, known, memory)


def _undo(rules: Rules, table: Table) -> Table:
    recent, older, standing, forgotten = table.memory
    if standing == forgotten:
        raise Refused(Reason.UNDO_LIMIT if forgotten else Reason.NOTHING_TO_UNDO)
    state, rest = cast(States, recent)  # while anything is remembered, recent is not empty
    standing -= 1
    if standing % rules.undo_limit == 0:
        rest, older = older, None
    memory = Memory(rest, older, standing, forgotten)
    return Table(state, table.moves, table.undos + 1, table.turned, table.known, memory)


def _turn_stock(rules: Rules, state: State) -> tuple[State, Pile]:
    columns, hidden, talon, drawn, foundations, score, credited, won = state
    if drawn < len(talon):
        end = min(drawn + rules.draw, len(talon))
    elif not talon:
        raise Refused(Reason.STOCK_EMPTY)
    elif rules.passes is not Passes.UNLIMITED:
        raise Refused(Reason.NO_PASSES_LEFT)
    else:
        end = 0
    after = State(columns, hidden, talon, end, foundations, score, credited, won)
    return after, talon[drawn:end]


def _deal_row(rules: Rules, faces: Faces, state: State) -> tuple[State, Pile]:
    row = state.talon[: rules.draw]
    if not row:
        raise Refused(Reason.STOCK_EMPTY)
    if not all(state.columns):
        raise Refused(Reason.FILL_EMPTY_COLUMNS)
    columns = [(*column, at) for column, at in zip(state.columns, row, strict=True)]
    after = state._replace(columns=tuple(columns), talon=state.talon[rules.draw :])
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
    up, hidden = _uncovered(column, first, hidden, source)
    if up:
        score += rules.scoring.turn_up
    after = State(tuple(laid), hidden, talon, drawn, foundations, score, credited, won)
    if rules.foundation is Foundation.WHOLE_RUNS:
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
    after = State(tuple(laid), hidden, talon, drawn - 1, foundations, score, credited, won)
    return after, _NOTHING


def _waste_to_foundation(rules: Rules, faces: Faces, state: State) -> tuple[State, Pile]:
    columns, hidden, talon, drawn, foundations, score, credited, _ = state
    if not drawn:
        raise Refused(Reason.EMPTY_PILE)
    card = talon[drawn - 1]
    foundations = _founded(rules, faces, foundations, card)
    talon = talon[: drawn - 1] + talon[drawn:]
    score, credited = _pay(rules, card, score, credited)
    won = _all_whole(foundations)
    return State(columns, hidden, talon, drawn - 1, foundations, score, credited, won), _NOTHING


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
    foundations = _founded(rules, faces, foundations, card)
    score, credited = _pay(rules, card, score, credited)
    left = list(columns)
    left[source] = column[:-1]
    up, hidden = _uncovered(column, len(column) - 1, hidden, source)
    if up:
        score += rules.scoring.turn_up
    won = _all_whole(foundations)
    return State(tuple(left), hidden, talon, drawn, foundations, score, credited, won), up


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
    after = State(tuple(laid), hidden, talon, drawn, tuple(left), score, credited, won)
    return after, _NOTHING


def _check_lift(rules: Rules, faces: Faces, cards: Pile, target: Pile) -> None:
    """Refuse two or more cards that do not move between columns as a unit."""
    if not is_run(rules, faces, cards):
        raise Refused(Reason.NOT_A_RUN)
    if rules.lift is Lift.ONE_CARD and (target or not rules.fills_space[faces[cards[0]]]):
        raise Refused(Reason.ONE_CARD_AT_A_TIME)


def _check_lay(rules: Rules, faces: Faces, card: int, target: Pile) -> None:
    """Refuse a card that the column does not take."""
    if target:
        if not rules.lays_on[faces[card]][faces[target[-1]]]:
            raise Refused(Reason.DOES_NOT_BUILD)
    elif not rules.fills_space[faces[card]]:
        raise Refused(Reason.ONLY_A_KING)


def is_run(rules: Rules, faces: Faces, cards: Pile) -> bool:
    """Whether the cards, the deepest first, are in the order in which cards lift together."""
    lifts_with = rules.lifts_with
    return all(lifts_with[faces[card]][faces[below]] for below, card in pairwise(cards))


def _uncovered(
    column: Pile, left: int, hidden: tuple[int, ...], at: int
) -> tuple[Pile, tuple[int, ...]]:
    """The hidden card that turns up when `left` cards stay in column `at`; `hidden` after that."""
    if left == 0 or left > hidden[at]:
        return _NOTHING, hidden
    return column[left - 1 : left], (*hidden[:at], left - 1, *hidden[at + 1 :])


def place_for(rules: Rules, faces: Faces, foundations: tuple[Pile, ...], card: int) -> int:
    """The first foundation that takes the card, or -1."""
    face = faces[card]
    starts = rank_of(face) == ACE
    for place in rules.places[face]:
        pile = foundations[place]
        if starts if not pile else not starts and faces[pile[-1]] == face - 1:
            return place
    return -1


def _founded(
    rules: Rules, faces: Faces, foundations: tuple[Pile, ...], card: int
) -> tuple[Pile, ...]:
    place = place_for(rules, faces, foundations, card)
    if place < 0:
        raise Refused(Reason.NOT_ON_FOUNDATION)
    built = list(foundations)
    built[place] += (card,)
    return tuple(built)


def _pay(rules: Rules, card: int, score: int, credited: int) -> tuple[int, int]:
    """Score and credit after the card has come to a foundation."""
    scoring = rules.scoring
    if scoring.once_a_card:
        if credited >> card & 1:
            return score, credited
        credited |= 1 << card
    return score + scoring.foundation, credited


def _all_whole(foundations: tuple[Pile, ...]) -> bool:
    return all(len(pile) == SUIT_SIZE for pile in foundations)


def _run_leaves(rules: Rules, faces: Faces, state: State, at: int) -> tuple[State, Pile]:
    """Take a whole run off the end of column `at`, if there is one, and turn up what it frees."""
    column = state.columns[at]
    left = len(column) - SUIT_SIZE
    if left < state.hidden[at] or not _is_whole_run(faces, column[left:]):
        return state, _NOTHING
    columns = list(state.columns)
    columns[at] = column[:left]
    foundations = list(state.foundations)
    foundations[foundations.index(_NOTHING)] = column[: left - 1 : -1] if left else column[::-1]
    up, hidden = _uncovered(column, left, state.hidden, at)
    score = state.score + rules.scoring.foundation
    if up:
        score += rules.scoring.turn_up
    after = state._replace(
        columns=tuple(columns),
        hidden=hidden,
        foundations=tuple(foundations),
        score=score,
        won=_all_whole(tuple(foundations)),
    )
    return after, up


def _is_whole_run(faces: Faces, cards: Pile) -> bool:
    """Whether thirteen cards are one suit from king to ace. An unknown face makes it False."""
    ace = faces[cards[-1]]
    return rank_of(ace) == ACE and all(
        faces[card] == ace + rank for rank, card in enumerate(reversed(cards))
    )
