import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Game } from "../../../../frontend/src/pages/replay/game.ts";
import { neighbour } from "../../../../frontend/src/pages/replay/marks.ts";

interface Daily {
  readonly code: string;
  readonly deck: string;
  readonly actions: readonly string[];
}

const { dailies } = JSON.parse(readFileSync("tests/data/dailies.json", "utf8")) as { dailies: readonly Daily[] };

function gameOf(variant: string, more: readonly string[] = []): Game {
  const daily = dailies.find(({ code }) => code.startsWith(variant)) as Daily;
  return new Game(variant, daily.deck, { attempt: 1, player: "Ann", actions: [...daily.actions, ...more], times: null, reveals: [] });
}

test("a won game completes every foundation", () => {
  for (const [variant, foundations] of [["EH", 8], ["HO", 4], ["SO", 8]] as const) {
    const game = gameOf(variant);
    assert.ok(game.table(game.last).won, variant);
    assert.equal(game.marks().filter(({ kind }) => kind === "home").length, foundations, variant);
  }
});

test("each card of a column that turned up has a mark, and those of the stock have none", () => {
  const game = gameOf("HO");
  const marked = game.marks().filter(({ kind }) => kind === "turned").map(({ ply }) => ply);
  const hidden = game.table(0).hidden.reduce((sum, cards) => sum + cards, 0);
  assert.equal(marked.length, hidden);
});

test("undos have marks, and nothing of what they take back is marked anew", () => {
  const daily = dailies.find(({ code }) => code.startsWith("EH")) as Daily;
  const actions = [daily.actions[0] as string, "U", daily.actions[0] as string, "U"];
  const game = new Game("EH", daily.deck, { attempt: 1, player: "Ann", actions, times: null, reveals: [] });
  assert.deepEqual(game.marks().filter(({ kind }) => kind === "undo").map(({ ply }) => ply), [2, 4]);
});

test("marks are in order, and the one before or after a step is found", () => {
  const steps = [3, 8, 20];
  assert.equal(neighbour(steps, 3, 1), 8);
  assert.equal(neighbour(steps, 8, -1), 3);
  assert.equal(neighbour(steps, 10, -1), 8);
  assert.equal(neighbour(steps, 20, 1), null);
  assert.equal(neighbour(steps, 3, -1), null);
  const plies = gameOf("SO").marks().map(({ ply }) => ply);
  assert.deepEqual([...plies].sort((a, b) => a - b), plies);
});
