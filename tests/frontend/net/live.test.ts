import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, LiveBoard, type LiveEvents, type Liveness, type Top } from "../../../frontend/src/net/live.ts";
import type { LineData } from "../../../frontend/src/net/types.ts";
import { FakeClock, settle } from "./server.ts";

/** A line of a won game; the fewer moves, the better. */
function line(attempt: number, position: number, moves: number, more: Partial<LineData> = {}): LineData {
  return {
    rank: position,
    position,
    attempt,
    player: { name: `P${attempt}`, guest: true },
    won: true,
    score: 1300,
    moves,
    undos: 0,
    time_ms: 60_000,
    finished_at: "2026-01-01T12:00:00Z",
    ...more,
  };
}

/** A page that watches a board, and the server's end of its sockets. */
class Watch {
  readonly clock = new FakeClock();
  readonly sockets: { events: LiveEvents; open: boolean }[] = [];
  readonly shown: { top: Top; changed: number[] }[] = [];
  readonly states: Liveness[] = [];
  looks = 0;
  /** What a look by HTTP finds; null: no answer. */
  found: Top | null = null;
  readonly board = new LiveBoard({
    connect: (events) => {
      const socket = { events, open: true };
      this.sockets.push(socket);
      return () => (socket.open = false);
    },
    fetchTop: async () => {
      this.looks++;
      if (this.found === null) throw new Error("no answer");
      return this.found;
    },
    timers: this.clock,
    shown: (top, changed) => this.shown.push({ top, changed: [...changed] }),
    liveness: (state) => this.states.push(state),
    random: () => 0.5,
  });

  constructor() {
    this.board.start();
  }

  get socket(): { events: LiveEvents; open: boolean } {
    return this.sockets.at(-1) as { events: LiveEvents; open: boolean };
  }

  get top(): Top | undefined {
    return this.shown.at(-1)?.top;
  }

  snapshot(seq: number, lines: LineData[], total = lines.length): void {
    this.socket.events.message(JSON.stringify({ type: "snapshot", seq, code: "CODE", total, lines }));
  }

  delta(seq: number, upsert: LineData[], remove: number[] = [], total = 9): void {
    this.socket.events.message(JSON.stringify({ type: "delta", seq, total, remove, upsert }));
  }
}

function order(lines: readonly LineData[]): string {
  return lines.map(({ rank, position, attempt }) => `${position}:${attempt}/${rank}`).join(" ");
}

test("a snapshot shows the board, live, with nothing lit up", () => {
  const watch = new Watch();
  watch.snapshot(7, [line(1, 1, 100), line(2, 2, 120)]);
  assert.deepEqual(watch.states, ["live"]);
  assert.deepEqual(watch.shown, [{ top: { total: 2, lines: [line(1, 1, 100), line(2, 2, 120)] }, changed: [] }]);
});

test("a delta puts its lines in their places, and only they light up", () => {
  const watch = new Watch();
  watch.snapshot(7, [line(1, 1, 100), line(2, 2, 120)]);
  watch.delta(8, [line(3, 2, 110)], [], 3);
  assert.equal(order(watch.top?.lines ?? []), "1:1/1 2:3/2 3:2/3");
  assert.equal(watch.top?.total, 3);
  assert.deepEqual(watch.shown.at(-1)?.changed, [3]);
});

test("a line that is better now moves up; one that is taken away closes the gap", () => {
  const lines = [line(1, 1, 100), line(2, 2, 120), line(3, 3, 130)];
  assert.equal(order(applied(lines, { remove: [], upsert: [line(3, 1, 90)] })), "1:3/1 2:1/2 3:2/3");
  assert.equal(order(applied(lines, { remove: [1], upsert: [] })), "1:2/1 2:3/2");
});

test("equal lines share a rank, also those that a delta does not name", () => {
  const lines = [line(1, 1, 100), line(2, 2, 120), line(3, 3, 120), line(4, 4, 130)];
  assert.equal(order(applied(lines, { remove: [], upsert: [] })), "1:1/1 2:2/2 3:3/2 4:4/4");
  assert.equal(order(applied(lines, { remove: [1], upsert: [] })), "1:2/1 2:3/1 3:4/3");
});

test("a gap in the numbers is mended by a new connection within two seconds, without an alarm", async () => {
  const watch = new Watch();
  watch.snapshot(7, [line(1, 1, 100)]);
  const first = watch.socket;
  watch.delta(9, [line(2, 2, 120)]);
  assert.equal(first.open, false);
  assert.equal(watch.top?.lines.length, 1);
  await watch.clock.pass(2000);
  assert.equal(watch.sockets.length, 2);
  watch.snapshot(3, [line(1, 1, 100), line(2, 2, 120)]);
  assert.deepEqual(watch.states, ["live", "waiting", "live"]);
  assert.deepEqual(watch.shown.at(-1)?.changed, [2]);
  assert.equal(watch.looks, 0);
});

