/** The whole game by keyboard: a pure machine from key and state to state and command. */

import type { Rect } from "./layout.ts";
import type { Lift, Move, PileKind } from "./types.ts";

/** What the machine needs to know of a pile. */
export interface Ground {
  readonly id: string;
  readonly kind: PileKind;
  /** Cards that can be counted with + and -: the face-up end of a column, one elsewhere, 0 if there is none. */
  readonly open: number;
  /** Where it takes touches. */
  readonly zone: Rect;
  /** Where its first card lies. */
  readonly place: Rect;
}

export interface KeyState {
  /** Where the roving tab stop is. `count` cards from the end are meant. */
  readonly cursor: Lift;
  readonly selected: Lift | null;
}

export interface Key {
  readonly key: string;
  readonly shift: boolean;
  /** Control, or command on a Mac. */
  readonly control: boolean;
}

export type Command =
  | { readonly do: "move"; readonly move: Move }
  | { readonly do: "best"; readonly lift: Lift }
  | { readonly do: "stock" | "undo" | "redo" | "hint" | "help" | "newGame" | "suits" | "clear" };

/** `command` undefined and the same state: the key was for the board but changes nothing. Null: the key is not the board's. */
export interface Pressed {
  readonly state: KeyState;
  readonly command?: Command;
}

/** Keys that work from the buttons beside the table too, besides those with control. */
export const EVERYWHERE = /^[hns?]$/i;

type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export function press(state: KeyState, key: Key, piles: readonly Ground[]): Pressed | null {
  if (key.control) {
    const name = key.key.toLowerCase();
    if (name === "z") return { state, command: { do: key.shift ? "redo" : "undo" } };
    if (name === "y") return { state, command: { do: "redo" } };
    return null;
  }
  switch (key.key) {
    case "ArrowLeft":
    case "ArrowRight":
    case "ArrowUp":
    case "ArrowDown":
      return { state: to(state, neighbour(state.cursor.pile, key.key, piles)) };
    case "Home":
    case "End": {
      const columns = piles.filter((pile) => pile.kind === "column");
      const pile = key.key === "Home" ? columns[0] : columns.at(-1);
      return { state: to(state, pile?.id ?? state.cursor.pile) };
    }
    case "+":
    case "=":
      return { state: resized(state, 1, piles) };
    case "-":
    case "_":
      return { state: resized(state, -1, piles) };
    case "Enter":
      return key.shift ? best(state, piles) : enter(state, piles);
    case " ":
      return { state: { ...state, selected: null }, command: { do: "stock" } };
    case "Escape":
      return { state: { ...state, selected: null }, command: { do: "clear" } };
    case "h":
    case "H":
      return { state, command: { do: "hint" } };
    case "?":
      return { state, command: { do: "help" } };
    case "n":
    case "N":
      return { state, command: { do: "newGame" } };
    case "s":
    case "S":
      return { state, command: { do: "suits" } };
    default: {
      const column = /^[0-9]$/.test(key.key) && piles.some((pile) => pile.id === key.key);
      return column ? { state: to(state, key.key) } : null;
    }
  }
}

function to(state: KeyState, pile: string): KeyState {
  return pile === state.cursor.pile ? state : { ...state, cursor: { pile, count: 1 } };
}

function resized(state: KeyState, by: number, piles: readonly Ground[]): KeyState {
  const { pile, count } = state.cursor;
  const open = piles.find(({ id }) => id === pile)?.open ?? 1;
  const next = Math.max(1, Math.min(open, count + by));
  if (next === count) return state;
  // A selection on this pile follows, so that + works before Enter and after it.
  const selected = state.selected?.pile === pile ? { pile, count: next } : state.selected;
  return { cursor: { pile, count: next }, selected };
}

function enter(state: KeyState, piles: readonly Ground[]): Pressed {
  const { cursor, selected } = state;
  const pile = piles.find(({ id }) => id === cursor.pile);
  if (pile === undefined) return { state };
  if (pile.kind === "stock") return { state: { ...state, selected: null }, command: { do: "stock" } };
  if (selected !== null) {
    const cleared = { ...state, selected: null };
    if (selected.pile === cursor.pile) return { state: cleared, command: { do: "clear" } };
    return { state: cleared, command: { do: "move", move: { from: selected.pile, count: selected.count, to: cursor.pile } } };
  }
  return pile.open === 0 ? { state } : { state: { cursor, selected: cursor } };
}

function best(state: KeyState, piles: readonly Ground[]): Pressed {
  const lift = state.selected ?? state.cursor;
  const open = piles.find(({ id }) => id === lift.pile)?.open ?? 0;
  if (open === 0) return { state };
  return { state: { ...state, selected: null }, command: { do: "best", lift } };
}

/** The pile next to this one in a direction; itself where there is none. */
export function neighbour(id: string, direction: Direction, piles: readonly Ground[]): string {
  const here = piles.find((pile) => pile.id === id);
  if (here === undefined) return piles[0]?.id ?? id;
  const across = direction === "ArrowLeft" || direction === "ArrowRight";
  const sign = direction === "ArrowLeft" || direction === "ArrowUp" ? -1 : 1;
  const centre = (rect: Rect): { x: number; y: number } => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  const from = centre(here.place);
  let found = id;
  let least = Infinity;
  for (const pile of piles) {
    if (pile === here) continue;
    const level = pile.zone.y < here.zone.y + here.zone.height - 1 && here.zone.y < pile.zone.y + pile.zone.height - 1;
    if (level !== across) continue;
    const at = centre(pile.place);
    const along = sign * (across ? at.x - from.x : at.y - from.y);
    if (along <= 0) continue;
    const aside = Math.abs(across ? at.y - from.y : at.x - from.x);
    // Across, the nearest pile; up and down, the one straight above or below.
    const cost = across ? along * 100 + aside : along + 2 * aside;
    if (cost < least) {
      least = cost;
      found = pile.id;
    }
  }
  return found;
}

/** The state after the table changed: a selection or a cursor that no longer fits goes or shrinks. */
export function settled(state: KeyState, piles: readonly Ground[]): KeyState {
  const fit = (lift: Lift): Lift | null => {
    const pile = piles.find(({ id }) => id === lift.pile);
    return pile === undefined ? null : { pile: lift.pile, count: Math.max(1, Math.min(lift.count, pile.open)) };
  };
  const selected = state.selected;
  const stands = selected !== null && (piles.find(({ id }) => id === selected.pile)?.open ?? 0) >= selected.count;
  const first = piles.find((pile) => pile.kind === "column") ?? piles[0];
  return {
    cursor: fit(state.cursor) ?? { pile: first?.id ?? "", count: 1 },
    selected: stands ? selected : null,
  };
}
