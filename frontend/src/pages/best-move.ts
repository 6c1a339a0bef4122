/** Where a card goes when it is tapped, as players of each game know it. */
import type { Move } from "../board/types.ts";
import { COLUMN_DIGITS, FOUNDATION_LETTERS } from "../engine/actions.ts";
import { KING, rankOf, suitOf, UNKNOWN, type Faces } from "../engine/cards.ts";
import { runLength } from "../engine/refusals.ts";
import { legalActions, type Pile, type Table } from "../engine/table.ts";
import type { Rules } from "../engine/variants.ts";
import { moveOf } from "./table-view.ts";

/**
 * The move that one tap makes with the last `count` cards of a pile, or null, when the tap only selects.
 * Easy Harp: to a foundation that takes the card. Harpan: to a foundation, else to the best column. Spindelharpan: to the best column.
 */
export function tapMove(rules: Rules, faces: Faces, table: Table, pile: string, count: number): Move | null {
  if (FOUNDATION_LETTERS.includes(pile)) return null;
  const moves = movesOf(rules, faces, table, pile, count);
  const home = moves.find(({ to }) => FOUNDATION_LETTERS.includes(to));
  if (home !== undefined) return home;
  return rules.lift === "one-card" ? null : bestColumn(rules, faces, table, moves);
}

/** The best place that the table has for the last `count` cards of a pile, a foundation before a column. */
export function bestMove(rules: Rules, faces: Faces, table: Table, pile: string, count: number): Move | null {
  return tapMove(rules, faces, table, pile, count) ?? tableMove(rules, faces, table, pile, count);
}

/**
 * The move that the second of two quick taps on a card makes, or null. In Easy Harp, where one tap only selects, it goes to the
 * best column; where a tap has already sent it home, or moved it, the second does nothing more.
 */
export function doubleTapMove(rules: Rules, faces: Faces, table: Table, pile: string, count: number): Move | null {
  return rules.lift === "one-card" && !FOUNDATION_LETTERS.includes(pile) ? tableMove(rules, faces, table, pile, count) : null;
}

/** The best column: the longest that takes the cards, the leftmost of equals, and an empty one last. In Spindelharpan the same suit comes first. */
export function tableMove(rules: Rules, faces: Faces, table: Table, pile: string, count: number): Move | null {
  return bestColumn(rules, faces, table, movesOf(rules, faces, table, pile, count));
}

/** Whether the last `count` cards of a pile have any place to go. */
export function canMove(rules: Rules, faces: Faces, table: Table, pile: string, count: number): boolean {
  return movesOf(rules, faces, table, pile, count).length > 0;
}

function movesOf(rules: Rules, faces: Faces, table: Table, pile: string, count: number): Move[] {
  return legalActions(rules, faces, table)
    .map((action) => moveOf(rules, faces, table, action))
    .filter((move) => move !== null && move.from === pile && move.count === count) as Move[];
}

function bestColumn(rules: Rules, faces: Faces, table: Table, moves: readonly Move[]): Move | null {
  let best: Move | null = null;
  let most = -Infinity;
  for (const move of moves) {
    const worth = columnWorth(rules, faces, table, move);
    if (worth > most) [best, most] = [move, worth];
  }
  return best;
}

/** How good a column is for a move; -Infinity for one that changes nothing, such as a whole column to an empty one. */
function columnWorth(rules: Rules, faces: Faces, table: Table, { from, count, to }: Move): number {
  const column = COLUMN_DIGITS.indexOf(to);
  const target = column < 0 ? undefined : table.columns[column];
  if (target === undefined) return -Infinity;
  const source = table.columns[COLUMN_DIGITS.indexOf(from)];
  const card = source === undefined ? UNKNOWN : faceOf(faces, source, source.length - count);
  if (target.length === 0) {
    const pointless = source?.length === count && (rules.space === "anything" || rankOf(card) === KING);
    return pointless ? -Infinity : -1;
  }
  if (rules.lift !== "suit-run") return target.length;
  const sameSuit = suitOf(faceOf(faces, target, target.length - 1)) === suitOf(card);
  const run = runLength(rules, faces, target, target.length - (table.hidden[column] ?? 0));
  return (sameSuit ? 1000 : 0) + run;
}

function faceOf(faces: Faces, pile: Pile, index: number): number {
  return faces[pile[index] ?? -1] ?? UNKNOWN;
}
