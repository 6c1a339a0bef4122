/** Advice for Easy Harp and Harpan: what gains something, and whether anything still can. */
import { makeAction, type Action } from "../actions.ts";
import { KING, rankOf, UNKNOWN, type Face, type Faces } from "../cards.ts";
import { foundationFor, landingRefusal } from "../refusals.ts";
import { apply, cardsHome, legalActions, type Table } from "../table.ts";
import type { Rules } from "../variants.ts";
import { hiddenCards } from "./seen.ts";

/** Positions looked at before it is left open whether a game is lost. */
const MOST_POSITIONS = 400;

/** The best move that gains something; a tap on the stock only where the pass brings a card that plays or is new; or null. */
export function harpanMove(rules: Rules, seen: Faces, table: Table): Action | null {
  let best: Action | null = null;
  let most = 0;
  for (const action of legalActions(rules, seen, table)) {
    const worth = gain(rules, seen, table, action);
    if (worth > most) [best, most] = [action, worth];
  }
  if (best !== null || table.won) return best;
  const brings = passCards(rules, seen, table).some((face) => face === UNKNOWN || plays(rules, seen, table, face));
  return brings && table.stock.length + table.waste.length > 0 ? makeAction("tap-stock") : null;
}

/** How much a move gains; 0 for nothing. Each that gains brings the game nearer to its end, so advice never goes in circles. */
function gain(rules: Rules, seen: Faces, table: Table, action: Action): number {
  const { kind, source } = action;
  if (kind === "tap-stock" || kind === "take-back") return 0;
  const applied = apply(rules, seen, table, action);
  if (!applied.ok) return 0;
  const { table: after } = applied;
  const turnsUp = hiddenCards(after) < hiddenCards(table);
  if (cardsHome(after) > cardsHome(table)) return turnsUp ? 60 : 50;
  if (turnsUp) return 40 + (table.hidden[source] ?? 0);
  if (kind === "waste-to-column") return 30;
  const pile = after.columns[source] ?? [];
  if (pile.length === 0) return spaces(after) > spaces(table) && kingWaits(seen, table) ? 20 : 0;
  const freed = seen[pile[pile.length - 1] ?? -1] ?? UNKNOWN;
  return foundationFor(rules, seen, after, freed) < 0 ? 0 : 35;
}

function spaces({ columns }: Table): number {
  return columns.filter((column) => column.length === 0).length;
}

/** Whether a king that is in view has something to gain from a space. */
function kingWaits(seen: Faces, { columns, hidden, waste }: Table): boolean {
  const isKing = (card: number | undefined): boolean => rankOf(seen[card ?? -1] ?? UNKNOWN) === KING;
  return isKing(waste[waste.length - 1]) || columns.some((pile, column) => (hidden[column] ?? 0) > 0 && isKing(pile[hidden[column] ?? 0]));
}

/** The faces that come to the top of the waste from here to the end of a whole pass, the one there now first. */
function passCards(rules: Rules, seen: Faces, table: Table): Face[] {
  const faces: Face[] = [];
  const top = ({ waste }: Table): void => {
    const card = waste[waste.length - 1];
    if (card !== undefined) faces.push(seen[card] ?? UNKNOWN);
  };
  top(table);
  let turned: Table = { ...table, past: [] };
  // To the end of this pass, back to the stock, and once through all of it.
  for (let taps = 2 * (table.stock.length + table.waste.length) + 2; taps > 0; taps--) {
    const applied = apply(rules, seen, turned, makeAction("tap-stock"));
    if (!applied.ok) break;
    turned = { ...applied.table, past: [] };
    top(turned);
  }
  return faces;
}

function plays(rules: Rules, seen: Faces, table: Table, face: Face): boolean {
  return foundationFor(rules, seen, table, face) >= 0 || table.columns.some((column) => landingRefusal(rules, seen, column, face, 1) === null);
}

/**
 * Whether nothing is left: whatever is moved between columns and foundations, no card turns up, and none that a whole
 * pass brings plays. Where a card of the pass has not been seen, or there is too much to look at, it is not said.
 */
export function harpanLost(rules: Rules, seen: Faces, table: Table): boolean {
  if (table.won || hiddenCards(table) + table.stock.length + table.waste.length === 0) return false;
  const pass = passCards(rules, seen, table);
  if (pass.includes(UNKNOWN)) return false;
  const open: Table[] = [{ ...table, past: [] }];
  const met = new Set([keyOf(table)]);
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const now = here;
    if (pass.some((face) => plays(rules, seen, now, face))) return false;
    for (const action of legalActions(rules, seen, now)) {
      if (action.kind === "tap-stock") continue;
      const applied = apply(rules, seen, now, action);
      if (!applied.ok) continue;
      if (hiddenCards(applied.table) < hiddenCards(table)) return false;
      const key = keyOf(applied.table);
      if (met.has(key)) continue;
      if (met.add(key).size > MOST_POSITIONS) return false;
      open.push({ ...applied.table, past: [] });
    }
  }
  return true;
}

function keyOf({ columns, foundations }: Table): string {
  return [...columns, ...foundations].join("|");
}
