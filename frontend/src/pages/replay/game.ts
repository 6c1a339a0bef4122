/** One game of a replay: its table at any ply, and what its actions did, in signs and in a sentence. */
import { parseDeck, type Faces } from "../../engine/cards.ts";
import { play, type Reveal } from "../../engine/replay.ts";
import { openingTable, type Table } from "../../engine/table.ts";
import { VARIANTS, type Rules } from "../../engine/variants.ts";
import { learn, unknownFaces } from "../../engine/view.ts";
import { sentence, signs } from "../narrator.ts";
import { marksOf, type Mark } from "./marks.ts";
import { moments } from "./pace.ts";
import { Plies } from "./plies.ts";

/** A game as the page has it from the server. */
export interface GameData {
  readonly attempt: number;
  readonly player: string;
  readonly actions: readonly string[];
  /** For each action, milliseconds from the first to its arrival; null for a game that came as a whole log. */
  readonly times: readonly number[] | null;
  readonly reveals: readonly Reveal[];
}

export class Game {
  readonly data: GameData;
  readonly rules: Rules;
  readonly faces: Faces;
  /** The length of its log. */
  readonly last: number;
  /** When each action was played, ms since the first; null where nobody knows. */
  readonly moments: readonly number[] | null;
  private readonly plies: Plies<Table>;
  private found: readonly Mark[] | null = null;

  /** `deck` is null while the deal is open: then only what turned up is known. */
  constructor(variant: string, deck: string | null, data: GameData) {
    this.data = data;
    this.rules = VARIANTS.get(variant) as Rules;
    // Faces are facts: what turns up later is known from the start, and shown when it lies face up.
    this.faces = deck === null ? learn(unknownFaces(this.rules), data.reveals) : parseDeck(deck);
    this.last = data.actions.length;
    this.moments = data.times === null ? null : moments(data.times);
    this.plies = new Plies<Table>(openingTable(this.rules), (before, at) => {
      const played = play(this.rules, this.faces, before, this.token(at + 1));
      // The server has played this log; a refusal here would be a fault of ours, and the table then stays.
      return played.ok ? played.table : before;
    });
  }

  table(ply: number): Table {
    return this.plies.at(ply);
  }

  /** The action that led to a ply, in a few signs; empty for the opening. */
  signs(ply: number): string {
    return ply === 0 ? "" : signs(this.rules, this.faces, this.table(ply - 1), this.token(ply));
  }

  /** The action that led to a ply, as a sentence. */
  sentence(ply: number): string {
    return ply === 0 ? "" : sentence(this.rules, this.faces, this.table(ply - 1), this.table(ply), this.token(ply));
  }

  /** Milliseconds from the first action to the arrival of the one that led to a ply. */
  time(ply: number): number | null {
    const { times } = this.data;
    return times === null ? null : ply === 0 ? 0 : (times[ply - 1] ?? null);
  }

  /** The whole game is played for them, once. */
  marks(): readonly Mark[] {
    this.found ??= marksOf(this.data.actions, (ply) => this.table(ply));
    return this.found;
  }

  private token(ply: number): string {
    return this.data.actions[ply - 1] as string;
  }
}
