/** Settings are kept in the browser and with the player; the last change wins, and none is lost on the way. */
import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { SettingsKeeper, STORE_KEY, type KeeperOptions } from "../../../frontend/src/pages/settings-keeper.ts";
import { DEFAULTS, fromWire, toDataset, toWire, type Settings } from "../../../frontend/src/pages/settings.ts";

type Sent = Parameters<KeeperOptions["send"]>[0];

const DAY = Date.parse("2026-03-01T12:00:00Z");

/** The record of a player on the server, which lets the last change win. */
class Player {
  settings: Settings = DEFAULTS;
  at = 0;
  reachable = true;
  readonly heard: Sent[] = [];

  async change(sent: Sent): ReturnType<KeeperOptions["send"]> {
    await Promise.resolve();
    if (!this.reachable) throw new Error("no network");
    this.heard.push(sent);
    const at = Date.parse(sent.changed_at);
    if (at >= this.at) {
      this.settings = { ...this.settings, ...pick(sent) };
      this.at = at;
    }
    return { ...toWire(this.settings), changed_at: new Date(this.at).toISOString() } as Awaited<ReturnType<KeeperOptions["send"]>>;
  }
}

function pick(sent: Sent): Partial<Settings> {
  const all = fromWire(sent);
  return Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(toWireNames(sent), name)));
}

function toWireNames(sent: Sent): object {
  return Object.fromEntries(Object.keys(sent).map((name) => [name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), true]));
}

class Browser {
  readonly kept = new Map<string, string>();
  time = DAY;

