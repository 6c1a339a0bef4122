/** Advice for Spindelharpan: runs of one suit first, then cards turned up, and never a row. */
import type { Action } from "../actions.ts";
import { rankOf, suitOf, UNKNOWN, type Faces } from "../cards.ts";
import { runLength } from "../refusals.ts";
import { legalActions, type Table } from "../table.ts";
import type { Rules } from "../variants.ts";

/** The best move that gains something, or null. */
export function spindelharpanMove(rules: Rules, seen: Faces, table: Table): Action | null {
  let best: Action | null = null;
  let most = 0;
  for (const action of legalActions(rules, seen, table)) {
    const worth = gain(rules, seen, table, action);
    if (worth > most) [best, most] = [action, worth];
  }
  return best;
}

/** How much a move gains; 0 for one that breaks a run, or goes from one place to another that is no better. */
function gain(rules: Rules, seen: Faces, table: Table, { kind, source, target, count }: Action): number {
  if (kind !== "column-to-column") return 0;
  const from = table.columns[source] ?? [];
  const to = table.columns[target] ?? [];
  const down = table.hidden[source] ?? 0;
  if (runLength(rules, seen, from, from.length - down) !== count) return 0;
  const face = (card: number | undefined): number => seen[card ?? -1] ?? UNKNOWN;
  const card = face(from[from.length - count]);
  const turnsUp = down > 0 && from.length - down === count;
  if (to.length === 0) return turnsUp ? 1 : 0;
  const run = runLength(rules, seen, to, to.length - (table.hidden[target] ?? 0));
  const better = (turnsUp ? 200 : 0) + (from.length === count ? 100 : 0) + run + 2;
  if (suitOf(face(to[to.length - 1])) === suitOf(card)) return 400 + better;
  // On another suit: only for what lies on no card one higher yet.
  const under = from.length - count > down ? face(from[from.length - count - 1]) : UNKNOWN;
  return under !== UNKNOWN && rankOf(under) === rankOf(card) + 1 ? 0 : better;
}

/** No moves left (rules.md): no lay and no stock; or stock, but too few cards ever to deal a row. */
export function spindelharpanLost(rules: Rules, seen: Faces, table: Table): boolean {
  if (table.won) return false;
  if (table.stock.length > 0) return table.columns.reduce((sum, pile) => sum + pile.length, 0) < rules.columns.length;
  return !legalActions(rules, seen, table).some(({ kind }) => kind === "column-to-column");
}
