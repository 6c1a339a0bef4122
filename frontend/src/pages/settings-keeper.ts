/** Keeps the settings: in this browser for everybody, and with the player for who is signed in. The last change wins. */
import type { SettingsData } from "../net/types.ts";
import type { Store } from "../net/outbox.ts";
import { DEFAULTS, changed, chosen, fromDataset, fromWire, toDataset, toWire, type Settings } from "./settings.ts";

/** What this browser remembers. */
interface Kept {
  readonly settings: Settings;
  /** When the last one was changed, ms since 1970. */
  readonly at: number;
  /** Changes that the player's record does not have yet. */
  readonly unsent: Partial<Settings>;
}

/** The element whose attributes are the settings that hold on the page, and which tells of changes: <html>. */
export type Root = EventTarget & { readonly dataset: Record<string, string | undefined> };

export interface KeeperOptions {
  readonly root: Root;
  readonly store: Store;
  readonly now: () => number;
  readonly send: (changes: ReturnType<typeof toWire> & { readonly changed_at: string }) => Promise<SettingsData>;
}

export const STORE_KEY = "harp:settings";
const CHANGED = "settings";

export class SettingsKeeper {
  private readonly options: KeeperOptions;

  constructor(options: KeeperOptions) {
    this.options = options;
  }

  /** The settings that hold. */
  get now(): Settings {
    return fromDataset(this.options.root.dataset);
  }

  /** Changes some, at once and for good. */
  change(changes: Partial<Settings>): void {
    const settings = changed(this.now, changes);
    const kept = this.kept();
    // Later than the one before, whatever the clock says: by its time a change is known.
    const at = Math.max(this.options.now(), (kept?.at ?? 0) + 1, (this.serverTime() ?? 0) + 1);
    this.keep({ settings, at, unsent: { ...kept?.unsent, ...chosen(changes) } });
    this.show(settings);
    void this.send();
  }

  /** Calls `listener` with the settings after each change, wherever it was made. */
  follow(listener: (settings: Settings) => void): void {
    this.options.root.addEventListener(CHANGED, () => listener(this.now));
  }

  /**
   * At the start of a page: what the server wrote into it holds, with what it does not know of yet. Where nobody is signed
   * in, what this browser remembers holds.
   */
  start(): void {
    const kept = this.kept();
    const server = this.serverTime();
    if (server !== null && server > (kept?.at ?? 0)) this.keep({ settings: this.now, at: server, unsent: {} });
    else if (kept !== null && server === null) this.show(kept.settings);
    else if (kept !== null && server !== null && kept.at > server) {
      // What another player has left here is theirs, but for what was never sent.
      const settings = changed(this.now, kept.unsent);
      this.keep({ ...kept, settings });
      this.show(settings);
    }
  }

  /** Another tab has changed them, or the page comes back from the browser's memory. */
  reread(): void {
    const kept = this.kept();
    if (kept !== null) this.show(kept.settings);
  }

  /** Tells the server of what it does not know yet, where somebody is signed in. Whatever fails waits for the next page. */
  async send(): Promise<void> {
    const kept = this.kept();
    if (kept === null || this.serverTime() === null || Object.keys(kept.unsent).length === 0) return;
    let reply: SettingsData;
    try {
      reply = await this.options.send({ ...toWire(kept.unsent), changed_at: new Date(kept.at).toISOString() });
    } catch {
      return;
    }
    // What was changed meanwhile is on its way as well.
    if (this.kept()?.at !== kept.at) return;
    const settings = fromWire(reply);
    this.keep({ settings, at: Date.parse(reply.changed_at ?? "") || kept.at, unsent: {} });
    this.show(settings);
  }

  private show(settings: Settings): void {
    const { root } = this.options;
    toDataset(settings, root.dataset);
    root.dispatchEvent(new Event(CHANGED));
  }

  /** When the player last changed one, as the server knew at the page's making; null where nobody is signed in. */
  private serverTime(): number | null {
    const { settingsAt } = this.options.root.dataset;
    return settingsAt === undefined ? null : Date.parse(settingsAt) || 0;
  }

  private keep(kept: Kept): void {
    this.options.store.set(STORE_KEY, JSON.stringify(kept));
  }

  /** Storage is open to anybody with the browser's tools: what is not of the form counts as nothing. */
  private kept(): Kept | null {
    try {
      const { settings, at, unsent } = JSON.parse(this.options.store.get(STORE_KEY) ?? "null") as Partial<Kept>;
      return typeof at === "number" ? { settings: changed(DEFAULTS, settings), at, unsent: chosen(unsent) } : null;
    } catch {
      return null;
    }
  }
}
