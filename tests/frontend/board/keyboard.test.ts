import assert from "node:assert/strict";
import { test } from "node:test";

import { neighbour, press, settled } from "../../../frontend/src/board/keyboard.ts";
import type { Ground, Key, KeyState } from "../../../frontend/src/board/keyboard.ts";
import { columnId, layoutOf } from "../../../frontend/src/board/layout.ts";
import type { Shape, Size } from "../../../frontend/src/board/layout.ts";

const EASY_HARP: Shape = { columns: 9, foundations: 8, waste: true };
const HARPAN: Shape = { columns: 7, foundations: 4, waste: true };
const SPINDELHARPAN: Shape = { columns: 10, foundations: 8, waste: false };
const PHONE: Size = { width: 360, height: 560 };
const LANDSCAPE: Size = { width: 640, height: 300 };
const DESKTOP: Size = { width: 1200, height: 800 };

function ground(shape: Shape, size: Size, open: Readonly<Record<string, number>> = {}): Ground[] {
  const layout = layoutOf(shape, size);
  return [...layout.places].map(([id, place]) => {
    const kind = id === "stock" || id === "waste" ? id : id >= "a" ? "foundation" : "column";
    return { id, kind, open: open[id] ?? (kind === "column" ? 1 : 0), zone: layout.zones.get(id)!, place };
  });
}

function state(pile: string, count = 1, selected: KeyState["selected"] = null): KeyState {
  return { cursor: { pile, count }, selected };
}

function key(name: string, held: Partial<Key> = {}): Key {
  return { key: name, shift: false, control: false, ...held };
}

test("left and right walk along the columns and stop at the ends", () => {
  const piles = ground(EASY_HARP, DESKTOP);
  assert.equal(neighbour("3", "ArrowRight", piles), "4");
  assert.equal(neighbour("3", "ArrowLeft", piles), "2");
  assert.equal(neighbour("1", "ArrowLeft", piles), "1");
  assert.equal(neighbour("9", "ArrowRight", piles), "9");
});

test("up leads to the top place above, down back to the columns", () => {
  const piles = ground(HARPAN, DESKTOP);
  assert.equal(neighbour("1", "ArrowUp", piles), "stock");
  assert.equal(neighbour("7", "ArrowUp", piles), "d");
  assert.equal(neighbour("stock", "ArrowDown", piles), "1");
  assert.equal(neighbour("a", "ArrowDown", piles), "4");
});

test("on a phone the arrows walk through both rows of top places", () => {
  const piles = ground(EASY_HARP, PHONE);
  assert.equal(neighbour("1", "ArrowUp", piles), "e");
  assert.equal(neighbour("e", "ArrowUp", piles), "a");
  assert.equal(neighbour("stock", "ArrowDown", piles), "waste");
  assert.equal(neighbour("waste", "ArrowDown", piles), "9");
});

test("arrows reach every pile from every pile", () => {
  for (const shape of [EASY_HARP, HARPAN, SPINDELHARPAN]) {
    for (const size of [PHONE, LANDSCAPE, DESKTOP]) {
      const piles = ground(shape, size);
      const reached = new Set(["1"]);
      for (const id of reached) {
        for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const) reached.add(neighbour(id, arrow, piles));
      }
      assert.equal(reached.size, piles.length, `${shape.columns} columns, ${size.width} px`);
    }
  }
});

test("a digit goes to its column, Home and End to the outer ones", () => {
  const piles = ground(SPINDELHARPAN, DESKTOP);
  assert.equal(press(state("3"), key("0"), piles)?.state.cursor.pile, "0");
  assert.equal(press(state("3"), key("Home"), piles)?.state.cursor.pile, "1");
  assert.equal(press(state("3"), key("End"), piles)?.state.cursor.pile, columnId(9));
  assert.equal(press(state("3"), key("0"), ground(HARPAN, DESKTOP)), null);
});

