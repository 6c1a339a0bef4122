import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FACE_DOWN } from "../../../frontend/src/board/types.ts";
import { parseDeck, type Faces } from "../../../frontend/src/engine/cards.ts";
import { legalActions, openingTable, type Table } from "../../../frontend/src/engine/table.ts";
import { fold, play } from "../../../frontend/src/engine/replay.ts";
import { tokenOf } from "../../../frontend/src/engine/actions.ts";
import { VARIANTS, type Rules } from "../../../frontend/src/engine/variants.ts";
import { bestMove, doubleTapMove, tableMove, tapMove } from "../../../frontend/src/pages/best-move.ts";
import { duration, points } from "../../../frontend/src/pages/figures.ts";
import { sentence, signs } from "../../../frontend/src/pages/narrator.ts";
import { refusalSentence } from "../../../frontend/src/pages/refusals.ts";
import { boardView, moveOf, redoable, tokenOfMove } from "../../../frontend/src/pages/table-view.ts";

interface Game {
  readonly rules: Rules;
  readonly faces: Faces;
  readonly actions: readonly string[];
}

const dailies = (JSON.parse(readFileSync("tests/data/dailies.json", "utf8")) as { dailies: { code: string; deck: string; actions: string[] }[] }).dailies;
const games: readonly Game[] = dailies.map(({ code, deck, actions }) => ({
  rules: VARIANTS.get(code.slice(0, 2)) as Rules,
  faces: parseDeck(deck),
  actions,
}));

function game(variant: string): Game {
  return games.find(({ rules }) => rules.variant === variant) as Game;
}

/** Every table of a winning game. */
function* tablesOf({ rules, faces, actions }: Game): Generator<{ table: Table; token: string }> {
  let table = openingTable(rules);
  for (const token of actions) {
    yield { table, token };
    const played = play(rules, faces, table, token);
    assert.ok(played.ok);
    table = played.table;
  }
}

for (const each of games) {
  const { rules, faces } = each;
  test(`${rules.variant}: every move of a won game can be made on the board, and every legal move is offered`, () => {
    for (const { table, token } of tablesOf(each)) {
      const offered = new Set(boardView(rules, faces, table, true).legal.map((move) => tokenOfMove(move)));
      const legal = legalActions(rules, faces, table).map(tokenOf).filter((text) => text !== "S");
      assert.deepEqual(offered, new Set(legal));
      if (token !== "S") assert.ok(offered.has(token));
    }
  });

  test(`${rules.variant}: no card that lies face down shows its face`, () => {
    for (const { table } of tablesOf(each)) {
      const { piles } = boardView(rules, faces, table, true);
      const shown = piles.flatMap(({ cards }) => cards).filter(({ face }) => face !== FACE_DOWN).map(({ at }) => at);
      const up = new Set([...table.turned, ...openingTable(rules).columns.map((pile) => pile.at(-1))]);
      assert.ok(shown.every((at) => up.has(at)));
      assert.equal(new Set(piles.flatMap(({ cards }) => cards.map(({ at }) => at))).size, rules.cards);
    }
  });

  test(`${rules.variant}: a tap proposes only what the rules allow`, () => {
    for (const { table } of tablesOf(each)) {
      for (const { id, cards } of boardView(rules, faces, table, true).piles) {
        for (const propose of [tapMove, doubleTapMove, tableMove, bestMove]) {
          const move = cards.length > 0 ? propose(rules, faces, table, id, 1) : null;
          if (move !== null) assert.ok(play(rules, faces, table, tokenOfMove(move) as string).ok);
        }
      }
    }
  });

  test(`${rules.variant}: every action has a sentence and signs`, () => {
    for (const { table, token } of tablesOf(each)) {
      const after = play(rules, faces, table, token);
      assert.ok(after.ok);
      assert.match(sentence(rules, faces, table, after.table, token), /\.$/);
      const text = signs(rules, faces, table, token);
      assert.ok(text.length > 0 && !text.includes("?"));
    }
  });
}

