import assert from "node:assert/strict";
import { test } from "node:test";
import { parseToken, tokenOf } from "../../../frontend/src/engine/actions.ts";
import { faceOf, faceText, parseDeck, UNKNOWN, type Face } from "../../../frontend/src/engine/cards.ts";
import { fold, play } from "../../../frontend/src/engine/replay.ts";
import { apply, legalActions, openingTable, type Table } from "../../../frontend/src/engine/table.ts";
import { VARIANTS, type Rules } from "../../../frontend/src/engine/variants.ts";
import { layout, learn, missing, unknownFaces } from "../../../frontend/src/engine/view.ts";
import { rulesOf, wins } from "./golden.ts";

test("the eight variants come in their order", () => {
  assert.deepEqual([...VARIANTS.keys()], ["EH", "HT", "HO", "HS", "HV", "SO", "ST", "SF"]);
  assert.deepEqual(rulesOf("HV").scoring, {
    start: -52,
    floor: null,
    foundation: 5,
    onceACard: false,
    turnUp: 0,
    wasteToColumn: 0,
    takeBack: -5,
  });
});

test("faces and tokens come back from their text", () => {
  for (let face = 0; face < 52; face++) assert.equal(faceOf(faceText(face)), face);
  for (const token of ["S", "U", "W3", "W0", "WF", "5F", "0F", "53", "50x2", "53x13", "a1", "h0"]) {
    const action = parseToken(token);
    assert.ok(action !== null);
    assert.equal(tokenOf(action), token);
  }
});

test("text that is no card or no token is told", () => {
  for (const text of ["", "7", "7h", "1S", "10S", "SS", " 7H", "7H "]) assert.throws(() => faceOf(text), RangeError);
  for (const text of ["", "s", "S\n", " S", "UU", "W", "WW", "53x1", "53x02", "53x14", "53x\u0663", "i1", "a", "W0F"]) {
    assert.equal(parseToken(text), null, JSON.stringify(text));
  }
});

test("150 actions, 50 undone, 30 more: 80 can be undone", () => {
  const { rules, deck } = stockGame();
  const tokens = [...repeat("S", 150), ...repeat("U", 50), ...repeat("S", 30), ...repeat("U", 80)];
  const { table, refused } = fold(rules, deck, tokens);
  assert.equal(refused, null);
  assert.deepEqual(play(rules, deck, table, "U"), { ok: false, reason: "undo-limit" });
  assert.deepEqual([table.moves, table.undos], [180, 130]);
});

test("undo brings back all but the move count and what has turned up", () => {
  const game = wins[0];
  assert.ok(game !== undefined);
  const { rules, deck } = game;
  let table = openingTable(rules);
  for (const token of game.actions) {
    const after = accepted(play(rules, deck, table, token));
    const undone = accepted(play(rules, deck, after, "U"));
    const { moves, turned, forgotten } = after;
    assert.deepEqual(undone, { ...table, moves, undos: 1, turned, forgotten, past: after.past.slice(0, -1) });
    table = after;
  }
});

test("nothing can be undone at the opening", () => {
  for (const rules of VARIANTS.values()) {
    assert.deepEqual(play(rules, unknownFaces(rules), openingTable(rules), "U"), {
      ok: false,
      reason: "nothing-to-undo",
    });
  }
});

test("apply changes neither the table nor the faces that it is given", () => {
  for (const { rules, deck, actions } of wins) {
    let table = frozen(openingTable(rules));
    const faces = Object.freeze(deck.slice());
    for (const token of actions) table = frozen(accepted(play(rules, faces, table, token)));
    assert.ok(table.won);
  }
});

test("legal actions apply, in every table of the won games, and there are none after a win", () => {
  for (const { rules, deck, actions } of wins) {
    let table = openingTable(rules);
    for (const token of actions) {
      const legal = legalActions(rules, deck, table);
      assert.ok(legal.some((action) => tokenOf(action) === token));
      assert.equal(new Set(legal.map(tokenOf)).size, legal.length);
      for (const action of legal) assert.ok(apply(rules, deck, table, action).ok);
      table = accepted(play(rules, deck, table, token));
    }
    assert.deepEqual(legalActions(rules, deck, table), []);
  }
});

test("a fold of a long game takes no time that a player would notice", () => {
  const longest = wins.reduce((one, other) => (one.actions.length > other.actions.length ? one : other));
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    fold(longest.rules, longest.deck, longest.actions);
    return performance.now() - start;
  });
  assert.ok(Math.min(...times) < 10, `${Math.min(...times)} ms`);
});

test("a dealt row completes a run only once its faces are known", () => {
  const { rules, deck, before } = almostARun();
  const faces = deck.map((face, at) => (before.stock.includes(at) ? UNKNOWN : face));

  const blind = accepted(play(rules, faces, before, "S"));
  assert.deepEqual(blind.foundations[0], []);
  const row = before.stock.slice(0, 10);
  assert.deepEqual(missing(blind, faces), row);

  const told = [...learn(faces, row.map((at) => ({ ply: 1, at, card: faceText(deck[at] ?? UNKNOWN) })))];
  const after = accepted(play(rules, told, before, "S"));
  assert.equal(layout(after, told).foundations[0], "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS");
  assert.equal(after.score, before.score + 105);
  assert.deepEqual(after.turned, [...before.turned, ...row, after.columns[0]?.at(-1)]);
  assert.deepEqual(after, accepted(play(rules, deck, before, "S")));
  // The freed card turned up with it and is the next to ask for, where its face is not known.
  const freed = after.columns[0]?.at(-1) ?? -1;
  told[freed] = UNKNOWN;
  assert.deepEqual(missing(after, told), [freed]);
});

/** Spindelharpan of one suit: column 1 ends in king to 2 over a hidden card, and the next row brings it an ace. */
function almostARun(): { rules: Rules; deck: Face[]; before: Table } {
  const rules = rulesOf("SO");
  const opening = openingTable(rules);
  const deck = unknownFaces(rules);
  // Column 1 is positions 0 to 5; the queen to the 2 come to it from the stock.
  const run = [5, ...opening.stock.slice(0, 11)];
  run.forEach((at, index) => (deck[at] = 12 - index));
  const stock = opening.stock.slice(11);
  deck[stock[0] ?? -1] = 0;
  const rest = parseDeck("3S 5S 7S 9S JS KS").flatMap((face) => repeat(face, 16));
  deck.forEach((face, at) => {
    if (face === UNKNOWN) deck[at] = rest.pop() ?? 2;
  });
  const columns = opening.columns.map((pile, column) => (column === 0 ? [...pile, ...run.slice(1)] : pile));
  return { rules, deck, before: { ...opening, columns, stock, turned: run.slice(1) } };
}

function stockGame(): { rules: Rules; deck: Face[] } {
  const game = wins.find(({ rules }) => rules.variant === "EH");
  assert.ok(game !== undefined);
  return game;
}

function repeat<T>(item: T, times: number): T[] {
  return new Array<T>(times).fill(item);
}

function accepted(result: ReturnType<typeof play>): Table {
  assert.ok(result.ok);
  return result.table;
}

function frozen(table: Table): Table {
  for (const part of [table.columns, table.foundations]) part.forEach(Object.freeze);
  Object.values(table).forEach(Object.freeze);
  return Object.freeze(table);
}
