import assert from "node:assert/strict";
import { test } from "node:test";
import { shareText } from "../../../frontend/src/pages/share.ts";
import { countdown } from "../../../frontend/src/pages/times.ts";

const link = "https://harp.example/play/EH1-D-AABEGSL/";

test("a result is shared as game, day, result, score, moves, time and link", () => {
  const outcome = { won: true, score: 1315, moves: 204, time_ms: 754_000 };
  assert.equal(
    shareText({ game: "Easy Harp", variant: "EH", deal: "2026-01-01", outcome, link }),
    `Harp · Easy Harp · 2026-01-01\nWon · score 1,315 · 204 moves · 12:34\n${link}`,
  );
});

test("what was not won, in dollars, without a time, is shared as it is", () => {
  const outcome = { won: false, score: -47, moves: 1, time_ms: null };
  assert.equal(
    shareText({ game: "Las Vegas", variant: "HV", deal: "HV1-N-AAAAAAF", outcome, link }),
    `Harp · Las Vegas · HV1-N-AAAAAAF\nNot won · score −$47 · 1 move\n${link}`,
  );
});

test("a countdown has hours and minutes, and in the last hour minutes and seconds", () => {
  assert.equal(countdown(5 * 3_600_000 + 11 * 60_000 + 1), "5 h 12 min");
  assert.equal(countdown(3_600_000), "1 h 0 min");
  assert.equal(countdown(3_599_000), "59:59");
  assert.equal(countdown(0), "0:00");
});