test("moves that no token says have none", () => {
  assert.equal(tokenOfMove({ from: "3", count: 1, to: "waste" }), null);
  assert.equal(tokenOfMove({ from: "a", count: 1, to: "b" }), null);
  assert.equal(tokenOfMove({ from: "3", count: 2, to: "a" }), null);
  assert.equal(tokenOfMove({ from: "3", count: 1, to: "a" }), "3F");
  assert.equal(tokenOfMove({ from: "c", count: 1, to: "0" }), "c0");
});

test("a tap in Easy Harp sends a card home, or only selects", () => {
  const { rules, faces, actions } = game("EH");
  assert.equal(actions[0], "5F");
  const table = openingTable(rules);
  assert.deepEqual(tapMove(rules, faces, table, "5", 1)?.from, "5");
  const others = ["1", "2", "3", "4", "6", "7", "8"].map((column) => tapMove(rules, faces, table, column, 1));
  assert.ok(others.every((move) => move === null));
});

test("the second of two quick taps plays a move in Easy Harp alone, and never takes a card back from its foundation", () => {
  for (const each of games) {
    for (const { table } of tablesOf(each)) {
      for (const { id, cards } of boardView(each.rules, each.faces, table, true).piles) {
        const move = cards.length > 0 ? doubleTapMove(each.rules, each.faces, table, id, 1) : null;
        if (move !== null) assert.ok(each.rules.variant === "EH" && !/^[a-h]$/.test(id));
      }
    }
  }
});

test("in Spindelharpan the same suit comes before a longer column", () => {
  const { rules, faces } = game("SF");
  for (const { table } of tablesOf(game("SF"))) {
    for (const { id, cards } of boardView(rules, faces, table, true).piles) {
      const all = legalActions(rules, faces, table).map((action) => moveOf(rules, faces, table, action));
      const own = all.filter((move) => move?.from === id && move.count === 1);
      const best = tapMove(rules, faces, table, id, 1);
      const suit = Math.floor((faces[cards.at(-1)?.at ?? 0] ?? 0) / 13);
      const target = (to: string): number | undefined => table.columns["1234567890".indexOf(to)]?.at(-1);
      const same = own.filter((move) => Math.floor((faces[target(move?.to ?? "") ?? -1] ?? -13) / 13) === suit);
      if (best !== null && same.length > 0) assert.ok(same.some((move) => move?.to === best.to));
    }
  }
});

test("redo is what was undone and not yet played again, until something else is played", () => {
  assert.deepEqual(redoable(["S", "5F", "U"]), ["5F"]);
  assert.deepEqual(redoable(["S", "5F", "U", "U"]), ["5F", "S"]);
  assert.deepEqual(redoable(["S", "5F", "U", "U", "S"]), ["5F"]);
  assert.deepEqual(redoable(["S", "5F", "U", "9F"]), []);
  assert.deepEqual(redoable(["S", "U", "S", "U"]), ["S"]);
});

test("what redo proposes is legal after any undo of a won game", () => {
  const { rules, faces, actions } = game("ST");
  const log = [...actions.slice(0, 60), ...Array<string>(20).fill("U")];
  const { table, refused } = fold(rules, faces, log);
  assert.equal(refused, null);
  const again = redoable(log).reverse();
  assert.deepEqual(again, actions.slice(40, 60));
  assert.equal(fold(rules, faces, again, { table }).refused, null);
});

test("every reason has a sentence of its own", () => {
  const rules = VARIANTS.get("EH") as Rules;
  const source = readFileSync("frontend/src/engine/refusals.ts", "utf8");
  const union = source.slice(source.indexOf("export type RefusalReason"), source.indexOf(";", source.indexOf("export type RefusalReason")));
  const reasons = [...union.matchAll(/"([a-z-]+)"/g)].map(([, reason]) => reason as string);
  assert.equal(reasons.length, 17);
  const sentences = reasons.map((reason) => refusalSentence(reason, rules));
  assert.equal(new Set(sentences).size, 17);
  assert.ok(!sentences.includes(refusalSentence("never heard of", rules)));
});

test("figures are written as the templates write them", () => {
  assert.deepEqual([0, 9_999, 245_000, 3_723_000, null].map(duration), ["0:00", "0:09", "4:05", "1:02:03", "–"]);
  assert.deepEqual([points(1315, "EH"), points(20, "EH"), points(-52, "HV"), points(208, "HV")], ["1,315", "20", "−$52", "$208"]);
});
