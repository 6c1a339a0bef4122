import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerClock } from "../../../frontend/src/net/server-clock.ts";

test("it goes by the server's word and the time since, and stops at what has passed", () => {
  let elapsed = 5_000;
  const clock = new ServerClock("2026-01-01T23:59:00Z", () => elapsed);
  assert.equal(clock.until("2026-01-02T00:00:00Z"), 60_000);
  elapsed += 45_000;
  assert.equal(clock.until("2026-01-02T00:00:00Z"), 15_000);
  elapsed += 45_000;
  assert.equal(clock.until("2026-01-02T00:00:00Z"), 0);
});

test("whenever the server says what time it is, that counts", () => {
  let elapsed = 0;
  const clock = new ServerClock("2026-01-01T12:00:00Z", () => elapsed);
  elapsed += 1_000; // The device slept; its clock did not count.
  clock.set("2026-01-01T15:00:00Z");
  assert.equal(clock.until("2026-01-01T16:00:00Z"), 3_600_000);
});
