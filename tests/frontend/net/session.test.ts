import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ApiError, NetworkError } from "../../../frontend/src/net/client.ts";
import { layout } from "../../../frontend/src/engine/view.ts";
import { FakeClock, FakeNetwork, FakeServer, FakeStore, settle, Tab } from "./server.ts";

interface Daily {
  readonly code: string;
  readonly deck: string;
  readonly actions: readonly string[];
}

const dailies = (JSON.parse(readFileSync("tests/data/dailies.json", "utf8")) as { dailies: Daily[] }).dailies;

function daily(variant: string): Daily {
  return dailies.find(({ code }) => code.startsWith(variant)) as Daily;
}

const EASY_HARP = daily("EH");
/** Legal from the opening, on any table with a stock. */
const TAPS = ["S", "S", "S", "S", "S", "S"];

interface World {
  readonly clock: FakeClock;
  readonly server: FakeServer;
  readonly network: FakeNetwork;
  readonly store: FakeStore;
}

function world({ player = null, secret = false, game = EASY_HARP }: { player?: string | null; secret?: boolean; game?: Daily } = {}): World {
  const clock = new FakeClock();
  const server = new FakeServer(clock, game.code.slice(0, 2), game.deck, secret);
  return { clock, server, network: new FakeNetwork(server, player), store: new FakeStore() };
}

async function openTab({ network, store }: World, name = "tab", attempt: number | null = null): Promise<Tab> {
  const tab = new Tab(network, store, name);
  await tab.session.resume(attempt);
  return tab;
}

/** A signed-in player with an attempt of `log` on the server, in a tab. */
async function playing(log: readonly string[] = [], name = "tab"): Promise<World & { tab: Tab; attempt: number }> {
  const made = world({ player: "ada" });
  const attempt = made.server.start("ada");
  made.server.append(attempt, log);
  const tab = await openTab(made, name, attempt.id);
  made.network.calls.length = 0;
  return { ...made, tab, attempt: attempt.id };
}

function stored(server: FakeServer): string[] {
  return server.attempts[0]?.log ?? [];
}

test("an action counts at once and is sent within a second, with those that follow it, in one request", async () => {
  const { clock, network, server, tab } = await playing();
  tab.play("S");
  assert.equal(tab.session.table.waste.length, 1);
  await clock.pass(500);
  tab.play("S");
  assert.equal(network.calls.length, 0);
  await clock.pass(499);
  assert.deepEqual(network.calls, [{ name: "append", ply: 0, actions: ["S", "S"], keepalive: false }]);
  assert.deepEqual(stored(server), ["S", "S"]);
  assert.deepEqual(tab.session.status, { kind: "saved" });
});

test("a refused action changes nothing, is not sent, and says the reason", async () => {
  const { clock, network, tab } = await playing();
  const acted = tab.session.act("11");
  assert.deepEqual(acted, { ok: false, reason: "same-pile" });
  await clock.pass(5000);
  assert.equal(network.calls.length, 0);
  assert.deepEqual(tab.session.status, { kind: "new" });
});

test("nothing reaches the server before the first action; it makes the guest, then the attempt, then sends", async () => {
  const made = world();
  const tab = await openTab(made);
  await made.clock.pass(10_000);
  assert.equal(made.network.calls.length, 0);
  tab.play("S");
  await made.clock.pass(1000);
  assert.equal(made.network.names(), "guest start append");
  assert.deepEqual(stored(made.server), ["S"]);
  assert.equal(made.server.attempts[0]?.player, "guest1");
});

test("there are never two requests at a time; what is played meanwhile goes with the next", async () => {
  const { clock, network, server, tab } = await playing();
  network.held = [];
  tab.play("S");
  await clock.pass(1000);
  assert.equal(network.calls.length, 1);
  tab.play("S", "S");
  await clock.pass(3000);
  assert.equal(network.calls.length, 1);
  const [release] = network.held;
  network.held = null;
  release?.();
  await clock.pass(100);
  assert.deepEqual(network.calls.map(({ ply, actions }) => [ply, actions]), [[0, ["S"]], [1, ["S", "S"]]]);
  assert.deepEqual(stored(server), ["S", "S", "S"]);
  assert.equal(network.most, 1);
});

