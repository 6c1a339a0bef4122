import assert from "node:assert/strict";
import { test } from "node:test";

import { departures } from "../../../frontend/src/board/leaving.ts";
import type { Lain } from "../../../frontend/src/board/leaving.ts";
import type { PileView } from "../../../frontend/src/board/types.ts";

/** A run as it lies on its foundation, ace first, of cards whose positions in the deck are their ranks. */
function foundation(...ranks: number[]): PileView {
  return { id: "a", kind: "foundation", cards: ranks.map((at) => ({ at, face: at })), label: "run 1", empty: "none" };
}

const RUN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** King to five lie in column 2 below a face-down card, four to ace in column 7. */
function lay({ at }: { readonly at: number }): Lain {
  return at >= 4 ? { pile: "2", index: 13 - at, x: 100, y: 50 + (13 - at) * 20 } : { pile: "7", index: 3 - at, x: 400, y: 80 + (3 - at) * 30 };
}

test("a run gathers under its king before it leaves, ace first", () => {
  const stops = departures([foundation(...RUN)], lay, 25);
  assert.deepEqual(stops.get(12), { stop: { x: 100, y: 70 }, turn: 12, after: 0 });
  assert.deepEqual(stops.get(4), { stop: { x: 100, y: 230 }, turn: 4, after: 8 });
  // What was lifted goes on in the same fan.
  assert.deepEqual(stops.get(3)?.stop, { x: 100, y: 250 });
  assert.deepEqual(stops.get(0), { stop: { x: 100, y: 310 }, turn: 0, after: 12 });
});

test("a run that one king of its own column begins takes the fan it is given", () => {
  const stops = departures([foundation(...RUN)], (card) => (card.at === 12 ? { pile: "2", index: 0, x: 100, y: 50 } : { ...lay(card), pile: "7" }), 25);
  assert.deepEqual(stops.get(11)?.stop, { x: 100, y: 75 });
});

test("one card that goes to a foundation makes no stop, nor do cards that lie there already", () => {
  assert.equal(departures([foundation(0)], lay, 25).size, 0);
  assert.equal(departures([foundation(0, 1)], ({ at }) => (at === 0 ? { pile: "a", index: 0, x: 0, y: 0 } : lay({ at })), 25).size, 0);
  assert.equal(departures([foundation(...RUN)], () => undefined, 25).size, 0);
});
