/** Roles, names and the one tab stop, so that the table can be read and played by its accessibility tree alone. */

import { WASTE_SHOWN, isDown } from "./layout.ts";
import type { Scene } from "./scene.ts";
import type { Lift, PileView, Translate } from "./types.ts";
import { cardLabel, pileLabel } from "./words.ts";

export interface Naming {
  readonly t: Translate;
  readonly readOnly: boolean;
  /** The element that Tab leads to. */
  readonly stop: Element | undefined;
  readonly selected: Lift | null;
}

/** Names every pile and every card that can be seen; a card that lies face down has neither role nor name. */
export function nameTable(scene: Scene, { t, readOnly, stop, selected }: Naming): void {
  const role = readOnly ? "img" : "button";
  const tab = (element: Element, can: boolean): void => set(element, "tabindex", can && !readOnly ? (element === stop ? "0" : "-1") : null);
  for (const pile of scene.view.piles) {
    const { group, place } = scene.piles.get(pile.id)!;
    const open = openOf(pile);
    const label = pileLabel(pile, t);
    set(group, "aria-label", label);
    set(place, "role", open === 0 ? role : null);
    set(place, "aria-label", open === 0 ? label : null);
    set(place, "aria-hidden", open === 0 ? null : "true");
    tab(place, open === 0);
    const shown = pile.kind === "column" ? Infinity : pile.kind === "waste" ? WASTE_SHOWN : pile.kind === "foundation" ? 1 : 0;
    pile.cards.forEach((card, index) => {
      const { element } = scene.cards.get(card.at)!;
      const fromEnd = pile.cards.length - index;
      const seen = !isDown(card) && fromEnd <= shown;
      const held = seen && fromEnd <= open;
      set(element, "role", held ? role : seen ? "img" : null);
      set(element, "aria-label", seen ? cardLabel(pile, index, t) : null);
      set(element, "aria-hidden", seen ? null : "true");
      set(element, "aria-pressed", held && !readOnly && selected?.pile === pile.id ? String(fromEnd <= selected.count) : null);
      tab(element, held);
    });
  }
}

/** Cards that the player can take hold of, from the end: the face-up end of a column, the top card elsewhere. */
export function openOf(pile: PileView): number {
  if (pile.kind === "stock" || pile.cards.length === 0) return 0;
  let open = 0;
  while (open < pile.cards.length && !isDown(pile.cards[pile.cards.length - 1 - open]!)) open++;
  return pile.kind === "column" ? open : Math.min(open, 1);
}

function set(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
