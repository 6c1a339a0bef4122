import assert from "node:assert/strict";
import { test } from "node:test";
import { Playback } from "../../../../frontend/src/pages/replay/playback.ts";

/** A replay of some steps, with a clock that is wound by hand. */
function replayOf(last: number, wait = 1_000): { playback: Playback; said: string[]; tick: () => number; step: () => number } {
  let due: { run: () => void; ms: number } | null = null;
  let step = 0;
  const said: string[] = [];
  const timers = {
    set: (run: () => void, ms: number): number => {
      due = { run, ms };
      return 1;
    },
    clear: (): void => {
      due = null;
    },
  };
  const playback: Playback = new Playback(timers, {
    next: () => ++step < last,
    wait: () => wait,
    changed: (ended) => said.push(ended ? "ended" : playback.playing ? "playing" : "stopped"),
  });
  const tick = (): number => {
    assert.ok(due !== null);
    const { run, ms } = due as { run: () => void; ms: number };
    due = null;
    run();
    return ms;
  };
  return { playback, said, tick, step: () => step };
}

test("it goes from step to step and ends at the last one", () => {
  const { playback, said, tick, step } = replayOf(3);
  playback.start();
  assert.ok(tick() < 1_000);
  assert.equal(tick(), 1_000);
  assert.ok(playback.playing);
  tick();
  assert.equal(step(), 3);
  assert.equal(playback.playing, false);
  assert.deepEqual(said, ["playing", "ended"]);
});

test("it stops where it is, once", () => {
  const { playback, said, tick, step } = replayOf(9);
  playback.start();
  playback.start();
  tick();
  playback.stop();
  playback.stop();
  assert.equal(step(), 1);
  assert.deepEqual(said, ["playing", "stopped"]);
});