test("a lost connection shows, the game goes on, and everything is sent once it is back", async () => {
  const { clock, network, server, tab } = await playing();
  network.down = true;
  tab.play("S");
  await clock.pass(1000);
  assert.deepEqual(tab.session.status, { kind: "offline", unsent: 1, waiting: false });
  tab.play("S", "S");
  assert.deepEqual(tab.session.status, { kind: "offline", unsent: 3, waiting: false });
  await clock.pass(120_000);
  const tries = network.calls.length;
  assert.ok(tries >= 5 && tries <= 10, `${tries} tries in two minutes`);
  network.down = false;
  tab.session.retryNow();
  await settle();
  assert.deepEqual(stored(server), ["S", "S", "S"]);
  assert.deepEqual(tab.session.status, { kind: "saved" });
});

test("it is tried again by itself when nobody says that the network is back", async () => {
  const { clock, network, server, tab } = await playing();
  network.fates.push("lost", "lost", new ApiError(503, "error", "away"));
  tab.play("S");
  await clock.pass(10_000);
  assert.deepEqual(stored(server), ["S"]);
  assert.equal(network.calls.length, 4);
});

test("a reply that was lost is asked for again and nothing counts twice", async () => {
  const { clock, network, server, tab } = await playing();
  network.fates.push("reply-lost");
  tab.play("S");
  await clock.pass(1000);
  tab.play("S");
  await clock.pass(5000);
  assert.deepEqual(stored(server), ["S", "S"]);
  assert.deepEqual(tab.notices, []);
  assert.deepEqual(tab.session.status, { kind: "saved" });
});

test("too fast: it waits as long as the server asks", async () => {
  const { clock, network, server, tab } = await playing();
  network.fates.push(new ApiError(429, "too-fast", "Wait.", {}, 20_000));
  tab.play("S");
  await clock.pass(1000);
  tab.play("S");
  await clock.pass(18_000);
  assert.equal(network.calls.length, 1);
  await clock.pass(3000);
  assert.deepEqual(stored(server), ["S", "S"]);
});

test("unsent actions are in storage until they are acknowledged", async () => {
  const { clock, network, store, tab, attempt } = await playing();
  network.down = true;
  tab.play("S", "S");
  const kept = JSON.parse([...store.kept.values()][0] as string) as Record<string, unknown>;
  assert.deepEqual([kept["attempt"], kept["ply"], kept["actions"]], [attempt, 0, ["S", "S"]]);
  network.down = false;
  await clock.pass(1000);
  assert.equal(store.kept.size, 0);
});

test("a tab that was closed offline loses nothing: the next one sends what it had played", async () => {
  const made = await playing(["S"]);
  made.network.down = true;
  made.tab.play("S", "S");
  made.network.down = false;
  const next = await openTab(made, "next", made.attempt);
  assert.equal(next.session.log.length, 3);
  assert.equal(next.session.table.waste.length, 3);
  await made.clock.pass(100);
  assert.deepEqual(stored(made.server), ["S", "S", "S"]);
  assert.equal(made.store.kept.size, 0);
  assert.deepEqual(next.notices, []);
});

test("a game that never reached the server is taken up from storage, and sent", async () => {
  const made = world();
  made.network.down = true;
  const first = await openTab(made, "first");
  first.play("S", "S");
  await made.clock.pass(2000);
  made.network.down = false;
  const next = await openTab(made, "next");
  assert.equal(next.session.table.waste.length, 2);
  await made.clock.pass(100);
  assert.deepEqual(stored(made.server), ["S", "S"]);
});

test("what is in storage is dropped, and said so, when another device has played something else", async () => {
  const made = await playing();
  made.network.down = true;
  made.tab.play("S", "S");
  const other = made.server.attempts[0];
  assert.ok(other);
  made.server.append(other, ["5F"]);
  made.network.down = false;
  const next = await openTab(made, "next", made.attempt);
  assert.deepEqual(next.session.log, ["5F"]);
  assert.deepEqual(next.notices, [{ kind: "elsewhere", lost: 2 }]);
  assert.equal(made.store.kept.size, 0);
});

