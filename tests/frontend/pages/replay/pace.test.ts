import assert from "node:assert/strict";
import { test } from "node:test";
import { moments, shortened } from "../../../../frontend/src/pages/replay/pace.ts";

test("actions that arrived one by one were played when they arrived", () => {
  assert.deepEqual(moments([0, 700, 9_000]), [0, 700, 9_000]);
  assert.deepEqual(moments([]), []);
});

test("actions that arrived together are spread over the second before, the last at its arrival", () => {
  assert.deepEqual(moments([0, 60_000, 60_000]), [0, 59_500, 60_000]);
});

test("the spread never reaches back to the arrival before", () => {
  assert.deepEqual(moments([0, 400, 400, 400, 400]), [0, 100, 200, 300, 400]);
});

test("what came in one piece after a lost connection keeps a person's pace", () => {
  const together = moments([0, ...Array<number>(20).fill(600_000)]);
  assert.equal(together[1], 600_000 - 19 * 500);
  assert.equal(together[20], 600_000);
});

test("the first action is at 0, also where others came with it", () => {
  assert.deepEqual(moments([0, 0, 0, 0, 5_000]), [0, 500, 1_000, 1_500, 6_500]);
});

test("moments never run backwards and keep their number", () => {
  const arrivals = Array.from({ length: 500 }, (_, at) => Math.floor((at * at) / 7 / 1_000) * 900);
  const played = moments(arrivals);
  assert.equal(played.length, arrivals.length);
  for (let at = 1; at < played.length; at++) assert.ok((played[at] as number) >= (played[at - 1] as number));
});

test("short thoughts are kept, long ones shortened, in order of their length and with an end", () => {
  assert.equal(shortened(2_500), 2_500);
  assert.ok(shortened(0) > 0);
  const thoughts = [3_000, 6_000, 20_000].map(shortened);
  assert.deepEqual([...thoughts].sort((a, b) => a - b), thoughts);
  assert.ok((thoughts[2] as number) < 20_000);
  assert.equal(shortened(86_400_000), 6_000);
});