test("a snapshot in the middle, which a slow socket gets, sets everything right", () => {
  const watch = new Watch();
  watch.snapshot(7, [line(1, 1, 100)]);
  watch.snapshot(12, [line(2, 1, 90), line(1, 2, 100)]);
  watch.delta(13, [], [1], 1);
  assert.equal(order(watch.top?.lines ?? []), "1:2/1");
});

test("what a dropped socket still says is not heard", () => {
  const watch = new Watch();
  watch.snapshot(7, [line(1, 1, 100)]);
  const old = watch.socket.events;
  watch.delta(9, []);
  old.message(JSON.stringify({ type: "snapshot", seq: 9, total: 0, lines: [] }));
  old.closed(1006);
  assert.equal(watch.top?.total, 1);
});

test("nonsense on the wire counts as a gap", () => {
  const watch = new Watch();
  watch.snapshot(7, []);
  watch.socket.events.message("<html>");
  assert.equal(watch.socket.open, false);
});

test("where sockets fail the board is looked up every 15 seconds, said so, and tried again ever more slowly", async () => {
  const watch = new Watch();
  watch.found = { total: 1, lines: [line(1, 1, 100)] };
  watch.socket.events.closed(1006);
  await watch.clock.pass(1000);
  assert.equal(watch.sockets.length, 2);
  watch.socket.events.closed(1006);
  await settle();
  assert.deepEqual(watch.states, ["off"]);
  assert.equal(watch.looks, 1);
  assert.equal(watch.top?.total, 1);
  await watch.clock.pass(2000);
  assert.equal(watch.sockets.length, 3);
  watch.socket.events.closed(1006);
  await watch.clock.pass(3999);
  assert.equal(watch.sockets.length, 3);
  watch.found = { total: 2, lines: [line(2, 1, 90), line(1, 2, 100)] };
  await watch.clock.pass(10_000);
  assert.equal(watch.looks, 2);
  assert.deepEqual(watch.shown.at(-1)?.changed, [2]);
});

test("a look that gets no answer is made again, and ends once the board is live", async () => {
  const watch = new Watch();
  await watch.clock.pass(5000);
  assert.deepEqual([watch.states, watch.looks], [["off"], 1]);
  await watch.clock.pass(15_000);
  assert.equal(watch.looks, 2);
  watch.snapshot(1, []);
  assert.deepEqual(watch.states, ["off", "live"]);
  await watch.clock.pass(60_000);
  assert.equal(watch.looks, 2);
});

test("a look that was under way when the board went live counts for nothing", async () => {
  const watch = new Watch();
  watch.found = { total: 0, lines: [] };
  await watch.clock.pass(4999);
  void watch.clock.pass(1);
  await Promise.resolve();
  watch.snapshot(1, [line(1, 1, 100)]);
  await settle();
  assert.equal(watch.top?.total, 1);
});

test("once the network is back there is no waiting", async () => {
  const watch = new Watch();
  for (let i = 0; i < 5; i++) {
    watch.socket.events.closed(1006);
    await watch.clock.pass(40_000);
  }
  watch.socket.events.closed(1006);
  const before = watch.sockets.length;
  watch.board.retryNow();
  assert.equal(watch.sockets.length, before + 1);
  watch.board.retryNow();
  assert.equal(watch.sockets.length, before + 1, "one that is under way is enough");
});

test("a network that is known to be lost drops the socket", () => {
  const watch = new Watch();
  watch.snapshot(1, []);
  watch.board.lost();
  assert.equal(watch.socket.open, false);
  assert.equal(watch.states.at(-1), "waiting");
});

test("a board that there is not is not asked for again", async () => {
  const watch = new Watch();
  watch.socket.events.closed(4404);
  await watch.clock.pass(120_000);
  assert.deepEqual([watch.sockets.length, watch.looks, watch.states], [1, 0, ["gone"]]);
});

test("a page that goes away takes its socket and its timers along, and begins anew when it is back", async () => {
  const watch = new Watch();
  watch.snapshot(1, [line(1, 1, 100)]);
  watch.board.stop();
  await watch.clock.pass(120_000);
  assert.deepEqual([watch.socket.open, watch.sockets.length, watch.looks], [false, 1, 0]);
  watch.board.start();
  assert.equal(watch.sockets.length, 2);
});
