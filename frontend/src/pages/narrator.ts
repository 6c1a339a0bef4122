/** What an action did: as a sentence for those who listen, and as a few signs for a list. */
import { cardName } from "../board/words.ts";
import { parseToken } from "../engine/actions.ts";
import { rankOf, suitOf, UNKNOWN, type Faces } from "../engine/cards.ts";
import { cardsHome, type Table } from "../engine/table.ts";
import type { Rules } from "../engine/variants.ts";
import { t } from "./i18n.ts";

/** "seven of hearts to column 3. Turned up: four of spades." */
export function sentence(rules: Rules, faces: Faces, before: Table, after: Table, token: string): string {
  const said = [whatMoved(rules, faces, before, after, token)];
  if (token !== "S") {
    const up = after.turned.slice(before.turned.length).map((at) => nameOf(faces, at));
    if (up.length > 0) said.push(t("Turned up: {cards}.", { cards: up.join(", ") }));
  }
  if (rules.foundation === "whole-runs" && token !== "U" && cardsHome(after) > cardsHome(before)) said.push(t("A whole run leaves the table."));
  if (after.won) said.push(t("The game is won."));
  return said.join(" ");
}

/** What a token moves, without what turns up. */
export function whatMoved(rules: Rules, faces: Faces, before: Table, after: Table, token: string): string {
  const action = parseToken(token);
  if (action === null) return "";
  const { kind, source, target, count } = action;
  const columnNumber = target + 1;
  const top = (pile: readonly number[] | undefined, nth = 1): string => nameOf(faces, pile?.[pile.length - nth]);
  switch (kind) {
    case "undo":
      return t("Undone.");
    case "tap-stock":
      if (before.stock.length === 0) return t("The waste goes back to the stock.");
      if (rules.stock === "row") return t("A row is dealt: {cards}.", { cards: before.stock.slice(0, rules.draw).map((at) => nameOf(faces, at)).join(", ") });
      return t("From the stock: {card}.", { card: top(after.waste) });
    case "waste-to-column":
      return t("{card} to column {number}.", { card: top(before.waste), number: columnNumber });
    case "waste-to-foundation":
      return t("{card} to its foundation.", { card: top(before.waste) });
    case "column-to-foundation":
      return t("{card} to its foundation.", { card: top(before.columns[source]) });
    case "take-back":
      return t("{card} back to column {number}.", { card: top(before.foundations[source]), number: columnNumber });
    case "column-to-column": {
      const card = top(before.columns[source], count);
      if (count === 1) return t("{card} to column {number}.", { card, number: columnNumber });
      return t("{count} cards from {card} to column {number}.", { count, card, number: columnNumber });
    }
  }
}

function nameOf(faces: Faces, at: number | undefined): string {
  const face = at === undefined ? UNKNOWN : (faces[at] ?? UNKNOWN);
  return face === UNKNOWN ? t("a card") : cardName(face, t);
}

const SUITS = "♠♥♦♣";
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** "7♥ → 3"; for lists that are read at a glance. */
export function signs(rules: Rules, faces: Faces, before: Table, token: string): string {
  const action = parseToken(token);
  if (action === null) return token;
  const { kind, source, target, count } = action;
  const top = (pile: readonly number[] | undefined, nth = 1): string => short(faces[pile?.[pile.length - nth] ?? -1] ?? UNKNOWN);
  const column = String(target + 1);
  switch (kind) {
    case "undo":
      return t("undo");
    case "tap-stock":
      if (before.stock.length === 0) return t("redeal");
      if (rules.stock === "row") return t("row");
      return t("stock: {card}", { card: short(faces[before.stock[Math.min(rules.draw, before.stock.length) - 1] ?? -1] ?? UNKNOWN) });
    case "waste-to-column":
      return `${top(before.waste)} → ${column}`;
    case "waste-to-foundation":
      return t("{card} home", { card: top(before.waste) });
    case "column-to-foundation":
      return t("{card} home", { card: top(before.columns[source]) });
    case "take-back":
      return t("{card} back → {column}", { card: top(before.foundations[source]), column });
    case "column-to-column":
      return `${top(before.columns[source], count)}${count > 1 ? ` +${count - 1}` : ""} → ${column}`;
  }
}

function short(face: number): string {
  return face === UNKNOWN ? "?" : `${RANKS[rankOf(face)] ?? ""}${SUITS.charAt(suitOf(face))}`;
}
