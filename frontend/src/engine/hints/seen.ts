/** What the player has seen, so that advice never leans on a hidden card. */
import { UNKNOWN, type Faces } from "../cards.ts";
import { openingTable, type Table } from "../table.ts";
import type { Rules } from "../variants.ts";

/** The faces of the cards that have turned up in this game, even where the whole deck is at hand. */
export function seenFaces(rules: Rules, faces: Faces, table: Table): Faces {
  const opening = openingTable(rules).columns.map((pile) => pile[pile.length - 1]);
  const seen = new Set([...opening, ...table.turned]);
  return faces.map((face, at) => (seen.has(at) ? face : UNKNOWN));
}

/** Face-down cards of the columns. */
export function hiddenCards({ hidden }: Table): number {
  return hidden.reduce((sum, count) => sum + count, 0);
}