test("what was sent after all is not sent again from storage", async () => {
  const made = await playing();
  made.network.fates.push("reply-lost");
  made.tab.play("S", "S");
  await made.clock.pass(1000);
  made.network.calls.length = 0;
  const next = await openTab(made, "next", made.attempt);
  assert.equal(next.session.unsent, 0);
  assert.deepEqual(next.notices, []);
  assert.equal(made.network.names(), "attempt");
});

test("what another player left in storage is neither sent nor shown", async () => {
  const made = await playing();
  made.network.down = true;
  made.tab.play("S", "S");
  made.network.down = false;
  made.network.player = "bob";
  const next = await openTab(made, "next");
  assert.deepEqual(next.session.log, []);
  await made.clock.pass(5000);
  assert.equal(made.server.attempts.length, 1);
});

test("storage that somebody has tampered with counts as nothing", async () => {
  const made = world();
  made.store.set("harp:unsent:CODE:a", "no json");
  made.store.set("harp:unsent:CODE:b", JSON.stringify({ attempt: null, ply: 0, actions: [1], at: made.clock.now() }));
  made.store.set("harp:unsent:CODE:c", JSON.stringify({ attempt: null, ply: 0, actions: ["S", "55"], at: made.clock.now() }));
  const tab = await openTab(made);
  assert.deepEqual(tab.session.log, ["S"]);
});

test("a living tab's unsent actions are left to it", async () => {
  const made = await playing(["S"], "first");
  made.network.down = true;
  made.tab.play("S");
  made.network.down = false;
  const second = new Tab(made.network, made.store, "second", { livingTabs: async () => new Set(["first"]) });
  await second.session.resume(made.attempt);
  assert.deepEqual(second.session.log, ["S"]);
  assert.equal(made.store.kept.size, 1);
});

test("two tabs on one attempt: the one that comes late takes the other's log and says so", async () => {
  const made = await playing([], "one");
  const other = await openTab(made, "two", made.attempt);
  made.tab.play("S", "S");
  await made.clock.pass(1000);
  other.play("5F");
  await made.clock.pass(1000);
  assert.deepEqual(stored(made.server), ["S", "S"]);
  assert.deepEqual(other.session.log, ["S", "S"]);
  assert.deepEqual(other.notices, [{ kind: "elsewhere", lost: 1 }]);
  other.play("S");
  await made.clock.pass(1000);
  assert.deepEqual(stored(made.server), ["S", "S", "S"]);
  assert.equal(made.store.kept.size, 0);
});

test("two tabs that play the same lose nothing and are not told anything", async () => {
  const made = await playing([], "one");
  const other = await openTab(made, "two", made.attempt);
  made.tab.play("S", "S");
  await made.clock.pass(1000);
  other.play("S", "S", "S");
  await made.clock.pass(1000);
  assert.deepEqual(stored(made.server), ["S", "S", "S"]);
  assert.deepEqual(other.notices, []);
});

test("coming back to a tab takes what another device has played", async () => {
  const { server, tab } = await playing(["S"]);
  const [attempt] = server.attempts;
  assert.ok(attempt);
  server.append(attempt, ["S", "S"]);
  await tab.session.refresh();
  assert.equal(tab.session.table.waste.length, 3);
  assert.deepEqual(tab.notices, [{ kind: "elsewhere", lost: 0 }]);
});

test("what is played during a refresh stays, and is sent", async () => {
  const { clock, network, server, tab } = await playing(["S"]);
  network.held = [];
  const refreshed = tab.session.refresh();
  tab.play("S");
  await clock.pass(2000);
  const [release] = network.held;
  network.held = null;
  release?.();
  await refreshed;
  await clock.pass(1000);
  assert.deepEqual(stored(server), ["S", "S"]);
});

