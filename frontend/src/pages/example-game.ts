/** A position of a numbered deal to try things at: played in the browser alone, and begun again as often as one likes. */
import { parseDeck, type Faces } from "../engine/cards.ts";
import { fold, play } from "../engine/replay.ts";
import type { Applied, Table } from "../engine/table.ts";
import { VARIANTS, type Rules } from "../engine/variants.ts";

/** What the server puts into the page. */
export interface ExampleData {
  readonly variant: string;
  /** The whole deck: that of a numbered deal is no secret. */
  readonly deck: string;
  /** What was played before. */
  readonly actions: readonly string[];
  /** What the rules refuse here; null where the example is of no refusal. */
  readonly refused: string | null;
  /** What the example shows, move by move. */
  readonly line: readonly string[];
}

export class ExampleGame {
  readonly rules: Rules;
  readonly faces: Faces;
  private readonly data: ExampleData;
  private readonly start: Table;
  private now: Table;
  /** What was played since the start and stands. */
  private played: string[] = [];
  private refusalSeen = false;

  /** Throws on a log that the rules refuse: the server's tests see that there is none. */
  constructor(data: ExampleData) {
    this.data = data;
    const rules = VARIANTS.get(data.variant);
    if (rules === undefined) throw new Error(`there is no game ${data.variant}`);
    this.rules = rules;
    this.faces = parseDeck(data.deck);
    const { table, refused } = fold(rules, this.faces, data.actions);
    if (refused !== null) throw new Error(`${refused.token} is refused: ${refused.reason}`);
    this.start = this.now = table;
  }

  get table(): Table {
    return this.now;
  }

  get begun(): boolean {
    return this.played.length > 0;
  }

  /** Plays a token as the rules have it, but takes nothing back from before the start. */
  act(token: string): Applied {
    if (token === "U" && !this.begun) return { ok: false, reason: "nothing-to-undo" };
    const applied = play(this.rules, this.faces, this.now, token);
    if (!applied.ok) {
      this.refusalSeen ||= token === this.data.refused;
      return applied;
    }
    this.now = applied.table;
    if (token === "U") this.played.pop();
    else this.played.push(token);
    return applied;
  }

  restart(): void {
    this.now = this.start;
    this.played = [];
    this.refusalSeen = false;
  }

  /** What the example shows next: first what is refused, then its line. Null after the line's end, and off it. */
  next(): string | null {
    const { line, refused } = this.data;
    if (!this.begun && refused !== null && !this.refusalSeen) return refused;
    return this.onLine() ? (line[this.played.length] ?? null) : null;
  }

  /** Whether only what the line says was played. */
  onLine(): boolean {
    return this.played.every((token, index) => token === this.data.line[index]);
  }
}
