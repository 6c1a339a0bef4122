"""A person who sees nothing of a page: reads its accessibility tree, and uses the keyboard."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.browser.table import Keys

PATIENCE = 10.0


@dataclass
class Node:
    """What a screen reader knows of a thing on a page."""

    role: str
    name: str
    properties: dict[str, Any]
    children: list["Node"] = field(default_factory=list)

    def all(self) -> Iterator["Node"]:
        """This node and all in it, in reading order."""
        yield self
        for child in self.children:
            yield from child.all()

    def text(self) -> str:
        """The text in it."""
        return "".join(node.name for node in self.all() if node.role == "StaticText")

    def find(self, role: str, name: str = "") -> "Node":
        """The first of a role whose name begins so."""
        for node in self.all():
            if node.role == role and node.name.startswith(name):
                return node
        raise AssertionError(f"nobody hears of a {role} {name}: {self.outline()}")

    def outline(self) -> list[str]:
        """All that has a name, for messages."""
        return [f"{node.role} {node.name}" for node in self.all() if node.name]


class Listener(Keys):
    """The table by ear. Nothing here asks the document itself."""

    def __init__(self, page: Page, table: str = "Table") -> None:
        super().__init__(page)
        self.name = table
        self.devtools = page.context.new_cdp_session(page)

    def page_tree(self) -> Node:
        """The page as it is heard now: what is ignored is left out, its children are not."""
        nodes = self.devtools.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}

        def build(raw: dict[str, Any]) -> list[Node]:
            children = [
                node
                for child in raw.get("childIds", [])
                if child in by_id
                for node in build(by_id[child])
            ]
            if raw["ignored"]:
                return children
            properties = {
                each["name"]: each["value"].get("value") for each in raw.get("properties", [])
            }
            name = raw.get("name", {}).get("value", "")
            return [Node(raw["role"]["value"], name, properties, children)]

        (root,) = build(nodes[0])
        return root

    def table(self) -> Node:
        """The group that is the table."""
        return self.page_tree().find("group", self.name)

    def said(self) -> str:
        """What the table's live region says; the same words twice differ by a space."""
        return self.table().find("status").text()

    def focus(self) -> Node:
        """What has the focus: of nested things, the inmost."""
        focused = [node for node in self.page_tree().all() if node.properties.get("focused")]
        return focused[-1]

    def here(self) -> str:
        """The pile in which the focus is."""
        for pile in self.table().children:
            if any(node.properties.get("focused") for node in pile.all()):
                kind, _, number = pile.name.split(",")[0].partition(" ")
                return str(int(number) % 10) if kind == "column" else kind
        return ""

    def wait(self, what: str, seen: Callable[[], bool]) -> None:
        """Listen until something is so."""
        end = time.monotonic() + PATIENCE
        while not seen():
            assert time.monotonic() < end, f"{what}: {self.said()!r} {self.page_tree().outline()}"
            time.sleep(0.05)

    def hear(self, act: Callable[[], None]) -> str:
        """Do something, and hear what the table says to it."""
        before = self.said()
        act()
        self.wait("nothing is said", lambda: self.said() != before)
        return self.said().strip("\u00a0")

    def tab_to(self, role: str, name: str, key: str = "Tab") -> None:
        """Press Tab (or Shift+Tab) until something has the focus."""
        for _ in range(60):
            node = self.focus()
            if (node.role, node.name) == (role, name):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"Tab does not lead to {name}")
