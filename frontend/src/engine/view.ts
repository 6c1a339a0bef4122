/** What is known of a table, and how it is written. */
import { deckText, UNKNOWN, faceOf, type Face, type Faces } from "./cards.ts";
import type { Reveal } from "./replay.ts";
import type { Pile, Table } from "./table.ts";
import type { Rules } from "./variants.ts";

/** A table written out: piles as texts of cards, "??" where a face is unknown. */
export interface Layout {
  /** Deepest card first. */
  readonly columns: readonly string[];
  /** Face-down cards of each column. */
  readonly hidden: readonly number[];
  /** The next card first. */
  readonly stock: string;
  readonly waste: string;
  readonly foundations: readonly string[];
  readonly score: number;
  readonly moves: number;
}

export function layout(table: Table, faces: Faces): Layout {
  const text = (pile: Pile): string => deckText(pile.map((card) => faces[card] ?? UNKNOWN));
  return {
    columns: table.columns.map(text),
    hidden: table.hidden,
    stock: text(table.stock),
    waste: text(table.waste),
    foundations: table.foundations.map(text),
    score: table.score,
    moves: table.moves,
  };
}

/** A deck of which nothing is known yet. */
export function unknownFaces(rules: Rules): Face[] {
  return new Array<Face>(rules.cards).fill(UNKNOWN);
}

/** The faces with `reveals` added; the faces given stay as they are, and are what is returned where nothing is new. */
export function learn(faces: Faces, reveals: readonly Reveal[]): Faces {
  if (reveals.every(({ at, card }) => faces[at] === faceOf(card))) return faces;
  const known = faces.slice();
  for (const { at, card } of reveals) known[at] = faceOf(card);
  return known;
}

/**
 * Deck positions that have turned up but whose faces are unknown: what to ask the server before going on. Then apply
 * the same action to the table before again, since a dealt row may complete a run that only the faces show.
 */
export function missing(table: Table, faces: Faces): number[] {
  const faceUp = table.columns.flatMap((pile, column) => pile.slice(table.hidden[column]));
  const seen = new Set([...table.turned, ...faceUp]);
  return [...seen].filter((card) => (faces[card] ?? UNKNOWN) === UNKNOWN);
}
