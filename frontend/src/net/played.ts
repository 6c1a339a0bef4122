/** A log as it is played here: the table that it leads to, and how much of it the server has. */
import { parseDeck, type Faces } from "../engine/cards.ts";
import type { RefusalReason } from "../engine/refusals.ts";
import { fold, play } from "../engine/replay.ts";
import { openingTable, type Table } from "../engine/table.ts";
import type { Rules } from "../engine/variants.ts";
import { learn, missing, unknownFaces } from "../engine/view.ts";
import type { Unsent } from "./outbox.ts";
import type { AttemptData, RevealData } from "./types.ts";

export class PlayedLog {
  private readonly rules: Rules;
  private known: Faces;
  private current: Table;
  private log: string[] = [];
  private sent = 0;
  /** The table before the action whose cards the server has to show. */
  private pausedAt: Table | null = null;

  /** `deck` is null where the server shows cards as they turn up. */
  constructor(rules: Rules, deck: string | null) {
    this.rules = rules;
    this.known = deck === null ? unknownFaces(rules) : parseDeck(deck);
    this.current = openingTable(rules);
  }

  get table(): Table {
    return this.current;
  }

  get faces(): Faces {
    return this.known;
  }

  get tokens(): readonly string[] {
    return this.log;
  }

  /** How many actions the server has. */
  get acknowledged(): number {
    return this.sent;
  }

  get unsent(): readonly string[] {
    return this.log.slice(this.sent);
  }

  /** Whether the faces of cards that have turned up are still to come. */
  get waiting(): boolean {
    return this.pausedAt !== null;
  }

  /** Plays an action; why it is refused, or null. */
  play(token: string): RefusalReason | null {
    const before = this.current;
    const played = play(this.rules, this.known, before, token);
    if (!played.ok) return played.reason;
    this.current = played.table;
    this.log.push(token);
    if (missing(this.current, this.known).length > 0) this.pausedAt = before;
    return null;
  }

  /** The server has the first `ply` actions, and shows what they turned up. */
  acknowledge(ply: number, reveals: readonly RevealData[]): void {
    this.sent = ply;
    this.known = learn(this.known, reveals);
    if (this.pausedAt === null || missing(this.current, this.known).length > 0) return;
    // Played again on the table before, as the faces may complete a run.
    const again = play(this.rules, this.known, this.pausedAt, this.log[this.log.length - 1] as string);
    if (again.ok) this.current = again.table;
    this.pausedAt = null;
  }

  /**
   * Makes the server's log ours. What is unsent stays where it continues that log; how many actions are lost where it
   * doesn't, and whether the server's had any that ours had not.
   */
  adopt({ log: theirs, over, deck, reveals }: Pick<AttemptData, "log" | "over" | "deck" | "reveals">): { lost: number; gained: boolean } {
    const had = this.log;
    const same = common(had, theirs);
    const goesOn = same === theirs.length && had.length > same && !over;
    if (!goesOn) this.log = theirs.slice();
    this.sent = theirs.length;
    if (deck !== null) this.known = parseDeck(deck);
    this.known = learn(this.known, reveals);
    this.refold();
    return { lost: goesOn ? 0 : had.length - same, gained: theirs.length > same };
  }

  /** Plays on with the ends of logs that tabs left behind, where they continue this one; how many actions don't. */
  continueWith(left: readonly Unsent[], over: boolean): number {
    let lost = 0;
    for (const { ply, actions } of left) {
      if (ply > this.log.length) {
        lost = Math.max(lost, actions.length);
        continue;
      }
      const whole = [...this.log.slice(0, ply), ...actions];
      const same = common(whole, this.log);
      if (same === whole.length) continue;
      if (same === this.log.length && !over) this.log = whole;
      else lost = Math.max(lost, whole.length - same);
    }
    this.refold();
    return lost;
  }

  /** Takes back what follows the first `length` actions. */
  cut(length: number): void {
    this.log.length = Math.min(this.log.length, length);
    this.refold();
  }

  /** All of it is to be sent, to another attempt. */
  disown(): void {
    this.sent = 0;
  }

  /** The opening again; what was seen of the cards stays known. */
  clear(): void {
    this.log = [];
    this.sent = 0;
    this.refold();
  }

  /** The table from the log anew. On partial knowledge the last action may wait for its cards. */
  private refold(): void {
    const last = this.log.length - 1;
    const before = fold(this.rules, this.known, this.log.slice(0, Math.max(0, last)));
    this.current = before.table;
    this.pausedAt = null;
    if (before.refused !== null) {
      this.log.length = before.ply;
    } else if (last >= 0) {
      const played = play(this.rules, this.known, before.table, this.log[last] as string);
      if (!played.ok) this.log.length = last;
      else {
        this.current = played.table;
        if (missing(played.table, this.known).length > 0) this.pausedAt = before.table;
      }
    }
    this.sent = Math.min(this.sent, this.log.length);
  }
}

/** How many actions two logs have in common from the start. */
export function common(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  for (let i = 0; i < most; i++) if (a[i] !== b[i]) return i;
  return most;
}
