/** The names that a screen reader says. */

import { isDown } from "./layout.ts";
import { mark } from "./mark.ts";
import type { PileView, Translate } from "./types.ts";

const SUITS = [mark("spades"), mark("hearts"), mark("diamonds"), mark("clubs")] as const;
const RANKS = [
  mark("ace"), mark("two"), mark("three"), mark("four"), mark("five"), mark("six"), mark("seven"),
  mark("eight"), mark("nine"), mark("ten"), mark("jack"), mark("queen"), mark("king"),
] as const;

export function suitOf(face: number): (typeof SUITS)[number] {
  return SUITS[Math.floor(face / 13)]!;
}

export function rankOf(face: number): number {
  return face % 13;
}

/** "seven of hearts" */
export function cardName(face: number, t: Translate): string {
  return t("{rank} of {suit}", { rank: t(RANKS[rankOf(face)]!), suit: t(suitOf(face)) });
}

/** "seven of hearts, column 3, last of 5"; with several cards lifted, how many. */
export function cardLabel(pile: PileView, index: number, t: Translate): string {
  const card = cardName(pile.cards[index]!.face, t);
  const values = { card, pile: pile.label, number: index + 1, total: pile.cards.length };
  if (pile.kind !== "column") return t("{card}, {pile}", values);
  if (index === pile.cards.length - 1) return t("{card}, {pile}, last of {total}", values);
  return t("{card}, {pile}, {number} of {total}", values);
}

/** "column 3, 3 face-down cards": what a pile is beside the cards that can be seen. */
export function pileLabel(pile: PileView, t: Translate): string {
  const total = pile.cards.length;
  const values = { pile: pile.label, total, note: pile.note ?? "" };
  if (pile.kind === "stock") {
    if (total === 0) return t("{pile}, empty", values);
    return total === 1 ? t("{pile}, 1 card", values) : t("{pile}, {total} cards", values);
  }
  if (total === 0) return t("{pile}, empty", values);
  if (pile.kind !== "column") return total === 1 ? t("{pile}, 1 card", values) : t("{pile}, {total} cards", values);
  const hidden = pile.cards.filter(isDown).length;
  if (hidden === 0) return pile.label;
  if (hidden === 1) return t("{pile}, 1 face-down card", values);
  return t("{pile}, {hidden} face-down cards", { ...values, hidden });
}