  /** Opens a page, as the server makes it for whoever is signed in. */
  open(player: Player | null): { keeper: SettingsKeeper; dataset: Record<string, string | undefined> } {
    const dataset: Record<string, string | undefined> = {};
    if (player !== null) {
      dataset["settingsAt"] = player.at === 0 ? "" : new Date(player.at).toISOString();
      toDataset(player.settings, dataset);
    }
    const keeper = new SettingsKeeper({
      root: Object.assign(new EventTarget(), { dataset }),
      store: {
        get: (key) => this.kept.get(key) ?? null,
        set: (key, value) => void this.kept.set(key, value),
        remove: (key) => void this.kept.delete(key),
        keys: () => [...this.kept.keys()],
      },
      now: () => this.time,
      send: (changes) => (player === null ? Promise.reject(new Error("nobody is signed in")) : player.change(changes)),
    });
    keeper.start();
    return { keeper, dataset };
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test("a change holds at once, tells who follows, and is there on the next page", () => {
  const browser = new Browser();
  const { keeper, dataset } = browser.open(null);
  const told: Settings[] = [];
  keeper.follow((settings) => told.push(settings));
  keeper.change({ theme: "dark" });
  keeper.change({ fourColours: true });
  deepEqual(dataset, { theme: "dark", fourColours: "on" });
  deepEqual(told, [{ ...DEFAULTS, theme: "dark" }, { ...DEFAULTS, theme: "dark", fourColours: true }]);
  deepEqual(browser.open(null).dataset, { theme: "dark", fourColours: "on" });
});

test("where nobody is signed in nothing is sent; who signs up afterwards brings it along", async () => {
  const browser = new Browser();
  browser.open(null).keeper.change({ hand: "left", sound: true });
  const player = new Player();
  const { keeper, dataset } = browser.open(player);
  equal(dataset["hand"], "left");
  await keeper.send();
  deepEqual(player.settings, { ...DEFAULTS, hand: "left", sound: true });
  equal(player.at, DAY);
  // Once is enough.
  await browser.open(player).keeper.send();
  equal(player.heard.length, 1);
});

test("a change is sent by itself, and only what changed", async () => {
  const player = new Player();
  player.settings = { ...DEFAULTS, theme: "dark" };
  new Browser().open(player).keeper.change({ sound: true });
  await settled();
  deepEqual(player.heard, [{ sound: true, changed_at: new Date(DAY).toISOString() }]);
  deepEqual(player.settings, { ...DEFAULTS, theme: "dark", sound: true });
});

test("a change without a network holds, and is sent from the next page", async () => {
  const player = new Player();
  const browser = new Browser();
  player.reachable = false;
  browser.open(player).keeper.change({ motion: "off" });
  await settled();
  browser.time += 1000;
  browser.open(player).keeper.change({ theme: "light" });
  await settled();
  deepEqual(player.heard, []);
  player.reachable = true;
  const { keeper, dataset } = browser.open(player);
  equal(dataset["motion"], "off");
  await keeper.send();
  deepEqual(player.heard, [{ motion: "off", theme: "light", changed_at: new Date(DAY + 1000).toISOString() }]);
});

test("what another device changed later holds, and what was to be sent is given up", async () => {
  const player = new Player();
  const browser = new Browser();
  player.reachable = false;
  browser.open(player).keeper.change({ theme: "dark" });
  await settled();
  player.reachable = true;
  player.settings = { ...DEFAULTS, theme: "light" };
  player.at = DAY + 5000;
  const { keeper, dataset } = browser.open(player);
  equal(dataset["theme"], "light");
  await keeper.send();
  deepEqual(player.heard, []);
  equal(browser.open(null).dataset["theme"], "light");
});

test("a page made before another device's change takes that over with the reply", async () => {
  const player = new Player();
  const { keeper } = new Browser().open(player);
  player.settings = { ...DEFAULTS, theme: "dark" };
  player.at = DAY + 5000;
  keeper.change({ theme: "light" });
  await settled();
  equal(keeper.now.theme, "dark");
});

test("a change made while another is on its way is neither undone nor lost", async () => {
  const player = new Player();
  const browser = new Browser();
  const { keeper } = browser.open(player);
  keeper.change({ theme: "dark" });
  browser.time += 1;
  keeper.change({ theme: "light" });
  await settled();
  equal(keeper.now.theme, "light");
  deepEqual(player.settings, { ...DEFAULTS, theme: "light" });
});

test("who signs in where another was signed in has their own settings", async () => {
  const browser = new Browser();
  const ann = new Player();
  ann.settings = { ...DEFAULTS, theme: "dark" };
  ann.at = DAY - 1000;
  const bob = new Player();
  bob.settings = { ...DEFAULTS, theme: "light" };
  bob.at = DAY - 2000;
  browser.open(ann).keeper.change({ fourColours: true });
  await settled();
  const { keeper, dataset } = browser.open(bob);
  equal(dataset["theme"], "light");
  keeper.reread();
  deepEqual(keeper.now, bob.settings);
});

test("a change is later than what the server knew, whatever the clock says", async () => {
  const browser = new Browser();
  const ann = new Player();
  ann.at = DAY + 600_000;
  const { keeper } = browser.open(ann);
  keeper.change({ theme: "dark" });
  await settled();
  equal(ann.settings.theme, "dark");
  equal(keeper.now.theme, "dark");
});

test("what a player chose is remembered where they have signed out", () => {
  const browser = new Browser();
  const ann = new Player();
  ann.settings = { ...DEFAULTS, theme: "dark" };
  ann.at = DAY - 1000;
  browser.open(ann);
  equal(browser.open(null).dataset["theme"], "dark");
});

test("storage that says nothing of the form counts as nothing", () => {
  for (const text of ["", "{", "null", "7", "[]", '{"settings":{"theme":"dark"}}', '{"settings":{"theme":"mauve"},"at":1}', '{"at":1,"unsent":{"theme":"mauve"}}']) {
    const browser = new Browser();
    browser.kept.set(STORE_KEY, text);
    deepEqual(browser.open(null).keeper.now, DEFAULTS);
    const { keeper } = browser.open(new Player());
    deepEqual(keeper.now, DEFAULTS);
  }
});

test("another tab's change is read anew", () => {
  const browser = new Browser();
  const here = browser.open(null);
  browser.open(null).keeper.change({ largePrint: true });
  equal(here.keeper.now.largePrint, false);
  here.keeper.reread();
  equal(here.keeper.now.largePrint, true);
});
