import assert from "node:assert/strict";
import { test } from "node:test";
import { isSecondTap } from "../../../frontend/src/board/double-tap.ts";

const first = { at: 7, point: { x: 100, y: 100 }, time: 1000 };

test("a quick tap at the same place is the second of a double", () => {
  assert.ok(isSecondTap(first, { x: 110, y: 95 }, 1250));
  assert.ok(isSecondTap({ ...first, at: null }, first.point, 1001));
});

test("a later tap, or one elsewhere, is a tap of its own", () => {
  assert.ok(!isSecondTap(first, first.point, 1500));
  assert.ok(!isSecondTap(first, { x: 140, y: 100 }, 1100));
});
