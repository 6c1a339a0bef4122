"""From the steps of a search to a log that the engine has replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.engine.actions import TAP_STOCK, Action, ActionKind, token_of
from game.engine.cards import Deck
from game.engine.replay import fold
from game.engine.rules import Rules
from game.engine.table import Table, apply, opening

from .moves import (
    COLUMN_TO_COLUMN,
    COLUMN_TO_FOUNDATION,
    DEAL_ROW,
    TALON_TO_COLUMN,
    count_of,
    kind_of,
    source_of,
    target_of,
)
from .problem import Goal


@dataclass(frozen=True, slots=True)
class Line:
    """A winning log, as the engine has replayed it."""

    actions: tuple[str, ...] = field(repr=False)
    score: int
    moves: int

    def is_better_than(self, other: Line | None, goal: Goal) -> bool:
        """Whether this line serves the goal better; any one is better than none."""
        if other is None:
            return True
        if goal is Goal.SCORE and self.score != other.score:
            return self.score > other.score
        return goal is not Goal.WIN and self.moves < other.moves


def line_of(rules: Rules, deck: Deck, steps: Sequence[int]) -> Line:
    """The line of single steps; raises AssertionError where they do not win."""
    table = opening(rules)
    tokens: list[str] = []
    for step in steps:
        for action in _actions(rules, table, step):
            table = apply(rules, deck, table, action)
            tokens.append(token_of(action))
    return replayed(rules, deck, tokens)


def replayed(rules: Rules, deck: Deck, tokens: Sequence[str]) -> Line:
    """The line of a log, replayed from the opening; raises AssertionError where it does not win."""
    outcome = fold(rules, deck, tokens)
    if outcome.refused or not outcome.table.won:
        raise AssertionError("the solver has made a line that does not win")
    return Line(tuple(tokens), outcome.table.score, outcome.table.moves)


def _actions(rules: Rules, table: Table, step: int) -> list[Action]:
    """A step as actions: a talon card is tapped up first."""
    kind, source, target, count = kind_of(step), source_of(step), target_of(step), count_of(step)
    if kind == DEAL_ROW:
        return [TAP_STOCK]
    if kind == COLUMN_TO_FOUNDATION:
        return [Action(ActionKind.COLUMN_TO_FOUNDATION, source)]
    if kind == COLUMN_TO_COLUMN:
        return [Action(ActionKind.COLUMN_TO_COLUMN, source, target, count)]
    if kind == TALON_TO_COLUMN:
        return [*_taps(rules, table, source), Action(ActionKind.WASTE_TO_COLUMN, target=target)]
    return [*_taps(rules, table, source), Action(ActionKind.WASTE_TO_FOUNDATION)]


def _taps(rules: Rules, table: Table, index: int) -> list[Action]:
    """The taps after which talon card `index` is on top of the waste."""
    talon, drawn = table.state[2], table.state[3]
    taps = 0
    while drawn != index + 1:
        drawn = min(drawn + rules.draw, len(talon)) if drawn < len(talon) else 0
        taps += 1
        assert taps <= 2 * len(talon) + 2, "a card that never lies open"
    return [TAP_STOCK] * taps
