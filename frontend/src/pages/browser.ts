/** What a session needs of the browser: storage, timers, and the other tabs. */
import type { LiveOptions } from "../net/live.ts";
import type { Store } from "../net/outbox.ts";
import type { Timers } from "../net/line.ts";

/** localStorage; where the browser forbids it, or it is full, nothing is kept and nothing breaks. */
export const browserStore: Store = {
  get: (key) => attempt(() => localStorage.getItem(key), null),
  set: (key, value) => attempt(() => localStorage.setItem(key, value), undefined),
  remove: (key) => attempt(() => localStorage.removeItem(key), undefined),
  keys: () => attempt(() => Object.keys(localStorage), []),
};

function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

export const browserTimers: Timers = {
  now: () => Date.now(),
  set: (run, ms) => window.setTimeout(run, ms),
  clear: (timer) => window.clearTimeout(timer),
};

const TAB_LOCK = "harp:tab:";
const GUEST_LOCK = "harp:guest";

/** This tab's name. As long as the tab lives it holds a lock of that name, by which others see that it does. */
export function claimTab(): string {
  const tab = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
  void locks()?.request(TAB_LOCK + tab, () => new Promise(() => undefined));
  return tab;
}

/** The names of the tabs that are open. Browsers tell it on secure pages alone; elsewhere it is none. */
export async function livingTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(TAB_LOCK) ? [name.slice(TAB_LOCK.length)] : [])));
}

/** Runs one thing at a time over all tabs. */
export function exclusively<T>(run: () => Promise<T>): Promise<T> {
  const there = locks();
  return there === undefined ? run() : (there.request(GUEST_LOCK, run) as Promise<T>);
}

/** Missing on pages that are not secure, whatever the types say. */
function locks(): LockManager | undefined {
  return navigator.locks as LockManager | undefined;
}

/** The live channel of a board. */
export function liveSocket(code: string): LiveOptions["connect"] {
  return (events) => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/boards/${encodeURIComponent(code)}/`);
    socket.addEventListener("message", ({ data }) => events.message(String(data)));
    socket.addEventListener("close", ({ code: reason }) => events.closed(reason));
    return () => socket.close();
  };
}
