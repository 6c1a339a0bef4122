import assert from "node:assert/strict";
import { test } from "node:test";
import { Holding, pace } from "../../../../frontend/src/pages/replay/holding.ts";

/** Timers that run when they are told to. */
class Clock {
  private next = 1;
  readonly due = new Map<number, { run: () => void; ms: number }>();

  set(run: () => void, ms: number): number {
    this.due.set(this.next, { run, ms });
    return this.next++;
  }

  clear(timer: number): void {
    this.due.delete(timer);
  }

  /** Runs what is due next; how long it had to wait. */
  tick(): number {
    const [timer, { run, ms }] = [...this.due][0] as [number, { run: () => void; ms: number }];
    this.due.delete(timer);
    run();
    return ms;
  }
}

test("a press is one step at once; a hold steps on, faster and faster", () => {
  const clock = new Clock();
  const holding = new Holding(clock);
  let steps = 0;
  holding.press(() => ++steps > 0);
  assert.equal(steps, 1);
  assert.equal(holding.rolling, false);
  const waits = Array.from({ length: 30 }, () => clock.tick());
  assert.equal(steps, 31);
  assert.equal(holding.rolling, true);
  assert.ok((waits[29] as number) < (waits[1] as number));
  assert.deepEqual([...waits].sort((a, b) => b - a), waits);
});

test("a long hold takes several plies at a time, but never too many", () => {
  assert.equal(pace(10).plies, 1);
  assert.ok(pace(50).plies > 1);
  assert.equal(pace(5_000).plies, pace(6_000).plies);
});

test("let go, it steps no more; and at the end it lets go by itself", () => {
  const clock = new Clock();
  const holding = new Holding(clock);
  holding.press(() => true);
  assert.equal(holding.release(), true);
  assert.equal(clock.due.size, 0);
  assert.equal(holding.release(), false);
  holding.press(() => false);
  assert.equal(clock.due.size, 0);
});
