/** A run that leaves the table: it is seen whole where it ended, then goes card by card. */

import type { Point } from "./layout.ts";
import type { CardView, PileView } from "./types.ts";

/** Where a card lay before. */
export interface Lain extends Point {
  readonly pile: string;
  readonly index: number;
}

/** A stop on a card's way to its foundation. */
export interface Departure {
  /** Where the run is seen whole. */
  readonly stop: Point;
  /** The card's turn to leave, from 0. */
  readonly turn: number;
  /** Cards that leave after it. */
  readonly after: number;
}

/**
 * The stops of cards that come to foundations several at once, by their positions in the deck. The run gathers on the pile from
 * which its first card leaves last: a lifted end of it, or a card just dealt, lies down there before all go.
 */
export function departures(piles: readonly PileView[], lay: (card: CardView) => Lain | undefined, step: number): Map<number, Departure> {
  const found = new Map<number, Departure>();
  for (const pile of piles) {
    if (pile.kind !== "foundation") continue;
    const run = pile.cards.flatMap((card) => {
      const from = lay(card);
      return from === undefined || from.pile === pile.id ? [] : [{ at: card.at, from }];
    });
    const first = run.at(-1);
    if (first === undefined || run.length < 2) continue;
    const settled = run.filter(({ from }) => from.pile === first.from.pile).sort((a, b) => a.from.index - b.from.index);
    const end = settled.at(-1)!.from;
    const before = settled.at(-2)?.from;
    const fan = before === undefined ? step : end.y - before.y;
    let below = 0;
    for (const [i, { at, from }] of [...run.entries()].reverse()) {
      const stop = from.pile === first.from.pile ? { x: from.x, y: from.y } : { x: end.x, y: end.y + ++below * fan };
      found.set(at, { stop, turn: i, after: run.length - 1 - i });
    }
  }
  return found;
}
