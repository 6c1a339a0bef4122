"""A person's hands at the table: plays the tokens of a log by mouse, finger or keyboard."""

from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import CDPSession, Locator, Page, expect

Point = tuple[float, float]

FIND = """([from, count, to]) => {
    const pile = (id) => document.querySelector(`[data-pile="${id}"]`);
    const cards = pile(from).querySelectorAll(".card");
    const source = cards[cards.length - count] ?? pile(from).lastElementChild;
    const corner = (element) => {
        const { left, top, width } = element.getBoundingClientRect();
        return [left + width / 2, top];
    };
    return [corner(source), corner(pile(to).lastElementChild)];
}"""
"""The middles of the upper edges of a pile's last cards and of another pile's last card."""

BY_INDEX = 6
"""So far below a card's upper edge it is touched: of a fan, no more than that may be in view."""


@dataclass(frozen=True)
class Move:
    """A token that moves cards. Foundations as targets are any: the board finds the place."""

    source: str
    count: int
    target: str


class Table:
    """The board on a page, played by mouse: the stock by a click, everything else by dragging."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def top(self, pile: str) -> Locator:
        """The last card of a pile, or its empty place."""
        return self.page.locator(f'[data-pile="{pile}"] > :last-child')

    def play(self, token: str) -> None:
        """Play one action."""
        if token == "S":
            self.tap(self.find("stock", 1, "stock")[0])
        elif token == "U":
            self.page.keyboard.press("Control+z")
        else:
            self.move(read(token))

    def moves(self) -> int:
        """What the page shows."""
        text = self.page.locator("#moves").inner_text()
        return int(text) if text.isdigit() else 0

    def play_all(self, tokens: list[str]) -> None:
        """Play a log without undo, and see after each action that the table took it."""
        before = self.moves()
        for index, token in enumerate(tokens, 1):
            self.play(token)
            expect(self.page.locator("#moves")).to_have_text(str(before + index))

    def find(self, source: str, count: int, target: str) -> tuple[Point, Point]:
        """Where to touch the last `count` cards of a pile, and a pile to put them on."""
        (x, y), (to_x, to_y) = self.page.evaluate(FIND, [source, count, target])
        return (x, y + BY_INDEX), (to_x, to_y + BY_INDEX)

    def tap(self, at: Point) -> None:
        """Touch and let go."""
        self.page.mouse.click(*at)

    def move(self, move: Move) -> None:
        """Bring cards from pile to pile."""
        start, end = self.find(move.source, move.count, move.target)
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*end)
        mouse.up()


class Fingers(Table):
    """The board on a phone, played by touch."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.touch: CDPSession = page.context.new_cdp_session(page)
        self.fingers = 0

    def touch_down(self, at: Point) -> None:
        """Put a finger on the table."""
        self._send("touchStart", at)

    def touch_move(self, *at: Point) -> None:
        """Move it, or, where there are several points, put more beside it."""
        self._send("touchMove" if len(at) == self.fingers else "touchStart", *at)

    def touch_up(self) -> None:
        """Take all fingers away."""
        self._send("touchEnd")

    def tap(self, at: Point) -> None:
        """Touch and let go."""
        self.touch_down(at)
        self.touch_up()

    def move(self, move: Move) -> None:
        """Drag cards from pile to pile."""
        start, end = self.find(move.source, move.count, move.target)
        self.touch_down(start)
        self.touch_move(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        self.touch_move(end)
        self.touch_up()

    def _send(self, kind: Literal["touchStart", "touchMove", "touchEnd"], *at: Point) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(at)]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        self.fingers = len(at)


class Keys(Table):
    """The board by keyboard alone."""

    def play(self, token: str) -> None:
        """Play one action."""
        press = self.page.keyboard.press
        if token in ("S", "U"):
            press("Space" if token == "S" else "Control+z")
            return
        move = read(token)
        self.go(move.source)
        for _ in range(move.count - 1):
            press("+")
        if move.target == "a":
            press("Shift+Enter")
            return
        press("Enter")
        self.go(move.target)
        press("Enter")

    def go(self, pile: str) -> None:
        """Bring the keyboard's place to a pile: columns by their digits, others by arrows."""
        press = self.page.keyboard.press
        if pile.isdigit():
            press(pile)
            return
        if self.here().isdigit():
            press("Home")
            press("ArrowUp")
        arrow = "ArrowLeft"
        while (here := self.here()) != pile:
            press(arrow)
            if self.here() == here:
                assert arrow == "ArrowLeft", f"arrows don't lead from {here} to {pile}"
                arrow = "ArrowRight"

    def here(self) -> str:
        """The pile that has the focus."""
        script = 'document.activeElement?.closest("[data-pile]")?.dataset.pile ?? ""'
        return str(self.page.evaluate(script))


def read(token: str) -> Move:
    """A token that moves cards."""
    move, _, count = token.partition("x")
    source = "waste" if move[0] == "W" else move[0]
    return Move(source, int(count or 1), "a" if move[1] == "F" else move[1])
