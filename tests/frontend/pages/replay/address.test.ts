import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf, placeOf, type Place } from "../../../../frontend/src/pages/replay/address.ts";

test("a place comes back from its address", () => {
  const places: readonly Place[] = [{ counting: "ply", step: 12 }, { counting: "time", step: 7 }, { counting: "ply", step: 0 }];
  for (const place of places) assert.deepEqual(placeOf(hashOf(place)), place);
});

test("an address that names no place is the opening", () => {
  for (const hash of ["", "#", "#ply=", "#ply=-1", "#ply=1x", "#ply=99999999", "#controls"]) assert.equal(placeOf(hash).step, 0);
});
