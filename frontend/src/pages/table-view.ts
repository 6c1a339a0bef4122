/** From the engine's table to what the board draws, and from the board's moves to tokens. */
import { FACE_DOWN, type BoardView, type CardView, type Move, type PileView, type Sign } from "../board/types.ts";
import { COLUMN_DIGITS, FOUNDATION_LETTERS, type Action } from "../engine/actions.ts";
import { UNKNOWN, type Faces } from "../engine/cards.ts";
import { foundationFor } from "../engine/refusals.ts";
import { legalActions, type Pile, type Table } from "../engine/table.ts";
import type { Rules } from "../engine/variants.ts";
import { t } from "./i18n.ts";

const SUIT_SIGNS: readonly Sign[] = ["spades", "hearts", "diamonds", "clubs"];

/** The table as a player may see it. `playable`: moves are offered. */
export function boardView(rules: Rules, faces: Faces, table: Table, playable: boolean): BoardView {
  const down = (at: number): CardView => ({ at, face: FACE_DOWN });
  const up = (at: number): CardView => ({ at, face: faces[at] ?? UNKNOWN });
  const piles: PileView[] = [
    {
      id: "stock",
      kind: "stock",
      cards: [...table.stock].reverse().map(down),
      label: t("stock"),
      empty: stockSign(rules, table),
      note: stockNote(rules, table),
    },
  ];
  if (rules.stock === "waste") piles.push({ id: "waste", kind: "waste", cards: table.waste.map(up), label: t("waste"), empty: "none" });
  table.foundations.forEach((pile, place) => {
    piles.push({ id: FOUNDATION_LETTERS.charAt(place), kind: "foundation", cards: pile.map(up), label: foundationLabel(rules, place), empty: foundationSign(rules, place) });
  });
  table.columns.forEach((pile, column) => {
    const hidden = table.hidden[column] ?? 0;
    piles.push({
      id: COLUMN_DIGITS.charAt(column),
      kind: "column",
      cards: pile.map((at, index) => (index < hidden ? down(at) : up(at))),
      label: t("column {number}", { number: column + 1 }),
      empty: rules.space === "king" ? "king" : "none",
    });
  });
  const actions = playable ? legalActions(rules, faces, table) : [];
  const legal = actions.map((action) => moveOf(rules, faces, table, action)).filter((move) => move !== null);
  // A row that can't be dealt yet is worth a tap: the page says why.
  const stockTap = playable && (table.stock.length > 0 || actions.some(({ kind }) => kind === "tap-stock"));
  return { piles, legal, stockTap };
}

function stockSign(rules: Rules, table: Table): Sign {
  if (rules.stock === "row") return "none";
  return table.waste.length > 0 && rules.passes !== "unlimited" ? "stop" : "recycle";
}

function stockNote(rules: Rules, { stock }: Table): string {
  if (stock.length === 0) return "";
  return String(rules.stock === "row" ? Math.ceil(stock.length / rules.draw) : stock.length);
}

function foundationSign(rules: Rules, place: number): Sign {
  if (rules.foundation === "whole-runs") return "none";
  return rules.foundation === "reserved" ? (SUIT_SIGNS[Math.floor(place / rules.copies)] ?? "ace") : "ace";
}

function foundationLabel(rules: Rules, place: number): string {
  if (rules.foundation === "whole-runs") return t("run {number}", { number: place + 1 });
  if (rules.foundation !== "reserved") return t("foundation {number}", { number: place + 1 });
  return t("foundation of {suit}", { suit: t(SUIT_SIGNS[Math.floor(place / rules.copies)] ?? "spades") });
}

/** The names of the columns that are spaces. */
export function emptyColumns({ columns }: Table): string[] {
  return columns.flatMap((pile, column) => (pile.length === 0 ? [COLUMN_DIGITS.charAt(column)] : []));
}

/** An action as a move between piles; null for those that are none. */
export function moveOf(rules: Rules, faces: Faces, table: Table, { kind, source, target, count }: Action): Move | null {
  const to = (pile: Pile): string => FOUNDATION_LETTERS.charAt(foundationFor(rules, faces, table, faces[pile[pile.length - 1] ?? -1] ?? UNKNOWN));
  const column = COLUMN_DIGITS.charAt(target);
  switch (kind) {
    case "waste-to-column":
      return { from: "waste", count: 1, to: column };
    case "waste-to-foundation":
      return { from: "waste", count: 1, to: to(table.waste) };
    case "column-to-foundation":
      return { from: COLUMN_DIGITS.charAt(source), count: 1, to: to(table.columns[source] ?? []) };
    case "column-to-column":
      return { from: COLUMN_DIGITS.charAt(source), count, to: column };
    case "take-back":
      return { from: FOUNDATION_LETTERS.charAt(source), count: 1, to: column };
    default:
      return null;
  }
}

/**
 * The token of a move that somebody made on the board; null for one that no token says (back to the stock, onto the waste,
 * from foundation to foundation), and for runs to a foundation.
 */
export function tokenOfMove({ from, count, to }: Move): string | null {
  const isColumn = (id: string): boolean => COLUMN_DIGITS.includes(id);
  const isFoundation = (id: string): boolean => FOUNDATION_LETTERS.includes(id);
  if (from === "stock" || (!isColumn(to) && !isFoundation(to))) return null;
  const target = isFoundation(to) ? "F" : to;
  if (from === "waste") return "W" + target;
  if (isFoundation(from)) return isFoundation(to) ? null : from + to;
  if (target === "F") return count === 1 ? from + "F" : null;
  return from + to + (count > 1 ? `x${count}` : "");
}

/** What redo would play, the next one last: actions undone and not yet played again, with nothing else played since. */
export function redoable(log: readonly string[]): string[] {
  const standing: string[] = [];
  let undone: string[] = [];
  for (const token of log) {
    if (token === "U") {
      const last = standing.pop();
      if (last !== undefined) undone.push(last);
    } else {
      standing.push(token);
      if (undone[undone.length - 1] === token) undone.pop();
      else undone = [];
    }
  }
  return undone;
}