test("an attempt that was given up elsewhere is over here too", async () => {
  const { clock, server, tab } = await playing(["S"]);
  (server.attempts[0] as { over: boolean }).over = true;
  tab.play("S");
  await clock.pass(1000);
  assert.equal(tab.session.over, true);
  assert.deepEqual(tab.session.log, ["S"]);
  assert.deepEqual(tab.notices, [{ kind: "over", lost: 1 }]);
  assert.equal(tab.session.outcome?.moves, 1);
  assert.deepEqual(tab.session.act("S"), { ok: false, reason: "attempt-over" });
});

test("what the server refuses is rolled back to its truth and explained", async () => {
  const { clock, server, tab } = await playing();
  // As a client with a fault in its rules would: an action that its own engine should have refused.
  tab.play("S");
  (tab.session.log as string[]).push("6F");
  await clock.pass(1000);
  assert.deepEqual(stored(server), ["S"]);
  assert.deepEqual(tab.session.log, ["S"]);
  assert.deepEqual(tab.notices, [{ kind: "rolled-back", lost: 1, reason: "not-on-foundation" }]);
  tab.play("S");
  await clock.pass(1000);
  assert.deepEqual(stored(server), ["S", "S"]);
});

test("a sign-in that is lost is said; playing on makes the whole game an attempt of a new guest", async () => {
  const { clock, network, server, tab } = await playing(["S", "S"]);
  network.player = null;
  tab.play("S");
  await clock.pass(1000);
  assert.deepEqual(tab.session.status, { kind: "signed-out", unsent: 1 });
  tab.play("S");
  await clock.pass(60_000);
  assert.equal(network.calls.length, 1);
  tab.session.playOn();
  await clock.pass(1000);
  assert.deepEqual(server.attempts[1]?.log, ["S", "S", "S", "S"]);
  assert.equal(server.attempts[1]?.player, "guest1");
  assert.deepEqual(tab.session.status, { kind: "saved" });
});

test("an attempt of somebody else's counts as a lost sign-in", async () => {
  const { clock, network, tab } = await playing(["S"]);
  network.player = "bob";
  tab.play("S");
  await clock.pass(1000);
  assert.equal(tab.session.status.kind, "signed-out");
});

test("what will not help to be tried again is not: the actions stay in storage", async () => {
  const { clock, network, store, tab } = await playing();
  network.fates.push(new ApiError(400, "log-full", "An attempt holds 20000 actions at most."));
  tab.play("S");
  await clock.pass(60_000);
  assert.deepEqual(tab.session.status, { kind: "failed", code: "log-full", message: "An attempt holds 20000 actions at most.", unsent: 1 });
  assert.equal(network.calls.length, 1);
  assert.equal(store.kept.size, 1);
});

test("a page that goes away sends what is unsent in a request that outlives it", async () => {
  const { network, server, tab } = await playing(["S"]);
  tab.play("S", "S");
  tab.session.leave();
  await settle();
  assert.deepEqual(network.calls, [{ name: "append", ply: 1, actions: ["S", "S"], keepalive: true }]);
  assert.deepEqual(stored(server), ["S", "S", "S"]);
});

test("a page that comes back after it went away goes on", async () => {
  const { clock, network, server, tab } = await playing(["S"]);
  tab.play("S");
  tab.session.leave();
  tab.play("S");
  await clock.pass(1000);
  assert.deepEqual(stored(server), ["S", "S", "S"]);
  assert.deepEqual(tab.notices, []);
  assert.equal(network.most, 1);
});

test("long logs go in batches that the server takes", async () => {
  const { clock, network, server, tab } = await playing();
  network.down = true;
  for (let i = 0; i < 4500; i++) tab.play("S");
  network.down = false;
  await clock.pass(5000);
  assert.equal(stored(server).length, 4500);
  assert.deepEqual(network.calls.map(({ actions }) => actions?.length), [2000, 2000, 500]);
});

