import assert from "node:assert/strict";
import { test } from "node:test";
import { Plies, windowAround } from "../../../../frontend/src/pages/replay/plies.ts";

/** Tables that are the logs which led to them would be long: their sums will do. */
function counted(): { plies: Plies<number>; played: () => number } {
  let played = 0;
  const plies = new Plies(0, (before, ply) => {
    played++;
    return before + ply + 1;
  });
  return { plies, played: () => played };
}

const sum = (ply: number): number => (ply * (ply + 1)) / 2;

test("the table of any ply is that of the actions before it, in whatever order they are asked for", () => {
  const { plies } = counted();
  for (const ply of [0, 1, 20_000, 7, 12_345, 500, 499, 501, 19_999, 20_000, 0, 12_344]) assert.equal(plies.at(ply), sum(ply));
});

test("a jump within what was played plays few actions, and a step back none", () => {
  const { plies, played } = counted();
  plies.at(20_000);
  let before = played();
  plies.at(19_999);
  assert.equal(played(), before);
  plies.at(3_499);
  assert.ok(played() - before < 500);
  before = played();
  plies.at(3_498);
  assert.equal(played(), before);
});

test("the window lies around the current place and within the list", () => {
  assert.deepEqual(windowAround(0, 20_000, 200), { from: 0, to: 200 });
  assert.deepEqual(windowAround(5_000, 20_000, 200), { from: 4_900, to: 5_100 });
  assert.deepEqual(windowAround(19_999, 20_000, 200), { from: 19_800, to: 20_000 });
  assert.deepEqual(windowAround(40, 50, 200), { from: 0, to: 50 });
});
