/** The shapes of the calls that the pages use. */

/** A card that turned up: at a ply (0: in the opening), at a deck position; its face as text. */
export interface RevealData {
  readonly ply: number;
  readonly at: number;
  readonly card: string;
}

export interface OutcomeData {
  readonly won: boolean;
  readonly score: number;
  readonly moves: number;
  readonly undos: number;
  /** From the first action to the last by the server's clock; null for a whole log. */
  readonly time_ms: number | null;
  readonly finished_at: string;
}

export interface PlayerData {
  readonly name: string;
  readonly guest: boolean;
}

export interface AttemptData {
  readonly id: number;
  readonly code: string;
  readonly player: PlayerData;
  readonly first_action_at: string | null;
  readonly last_action_at: string | null;
  readonly server_now: string;
  /** Null while the deck is secret. */
  readonly deck: string | null;
  readonly log: readonly string[];
  readonly reveals: readonly RevealData[];
  readonly over: boolean;
  readonly outcome: OutcomeData | null;
}

/** How an attempt stands; the reveals are those since the ply that the request named. */
export interface StateData {
  readonly ply: number;
  readonly score: number;
  readonly moves: number;
  readonly won: boolean;
  readonly over: boolean;
  readonly reveals: readonly RevealData[];
  readonly outcome: OutcomeData | null;
}

export interface LineData {
  /** Shared by equal lines: 1, 2, 2, 4. */
  readonly rank: number;
  /** From 1, without ties. */
  readonly position: number;
  readonly attempt: number;
  readonly player: PlayerData;
  readonly won: boolean;
  readonly score: number;
  readonly moves: number;
  readonly undos: number;
  readonly time_ms: number | null;
  readonly finished_at: string;
}

export interface BoardData {
  readonly code: string;
  readonly total: number;
  readonly lines: readonly LineData[];
  readonly own: LineData | null;
}
