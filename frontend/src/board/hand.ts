/**
 * The cards in hand: pictures of them in one element of their own, so that a frame of a drag costs the same for a card and for
 * a run of thirteen, and the cards themselves keep their place, their focus and their names.
 */

import type { Point } from "./layout.ts";

export class Hand {
  private readonly element = document.createElement("div");
  /** How far the cards have been carried, px. */
  carried: Point = { x: 0, y: 0 };

  constructor(root: HTMLElement, cards: readonly HTMLElement[]) {
    const { element } = this;
    element.className = "hand";
    element.setAttribute("aria-hidden", "true");
    for (const card of cards) {
      const picture = card.cloneNode(true) as HTMLElement;
      for (const { name } of [...picture.attributes]) if (name !== "style") picture.removeAttribute(name);
      picture.className = "card";
      element.append(picture);
    }
    root.append(element);
    // What is being animated has a layer that the browser moves as it is. Without this movement by nothing, Chromium puts
    // all layers of the page together anew for each frame.
    element.animate({ translate: ["0px 0px", "0px 0px"] }, { duration: 1000, composite: "add" }).pause();
  }

  carry(x: number, y: number): void {
    this.carried = { x, y };
    this.element.style.translate = `${x}px ${y}px`;
  }

  letGo(): void {
    this.element.remove();
  }
}
