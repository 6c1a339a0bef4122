/** Actions that the server has not acknowledged, kept in the browser's storage so that a closed tab loses none. */

/** What localStorage offers; a browser that forbids it gets one that forgets. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): readonly string[];
}

/** The end of a log. */
export interface Unsent {
  /** The attempt that it belongs to; null when the server does not know of the game yet. */
  readonly attempt: number | null;
  /** The place of the first action in the log. */
  readonly ply: number;
  readonly actions: readonly string[];
}

interface Kept extends Unsent {
  /** When it was written, ms since 1970 by this browser's clock. */
  readonly at: number;
}

const PREFIX = "harp:unsent:";
/** What nobody came back for is dropped after so long, ms. */
const KEPT_FOR = 30 * 24 * 3600 * 1000;

/**
 * Each tab writes under a key of its own, so that two tabs on one deal never overwrite each other; a tab that
 * opens takes over what tabs left that are no longer there.
 */
export class Outbox {
  private readonly store: Store;
  private readonly prefix: string;
  private readonly key: string;
  private readonly now: () => number;

  constructor(store: Store, code: string, tab: string, now: () => number) {
    this.store = store;
    this.prefix = `${PREFIX}${code}:`;
    this.key = this.prefix + tab;
    this.now = now;
  }

  /** Keeps this tab's unsent actions, or forgets them when there are none. */
  keep(unsent: Unsent): void {
    if (unsent.actions.length === 0) this.store.remove(this.key);
    else this.store.set(this.key, JSON.stringify({ ...unsent, at: this.now() } satisfies Kept));
  }

  /** What other tabs, `living` ones aside, left unsent on this deal; the longest log first. */
  left(living: ReadonlySet<string>): { readonly tab: string; readonly unsent: Unsent }[] {
    const found: { tab: string; unsent: Unsent }[] = [];
    for (const key of this.store.keys()) {
      if (!key.startsWith(this.prefix) || key === this.key) continue;
      const tab = key.slice(this.prefix.length);
      if (living.has(tab)) continue;
      const kept = readKept(this.store.get(key));
      if (kept === null || kept.at < this.now() - KEPT_FOR) this.store.remove(key);
      else found.push({ tab, unsent: kept });
    }
    const end = ({ unsent }: { unsent: Unsent }): number => unsent.ply + unsent.actions.length;
    return found.sort((a, b) => end(b) - end(a));
  }

  /** Forgets what another tab left, once it is taken over. */
  forget(tab: string): void {
    this.store.remove(this.prefix + tab);
  }
}

/** Storage is open to anybody with the browser's tools: what is not of the form counts as nothing. */
function readKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Kept> | null;
    if (kept === null || typeof kept !== "object") return null;
    const { attempt, ply, actions, at } = kept;
    if (attempt !== null && typeof attempt !== "number") return null;
    if (typeof ply !== "number" || typeof at !== "number" || !Array.isArray(actions)) return null;
    if (!actions.every((action) => typeof action === "string")) return null;
    return { attempt, ply, actions, at };
  } catch {
    return null;
  }
}