test("a won game is sent at once, and its outcome is the server's", async () => {
  const made = world();
  const tab = await openTab(made);
  tab.play(...EASY_HARP.actions);
  assert.equal(tab.session.table.won, true);
  await made.clock.pass(50);
  assert.equal(tab.session.over, true);
  assert.deepEqual(tab.session.status, { kind: "over" });
  assert.equal(tab.session.outcome?.won, true);
  assert.equal(tab.session.outcome?.score, tab.session.table.score);
  assert.equal(tab.session.outcome?.moves, EASY_HARP.actions.length);
});

test("a win whose reply is lost is over all the same once it is asked again", async () => {
  const made = world();
  const tab = await openTab(made);
  made.network.fates.push("through", "through", "reply-lost");
  tab.play(...EASY_HARP.actions);
  await made.clock.pass(50);
  assert.equal(tab.session.over, false);
  assert.equal(tab.session.status.kind, "offline");
  await made.clock.pass(5000);
  assert.equal(tab.session.outcome?.won, true);
});

test("giving up sends what is unsent first", async () => {
  const { network, server, tab } = await playing();
  tab.play("S", "S");
  const outcome = await tab.session.finish();
  assert.equal(network.names(), "append finish");
  assert.deepEqual(stored(server), ["S", "S"]);
  assert.equal(outcome?.moves, 2);
  assert.equal(tab.session.over, true);
});

test("giving up offline fails, and the game goes on", async () => {
  const { clock, network, server, tab } = await playing();
  tab.play("S");
  network.down = true;
  await assert.rejects(tab.session.finish(), NetworkError);
  assert.equal(tab.session.over, false);
  tab.play("S");
  network.down = false;
  await clock.pass(5000);
  assert.deepEqual(stored(server), ["S", "S"]);
});

test("a game of which the server takes no more can be given up as far as it is saved", async () => {
  const { clock, network, server, store, tab } = await playing(["S"]);
  network.fates.push(new ApiError(400, "log-full", "An attempt holds 20000 actions at most."));
  tab.play("S", "S");
  await clock.pass(5000);
  assert.equal(tab.session.status.kind, "failed");
  const outcome = await tab.session.finish();
  assert.equal(outcome?.moves, 1);
  assert.deepEqual(stored(server), ["S"]);
  assert.deepEqual(tab.session.status, { kind: "over" });
  assert.deepEqual(tab.session.log, ["S"]);
  assert.deepEqual(tab.notices, [{ kind: "over", lost: 2 }]);
  assert.equal(store.kept.size, 0);
});

test("a player from whom the server takes nothing at all is told, and the game is not over", async () => {
  const { clock, network, tab } = await playing(["S"]);
  network.fates.push(new ApiError(403, "banned", "no"), new ApiError(403, "banned", "no"));
  tab.play("S");
  await clock.pass(5000);
  await assert.rejects(tab.session.finish(), ApiError);
  assert.equal(tab.session.over, false);
  assert.equal(tab.session.unsent, 1);
});

test("what is left in storage of a game that is over meanwhile is told once, and forgotten", async () => {
  const made = await playing(["S"]);
  made.network.down = true;
  made.tab.play("S", "S");
  made.network.down = false;
  const first = made.server.attempts[0];
  assert.ok(first);
  first.over = true;
  const next = await openTab(made, "next");
  await next.session.tellLate(null);
  assert.deepEqual(next.notices, [{ kind: "late", lost: 2 }]);
  assert.equal(made.store.kept.size, 0);
  assert.deepEqual(next.session.log, []);
});

test("what is left of another player's game is kept for them without a word", async () => {
  const made = await playing(["S"]);
  made.network.down = true;
  made.tab.play("S");
  made.network.down = false;
  made.network.player = "bob";
  const next = await openTab(made, "next");
  await next.session.tellLate(null);
  assert.deepEqual(next.notices, []);
  assert.equal(made.store.kept.size, 1);
});

test("a refresh that a new game overtakes does not let two requests go at a time", async () => {
  const { clock, network, tab } = await playing(["S"]);
  network.held = [];
  const refreshed = tab.session.refresh();
  await settle();
  const [release] = network.held;
  tab.session.restart();
  network.held = [];
  tab.play("S");
  await clock.pass(1000);
  assert.equal(network.held.length, 1);
  release?.();
  await refreshed;
  await clock.pass(1000);
  assert.equal(network.held.length, 1);
});

