"""A person's hands at the table: plays the tokens of a log by gestures."""

from playwright.sync_api import Locator, Page, expect


class Table:
    """The board on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def top(self, pile: str) -> Locator:
        """The last card of a pile, or its empty place."""
        return self.page.locator(f'[data-pile="{pile}"] > :last-child')

    def play(self, token: str) -> None:
        """Play one action: the stock by a tap, everything else by dragging."""
        if token == "S":
            self._tap(self.top("stock"))
        elif token == "U":
            self.page.keyboard.press("Control+z")
        else:
            source, target, count = _read(token)
            cards = self.page.locator(f'[data-pile="{source}"] > .card')
            self._drag(cards.nth(cards.count() - count), self.top(target))

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

    def _tap(self, place: Locator) -> None:
        box = place.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 12))

    def _drag(self, card: Locator, place: Locator) -> None:
        start, end = card.bounding_box(), place.bounding_box()
        assert start is not None
        assert end is not None
        # By the index at the top of the card: of a fan, no more than that may be in view.
        x, y = start["x"] + start["width"] / 2, start["y"] + 6
        dx = end["x"] + end["width"] / 2 - (start["x"] + start["width"] / 2)
        dy = end["y"] - start["y"]
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx / 2, y + dy / 2)
        mouse.move(x + dx, y + dy)
        mouse.up()


def _read(token: str) -> tuple[str, str, int]:
    """Source pile, target pile, number of cards of a token that moves cards."""
    move, _, count = token.partition("x")
    source = "waste" if move[0] == "W" else move[0]
    # Any foundation's place will do: the board finds the one that takes the card.
    target = "a" if move[1] == "F" else move[1]
    return source, target, int(count or 1)