test("+ and - change the length of the run within the face-up cards", () => {
  const piles = ground(HARPAN, DESKTOP, { "3": 3 });
  let at = state("3");
  for (const expected of [2, 3, 3]) {
    at = press(at, key("+"), piles)!.state;
    assert.equal(at.cursor.count, expected);
  }
  for (const expected of [2, 1, 1]) {
    at = press(at, key("-"), piles)!.state;
    assert.equal(at.cursor.count, expected);
  }
});

test("+ after Enter makes the selection longer", () => {
  const piles = ground(HARPAN, DESKTOP, { "3": 3 });
  const selected = press(state("3"), key("Enter"), piles)!.state;
  assert.deepEqual(press(selected, key("+"), piles)!.state.selected, { pile: "3", count: 2 });
});

test("Enter selects, Enter on another pile moves, whether legal or not", () => {
  const piles = ground(HARPAN, DESKTOP, { "3": 3 });
  const selected = press(state("3", 2), key("Enter"), piles)!;
  assert.deepEqual(selected.state.selected, { pile: "3", count: 2 });
  assert.equal(selected.command, undefined);
  const moved = press({ ...selected.state, cursor: { pile: "5", count: 1 } }, key("Enter"), piles)!;
  assert.deepEqual(moved.command, { do: "move", move: { from: "3", count: 2, to: "5" } });
  assert.equal(moved.state.selected, null);
});

test("Enter on the selected pile and Escape let go", () => {
  const piles = ground(HARPAN, DESKTOP);
  const selected = state("3", 1, { pile: "3", count: 1 });
  assert.deepEqual(press(selected, key("Enter"), piles), { state: state("3"), command: { do: "clear" } });
  assert.deepEqual(press(selected, key("Escape"), piles), { state: state("3"), command: { do: "clear" } });
});

test("Enter on an empty pile selects nothing", () => {
  assert.deepEqual(press(state("a"), key("Enter"), ground(HARPAN, DESKTOP)), { state: state("a") });
});

test("Space and Enter at the stock tap it", () => {
  const piles = ground(HARPAN, DESKTOP);
  assert.deepEqual(press(state("4"), key(" "), piles)?.command, { do: "stock" });
  assert.deepEqual(press(state("stock"), key("Enter"), piles)?.command, { do: "stock" });
});

test("Shift+Enter asks for the best move of the cards meant", () => {
  const piles = ground(HARPAN, DESKTOP, { "3": 3 });
  assert.deepEqual(press(state("3", 2), key("Enter", { shift: true }), piles)?.command, { do: "best", lift: { pile: "3", count: 2 } });
  assert.equal(press(state("a"), key("Enter", { shift: true }), piles)?.command, undefined);
});

test("undo, redo, hint, help, new game and suits have their keys", () => {
  const piles = ground(HARPAN, DESKTOP);
  const does = (name: string, held: Partial<Key> = {}): string | undefined => press(state("1"), key(name, held), piles)?.command?.do;
  assert.equal(does("z", { control: true }), "undo");
  assert.equal(does("Z", { control: true, shift: true }), "redo");
  assert.equal(does("y", { control: true }), "redo");
  assert.equal(does("h"), "hint");
  assert.equal(does("?"), "help");
  assert.equal(does("n"), "newGame");
  assert.equal(does("S"), "suits");
});

test("other keys are left to the page", () => {
  const piles = ground(HARPAN, DESKTOP);
  for (const name of ["x", "Tab", "F5", "Shift"]) assert.equal(press(state("1"), key(name), piles), null);
  assert.equal(press(state("1"), key("c", { control: true }), piles), null);
  assert.equal(press(state("1"), key("n", { control: true }), piles), null);
});

test("a selection that the new table no longer has is gone, a cursor shrinks to what is there", () => {
  const piles = ground(HARPAN, DESKTOP, { "3": 2 });
  assert.deepEqual(settled(state("3", 4, { pile: "3", count: 4 }), piles), state("3", 2));
  assert.deepEqual(settled(state("3", 2, { pile: "3", count: 2 }), piles), state("3", 2, { pile: "3", count: 2 }));
  assert.deepEqual(settled(state("gone"), piles), state("1"));
});