test("where nothing was played there is nothing to give up", async () => {
  const made = world();
  const tab = await openTab(made);
  assert.equal(await tab.session.finish(), null);
  assert.equal(made.network.calls.length, 0);
});

test("the same deal again begins a new attempt with its first action", async () => {
  const { clock, server, tab } = await playing();
  tab.play("S");
  await tab.session.finish();
  tab.session.restart();
  assert.deepEqual(tab.session.status, { kind: "new" });
  assert.equal(tab.session.table.waste.length, 0);
  tab.play("S", "S");
  await clock.pass(1000);
  assert.deepEqual(server.attempts.map(({ log }) => log), [["S"], ["S", "S"]]);
});

test("a reply to the game before does not touch the one that was started anew", async () => {
  const { clock, network, tab } = await playing();
  network.held = [];
  tab.play("S");
  await clock.pass(1000);
  const [release] = network.held;
  network.held = null;
  tab.session.restart();
  release?.();
  await settle();
  assert.equal(tab.session.attemptId, null);
  assert.deepEqual(tab.session.log, []);
});

test("resuming folds the server's log, and counts the time from its first action", async () => {
  const made = world({ player: "ada" });
  const attempt = made.server.start("ada");
  made.server.append(attempt, TAPS);
  await made.clock.pass(60_000);
  const tab = await openTab(made, "tab", attempt.id);
  assert.equal(tab.session.table.waste.length, TAPS.length);
  assert.equal(made.clock.now() - (tab.session.firstActionAt as number), 60_000);
  assert.deepEqual(tab.statuses, ["saved"]);
});

test("resuming offline waits, takes no action meanwhile, and goes on by itself", async () => {
  const made = world({ player: "ada" });
  const attempt = made.server.start("ada");
  made.server.append(attempt, TAPS);
  made.network.down = true;
  const tab = await openTab(made, "tab", attempt.id);
  assert.deepEqual(tab.session.status, { kind: "offline", unsent: 0, waiting: true });
  assert.deepEqual(tab.session.act("S"), { ok: false, reason: "not-now" });
  made.network.down = false;
  await made.clock.pass(10_000);
  assert.equal(tab.session.log.length, TAPS.length);
  assert.deepEqual(tab.session.status, { kind: "saved" });
});

test("undo is an action of the log like any other", async () => {
  const { clock, server, tab } = await playing();
  tab.play("S", "U");
  await clock.pass(1000);
  assert.equal(tab.session.table.waste.length, 0);
  assert.deepEqual(stored(server), ["S", "U"]);
});

test("a server that has lost the end of the log is given it again", async () => {
  const { clock, server, tab } = await playing();
  tab.play("S", "S", "S");
  await clock.pass(1000);
  const restored = server.start("nobody");
  server.append(restored, ["S"]);
  Object.assign(server.attempts[0] as object, { table: restored.table, log: ["S"], turnedAt: [1] });
  tab.play("S");
  await clock.pass(2000);
  assert.deepEqual(stored(server), ["S", "S", "S", "S"]);
  assert.deepEqual(tab.notices, []);
});

for (const variant of ["EH", "HT", "SO", "SF"]) {
  test(`a whole secret deal of ${variant} is won on what the server reveals, card by card`, async () => {
    const game = daily(variant);
    const made = world({ secret: true, game });
    const tab = await openTab(made);
    let waits = 0;
    for (const token of game.actions) {
      tab.play(token);
      if (tab.session.waiting) {
        waits++;
        assert.equal(tab.session.status.kind, "waiting");
        assert.deepEqual(tab.session.act("S"), { ok: false, reason: "not-now" });
        await made.clock.pass(0);
        assert.equal(tab.session.waiting, false);
      }
    }
    await made.clock.pass(1000);
    assert.ok(waits > 10);
    assert.equal(tab.session.outcome?.won, true);
    assert.deepEqual(layout(tab.session.table, made.server.faces), layout((made.server.attempts[0] as { table: typeof tab.session.table }).table, made.server.faces));
  });
}

