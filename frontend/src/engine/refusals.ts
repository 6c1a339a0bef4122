/** What the rules forbid, and why (rules.md, "Refusals"). */
import type { Action } from "./actions.ts";
import { ACE, KING, isRed, rankOf, suitOf, type Face, type Faces } from "./cards.ts";
import type { Pile, Table } from "./table.ts";
import type { Rules } from "./variants.ts";

/** Why an action is refused, in the order in which the reasons are tried. The page has a sentence for each. */
export type RefusalReason =
  | "bad-token"
  | "undo-limit"
  | "nothing-to-undo"
  | "already-won"
  | "not-allowed-here"
  | "stock-empty"
  | "no-passes-left"
  | "fill-empty-columns"
  | "no-such-pile"
  | "same-pile"
  | "empty-pile"
  | "hidden-card"
  | "not-a-run"
  | "one-card-at-a-time"
  | "only-a-king"
  | "does-not-build"
  | "not-on-foundation";

/** The first reason why `action` is refused on `table`; null when it applies. */
export function refusalReason(rules: Rules, faces: Faces, table: Table, action: Action): RefusalReason | null {
  const { kind, source, target, count } = action;
  if (kind === "undo") {
    if (table.past.length > 0) return null;
    return table.forgotten ? "undo-limit" : "nothing-to-undo";
  }
  if (table.won) return "already-won";
  if (kind === "tap-stock") return stockRefusal(rules, table);
  const betweenColumns = kind === "column-to-column";
  if (rules.foundation === "whole-runs" && !betweenColumns) return "not-allowed-here";

  const from = sourcePile(table, action);
  const toFoundation = kind === "waste-to-foundation" || kind === "column-to-foundation";
  const to = toFoundation ? null : table.columns[target];
  if (from === undefined || to === undefined) return "no-such-pile";
  if (betweenColumns && source === target) return "same-pile";
  if (from.length === 0) return "empty-pile";
  if (betweenColumns && count > from.length - at(table.hidden, source)) return "hidden-card";

  const card = faceAt(faces, from, count);
  if (to === null) return foundationFor(rules, faces, table, card) < 0 ? "not-on-foundation" : null;
  if (runLength(rules, faces, from, count) < count) return "not-a-run";
  return landingRefusal(rules, faces, to, card, count);
}

function stockRefusal(rules: Rules, table: Table): RefusalReason | null {
  if (table.stock.length === 0) {
    if (table.waste.length === 0) return "stock-empty";
    return rules.passes === "unlimited" ? null : "no-passes-left";
  }
  const space = rules.stock === "row" && table.columns.some((column) => column.length === 0);
  return space ? "fill-empty-columns" : null;
}

/** The pile that an action takes its cards from; undefined when the table has no such pile. */
export function sourcePile(table: Table, { kind, source }: Action): Pile | undefined {
  if (kind.startsWith("waste")) return table.waste;
  return (kind === "take-back" ? table.foundations : table.columns)[source];
}

/** Why `count` cards that are a run led by `card` do not go to the column `to`; null when they do. */
export function landingRefusal(rules: Rules, faces: Faces, to: Pile, card: Face, count: number): RefusalReason | null {
  // An unknown card goes nowhere, not even to a space that takes anything.
  const fillsSpace = to.length === 0 && card >= 0 && (rules.space === "anything" || rankOf(card) === KING);
  if (rules.lift === "one-card" && count > 1 && !fillsSpace) return "one-card-at-a-time";
  if (to.length === 0) return fillsSpace ? null : "only-a-king";
  return follows(rules.build, faceAt(faces, to, 1), card) ? null : "does-not-build";
}

/** How many of the last `most` cards of a pile lift as a unit. `most` must not reach a face-down card. */
export function runLength(rules: Rules, faces: Faces, pile: Pile, most: number): number {
  const order = rules.lift === "suit-run" ? rules.lift : rules.build;
  let length = 1;
  while (length < most && follows(order, faceAt(faces, pile, length + 1), faceAt(faces, pile, length))) length++;
  return length;
}

/** The first foundation that takes a card with the face `card`; -1 when none does, or the face is unknown. */
export function foundationFor(rules: Rules, faces: Faces, table: Table, card: Face): number {
  if (card < 0 || rules.foundation === "whole-runs") return -1;
  return table.foundations.findIndex((pile, place) => {
    if (pile.length > 0) return rankOf(card) !== ACE && faceAt(faces, pile, 1) === card - 1;
    const reservedFor = Math.floor(place / rules.copies);
    return rankOf(card) === ACE && (rules.foundation === "first-free" || reservedFor === suitOf(card));
  });
}

/** Whether `card` follows on `on`: one rank lower, and as the order asks of the suits. Never where one is unknown. */
function follows(order: Rules["build"] | "suit-run", on: Face, card: Face): boolean {
  if (on < 0 || card < 0 || rankOf(on) !== rankOf(card) + 1) return false;
  if (order === "suit-run") return suitOf(on) === suitOf(card);
  return order === "any-suit" || isRed(on) !== isRed(card);
}

/** The face of the card that is `nth` from the end of a pile; 1 is the last. */
export function faceAt(faces: Faces, pile: Pile, nth: number): Face {
  return at(faces, at(pile, pile.length - nth));
}

/** An entry that is known to be there. */
export function at(list: readonly number[], index: number): number {
  return list[index] as number;
}
