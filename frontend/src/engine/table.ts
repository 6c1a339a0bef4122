/** The table as a value: `apply` never changes one, so the table before stays as it was. */
import { makeAction, type Action } from "./actions.ts";
import { UNKNOWN, type Faces } from "./cards.ts";
import {
  at,
  faceAt,
  foundationFor,
  landingRefusal,
  refusalReason,
  runLength,
  sourcePile,
  type RefusalReason,
} from "./refusals.ts";
import type { Rules } from "./variants.ts";

/** Deck positions, deepest card first. */
export type Pile = readonly number[];

/** What undo restores. */
export interface Position {
  readonly columns: readonly Pile[];
  /** How many cards of each column lie face down. */
  readonly hidden: readonly number[];
  /** Deck positions, the next card first. */
  readonly stock: readonly number[];
  readonly waste: Pile;
  readonly foundations: readonly Pile[];
  readonly score: number;
  /** Cards that have earned their foundation points, where each earns them once. */
  readonly credited: readonly number[];
  readonly won: boolean;
}

/** A position, and what the game remembers besides. Made of deck positions alone, it gives no face away. */
export interface Table extends Position {
  /** Accepted actions but undos; never falls. */
  readonly moves: number;
  /** Accepted undos. */
  readonly undos: number;
  /** Deck positions in the order of their first turning up, without those that the opening shows. */
  readonly turned: readonly number[];
  /** The positions before the last actions that can be undone, the newest last. */
  readonly past: readonly Position[];
  /** Whether actions were forgotten because the memory of undo is bounded. */
  readonly forgotten: boolean;
}

export type Applied =
  | { readonly ok: true; readonly table: Table }
  | { readonly ok: false; readonly reason: RefusalReason };

/** Accepted actions, undos included: the length of the log. */
export function plyOf(table: Table): number {
  return table.moves + table.undos;
}

/** Cards on all foundations. */
export function cardsHome({ foundations }: Table): number {
  return foundations.reduce((sum, pile) => sum + pile.length, 0);
}

/** The length of a whole run, king to ace. */
export const WHOLE_RUN = 13;