test("a card that is waited for while the connection is lost comes when it is back", async () => {
  const made = world({ secret: true });
  const tab = await openTab(made);
  made.network.down = true;
  tab.play("S");
  await made.clock.pass(100);
  assert.deepEqual(tab.session.status, { kind: "offline", unsent: 1, waiting: true });
  made.network.down = false;
  await made.clock.pass(5000);
  assert.equal(tab.session.waiting, false);
  tab.play("S");
});

test("a secret deal is resumed with a card that is still to be shown", async () => {
  const made = world({ secret: true });
  const tab = await openTab(made);
  const attempt = tab.session.attemptId;
  made.network.down = true;
  tab.play("S");
  await made.clock.pass(100);
  made.network.down = false;
  const next = await openTab(made, "next", attempt);
  assert.equal(next.session.waiting, true);
  await made.clock.pass(100);
  assert.equal(next.session.waiting, false);
  assert.equal(next.session.table.waste.length, 1);
});

test("the first attempt on a day's deal counts, and the same deal again is practice, on what was seen of it", async () => {
  const made = world({ secret: true });
  const tab = await openTab(made);
  assert.equal(tab.session.ranked, true);
  tab.play("S");
  await made.clock.pass(100);
  const seen = tab.session.faces[tab.session.table.waste[0] as number];
  await tab.session.finish();
  tab.session.restart({ practice: true });
  assert.equal(tab.session.status.kind, "loading");
  await made.clock.pass(100);
  assert.equal(tab.session.ranked, false);
  assert.match(made.network.names(), /practise$/);
  assert.deepEqual(tab.session.log, []);
  tab.play("S");
  assert.equal(tab.session.waiting, false, "the card is known already");
  assert.equal(tab.session.faces[tab.session.table.waste[0] as number], seen);
  await made.clock.pass(1000);
  assert.deepEqual(made.server.attempts[1]?.log, ["S"]);
});

test("a start that is refused says why, for the page to offer what is left", async () => {
  const made = world({ secret: true });
  made.network.fates.push("through", new ApiError(409, "day-closed", "This day is closed."));
  const tab = await openTab(made);
  const { status } = tab.session;
  assert.deepEqual([status.kind, status.kind === "failed" && status.code], ["failed", "day-closed"]);
  await tab.session.resume(null, { practice: true });
  assert.equal(tab.session.status.kind, "new");
  assert.equal(tab.session.ranked, false);
});

test("a day that ends over a game: what was played is counted by the server, and looked up until it is", async () => {
  const made = world({ secret: true });
  const tab = await openTab(made);
  tab.play("S");
  await made.clock.pass(100);
  const attempt = made.server.attempts[0] as { over: boolean };
  attempt.over = true;
  const outcome = made.server.outcome.bind(made.server);
  made.server.outcome = () => null;
  await tab.session.refresh();
  assert.deepEqual([tab.session.over, tab.session.outcome], [true, null]);
  made.server.outcome = outcome;
  await tab.session.refresh();
  assert.equal(tab.session.outcome?.moves, 1);
  const calls = made.network.calls.length;
  await tab.session.refresh();
  assert.equal(made.network.calls.length, calls, "what is known is not asked for again");
});

test("practice on an open deck is told as such, and what was begun to count stays in storage", async () => {
  const made = world({ player: "ada" });
  made.network.down = true;
  const first = await openTab(made, "first");
  first.play("S", "S");
  await made.clock.pass(2000);
  made.network.down = false;
  const practice = made.server.start("ada", true);
  made.server.append(practice, ["S", "S", "S"]);
  const tab = await openTab(made, "tab", practice.id);
  assert.equal(tab.session.practising, true);
  assert.deepEqual(tab.session.log, ["S", "S", "S"]);
  assert.deepEqual(tab.notices, []);
  const counting = await openTab(made, "again");
  assert.deepEqual(counting.session.log, ["S", "S"]);
  assert.equal(counting.session.practising, false);
});
