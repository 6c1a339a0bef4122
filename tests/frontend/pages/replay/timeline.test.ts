import assert from "node:assert/strict";
import { test } from "node:test";
import { byPly, byTime, wait } from "../../../../frontend/src/pages/replay/timeline.ts";

test("the steps of one game are its plies", () => {
  const timeline = byPly([3], [0, 500, 9_000]);
  assert.equal(timeline.last, 3);
  assert.deepEqual([0, 1, 3].map((step) => timeline.plies(step)), [[0], [1], [3]]);
  assert.equal(timeline.stepOf(0, 2), 2);
  assert.deepEqual([0, 1, 2, 3].map((step) => timeline.moment(step)), [0, 0, 500, 9_000]);
});

test("two games go ply by ply, and the shorter waits at its end", () => {
  const timeline = byPly([2, 4]);
  assert.equal(timeline.last, 4);
  assert.deepEqual(timeline.plies(4), [2, 4]);
  assert.deepEqual([timeline.stepOf(0, 9), timeline.stepOf(1, 4)], [2, 4]);
  assert.equal(timeline.moment(1), null);
});

test("two games go by time, both from their first actions on, and each action is a step once", () => {
  const timeline = byTime([[0, 500, 500, 2_000], [0, 1_000]]);
  const plies = Array.from({ length: timeline.last + 1 }, (_, step) => timeline.plies(step));
  assert.deepEqual(plies, [[0, 0], [1, 1], [3, 1], [3, 2], [4, 2]]);
  assert.deepEqual(plies.map((_, step) => timeline.moment(step)), [0, 0, 500, 1_000, 2_000]);
});

test("by time, the step of a ply is the first at which the game has reached it", () => {
  const timeline = byTime([[0, 500, 500, 2_000], [0, 1_000]]);
  assert.deepEqual([0, 1, 2, 3, 4].map((ply) => timeline.stepOf(0, ply)), [0, 1, 2, 2, 4]);
  assert.deepEqual([0, 1, 2].map((ply) => timeline.stepOf(1, ply)), [0, 1, 3]);
});

test("a step waits by the speed, or as long as the player did", () => {
  const timeline = byPly([3], [0, 500, 900_500]);
  assert.equal(wait(timeline, 1, 0.5), 2_000);
  assert.equal(wait(timeline, 1, 8), 125);
  assert.equal(wait(timeline, 1, "as-played"), 500);
  assert.equal(wait(timeline, 2, "as-played"), 6_000);
});

test("a game without times is played at speed 1 whatever is asked for", () => {
  assert.equal(wait(byPly([3]), 1, "as-played"), 1_000);
});
