import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ExampleGame, type ExampleData } from "../../../frontend/src/pages/example-game.ts";

const { dailies } = JSON.parse(readFileSync("tests/data/dailies.json", "utf8")) as { dailies: { code: string; deck: string; actions: string[] }[] };
const { deck, actions } = dailies.find(({ code }) => code.startsWith("SO")) as { deck: string; actions: string[] };

/** Some plies into a game whose next moves are the line; "11" is refused everywhere. */
function example(changes: Partial<ExampleData> = {}): ExampleGame {
  return new ExampleGame({ variant: "SO", deck, actions: actions.slice(0, 5), refused: "11", line: actions.slice(5, 8), ...changes });
}

test("an example begins at its ply, and a log that the rules refuse is an error", () => {
  assert.equal(example().table.moves, 5);
  assert.throws(() => example({ actions: ["11"] }), /same-pile/);
});

test("what is refused is shown first, then the line to its end", () => {
  const game = example();
  const shown: string[] = [];
  for (let token = game.next(); token !== null; token = game.next()) {
    shown.push(token);
    game.act(token);
  }
  assert.deepEqual(shown, ["11", ...actions.slice(5, 8)]);
  assert.equal(game.onLine(), true);
});

test("who plays the line without the refusal is not asked to go back to it", () => {
  const game = example();
  game.act(actions[5] as string);
  assert.equal(game.next(), actions[6]);
});

test("off the line there is nothing to show until it is begun again", () => {
  const game = example({ refused: null, line: ["12x13"] });
  assert.ok(game.act(actions[5] as string).ok);
  assert.deepEqual([game.next(), game.onLine()], [null, false]);
  game.restart();
  assert.deepEqual([game.next(), game.begun], ["12x13", false]);
});

test("undo goes back to the start and no further", () => {
  const game = example();
  const start = game.table.columns;
  game.act(actions[5] as string);
  assert.ok(game.act("U").ok);
  assert.deepEqual(game.table.columns, start);
  assert.deepEqual(game.act("U"), { ok: false, reason: "nothing-to-undo" });
  assert.deepEqual(game.table.columns, start);
});
