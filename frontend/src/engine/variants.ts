/** The eight variants. The numbers are Python's: variants.json is made by `python -m game.engine variants`. */
import data from "./variants.json" with { type: "json" };

/** Points, in whole numbers; what cannot happen in a game is 0. */
export interface Scoring {
  readonly start: number;
  /** The score never falls below it; null: no floor. */
  readonly floor: number | null;
  /** For a card that goes to a foundation, or for a whole run that leaves. */
  readonly foundation: number;
  /** Each card earns its foundation points once a game. */
  readonly onceACard: boolean;
  /** For a hidden card of a column that turns up. */
  readonly turnUp: number;
  readonly wasteToColumn: number;
  /** For a card taken back from a foundation: 0 or less. */
  readonly takeBack: number;
}

/** All that makes a variant; the words are those of game/engine/rules.py. */
export interface Rules {
  readonly variant: string;
  readonly title: string;
  /** Copies of each face in the deck. */
  readonly copies: number;
  /** How many of the four suits are used, from spades on. */
  readonly suits: number;
  /** Cards dealt to each column, left to right; the last of each is face up. */
  readonly columns: readonly number[];
  /** Where a tap on the stock puts its cards: on the waste, or one on each column. */
  readonly stock: "waste" | "row";
  /** Cards that a tap on the stock turns. */
  readonly draw: number;
  readonly passes: "unlimited" | "one" | "none";
  readonly build: "other-colour" | "any-suit";
  /** `one-card`: and a whole king-led run, onto an empty column only. */
  readonly lift: "one-card" | "run" | "suit-run";
  readonly space: "king" | "anything";
  readonly foundation: "reserved" | "first-free" | "whole-runs";
  /** Places for foundations. */
  readonly foundations: number;
  readonly scoring: Scoring;
  /** How many of the last actions can be undone. */
  readonly undoLimit: number;
  /** Cards in the deck. */
  readonly cards: number;
}

/** Rules by the two letters of the variant, in the order in which they are listed everywhere. */
export const VARIANTS: ReadonlyMap<string, Rules> = new Map(
  Object.values(data).map((stated) => [stated.variant, camelCased(stated) as Rules]),
);

/** The data with its keys in this language's case. */
function camelCased(stated: object): unknown {
  return Object.fromEntries(
    Object.entries(stated).map(([key, value]: [string, unknown]) => [
      key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value !== null && typeof value === "object" && !Array.isArray(value) ? camelCased(value) : value,
    ]),
  );
}