/** The table as it is dealt. */
export function openingTable(rules: Rules): Table {
  let dealt = 0;
  const columns = rules.columns.map((height) => range(dealt, (dealt += height)));
  return {
    columns,
    hidden: rules.columns.map((height) => height - 1),
    stock: range(dealt, rules.cards),
    waste: [],
    foundations: Array.from({ length: rules.foundations }, () => []),
    score: rules.scoring.start,
    credited: [],
    won: false,
    moves: 0,
    undos: 0,
    turned: [],
    past: [],
    forgotten: false,
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/**
 * The table after an action, or why the action is refused. Reads no face that has not turned up, but of the cards that
 * turn up in this very action: where those are still unknown, apply it again to the table before once they are known.
 */
export function apply(rules: Rules, faces: Faces, table: Table, action: Action): Applied {
  const reason = refusalReason(rules, faces, table, action);
  if (reason !== null) return { ok: false, reason };
  return { ok: true, table: action.kind === "undo" ? undone(table) : played(rules, faces, table, action) };
}

function undone(table: Table): Table {
  const { moves, undos, turned, past, forgotten } = table;
  const before = past[past.length - 1] as Position;
  return { ...before, moves, undos: undos + 1, turned, past: past.slice(0, -1), forgotten };
}

/** A position being made. `up` collects the cards that turn up, in order. */
interface Draft {
  columns: Pile[];
  hidden: number[];
  stock: readonly number[];
  waste: Pile;
  foundations: Pile[];
  score: number;
  credited: readonly number[];
  up: number[];
}

function played(rules: Rules, faces: Faces, table: Table, action: Action): Table {
  const draft: Draft = {
    columns: table.columns.slice(),
    hidden: table.hidden.slice(),
    stock: table.stock,
    waste: table.waste,
    foundations: table.foundations.slice(),
    score: table.score,
    credited: table.credited,
    up: [],
  };
  if (action.kind === "tap-stock") tapStock(rules, faces, draft);
  else moveCards(rules, faces, table, draft, action);

  const { up, ...position } = draft;
  const { columns, hidden, stock, waste, foundations, score, credited, won, past } = table;
  const before: Position = { columns, hidden, stock, waste, foundations, score, credited, won };
  const full = past.length === rules.undoLimit;
  const fresh = up.filter((card) => !table.turned.includes(card));
  return {
    ...position,
    score: rules.scoring.floor === null ? draft.score : Math.max(draft.score, rules.scoring.floor),
    won: draft.foundations.reduce((sum, pile) => sum + pile.length, 0) === rules.cards,
    moves: table.moves + 1,
    undos: table.undos,
    turned: fresh.length > 0 ? table.turned.concat(fresh) : table.turned,
    past: [...(full ? past.slice(1) : past), before],
    forgotten: table.forgotten || full,
  };
}

function tapStock(rules: Rules, faces: Faces, draft: Draft): void {
  if (draft.stock.length === 0) {
    draft.stock = draft.waste;
    draft.waste = [];
    return;
  }
  const drawn = draft.stock.slice(0, rules.draw);
  draft.stock = draft.stock.slice(rules.draw);
  draft.up.push(...drawn);
  if (rules.stock === "waste") {
    draft.waste = draft.waste.concat(drawn);
    return;
  }
  drawn.forEach((card, column) => (draft.columns[column] = pileAt(draft.columns, column).concat(card)));
  drawn.forEach((_, column) => runLeaves(rules, faces, draft, column));
}

function moveCards(rules: Rules, faces: Faces, table: Table, draft: Draft, action: Action): void {
  const { kind, source, target, count } = action;
  const { scoring } = rules;
  const pile = sourcePile(table, action) as Pile;
  const cards = pile.slice(-count);
  const rest = pile.slice(0, -count);

  if (kind === "take-back") {
    draft.foundations[source] = rest;
    draft.score += scoring.takeBack;
  } else if (kind === "column-to-column" || kind === "column-to-foundation") {
    draft.columns[source] = rest;
    turnUp(rules, draft, source);
  } else {
    draft.waste = rest;
    if (kind === "waste-to-column") draft.score += scoring.wasteToColumn;
  }

  if (target >= 0) {
    draft.columns[target] = pileAt(draft.columns, target).concat(cards);
    runLeaves(rules, faces, draft, target);
    return;
  }
  const card = at(cards, 0);
  const place = foundationFor(rules, faces, table, faces[card] ?? UNKNOWN);
  draft.foundations[place] = pileAt(draft.foundations, place).concat(card);
  if (!scoring.onceACard) draft.score += scoring.foundation;
  else if (!draft.credited.includes(card)) {
    draft.score += scoring.foundation;
    draft.credited = draft.credited.concat(card);
  }
}

/** Turns up the last card of a column when it lies face down. */
function turnUp(rules: Rules, draft: Draft, column: number): void {
  const pile = pileAt(draft.columns, column);
  if (pile.length === 0 || pile.length > at(draft.hidden, column)) return;
  draft.hidden[column] = pile.length - 1;
  draft.up.push(at(pile, pile.length - 1));
  draft.score += rules.scoring.turnUp;
}

/** Takes a whole run of one suit off the end of a column, where runs leave by themselves. */
function runLeaves(rules: Rules, faces: Faces, draft: Draft, column: number): void {
  if (rules.foundation !== "whole-runs") return;
  const pile = pileAt(draft.columns, column);
  const rest = pile.length - WHOLE_RUN;
  if (rest < at(draft.hidden, column) || runLength(rules, faces, pile, WHOLE_RUN) < WHOLE_RUN) return;
  const place = draft.foundations.findIndex((foundation) => foundation.length === 0);
  draft.foundations[place] = pile.slice(rest).reverse();
  draft.columns[column] = pile.slice(0, rest);
  draft.score += rules.scoring.foundation;
  turnUp(rules, draft, column);
}

function pileAt(piles: readonly Pile[], index: number): Pile {
  return piles[index] as Pile;
}

/** All actions that apply, except undo; none on a won table. */
export function legalActions(rules: Rules, faces: Faces, table: Table): Action[] {
  const legal: Action[] = [];
  const add = (candidate: Action): void => {
    if (refusalReason(rules, faces, table, candidate) === null) legal.push(candidate);
  };
  add(makeAction("tap-stock"));
  if (table.won) return legal;
  if (rules.foundation !== "whole-runs") {
    add(makeAction("waste-to-foundation"));
    table.columns.forEach((_, column) => add(makeAction("waste-to-column", -1, column)));
    table.columns.forEach((_, column) => add(makeAction("column-to-foundation", column)));
    table.foundations.forEach((pile, foundation) => {
      if (pile.length === 0) return;
      table.columns.forEach((_, column) => add(makeAction("take-back", foundation, column)));
    });
  }
  table.columns.forEach((pile, source) => {
    if (pile.length === 0) return;
    const most = Math.min(WHOLE_RUN, runLength(rules, faces, pile, pile.length - at(table.hidden, source)));
    table.columns.forEach((to, target) => {
      if (target === source) return;
      for (let count = 1; count <= most; count++) {
        if (landingRefusal(rules, faces, to, faceAt(faces, pile, count), count) !== null) continue;
        legal.push(makeAction("column-to-column", source, target, count));
      }
    });
  });
  return legal;
}
