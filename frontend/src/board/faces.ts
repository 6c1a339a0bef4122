/** What is drawn on a card. A card that lies face down holds no face. */

import { symbol } from "./symbols.ts";
import { rankOf, suitOf } from "./words.ts";

const INDICES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;
const LETTERS = { JQK: ["J", "Q", "K"], KnDK: ["Kn", "D", "K"] } as const;
const COURT = ["jack", "queen", "king"] as const;

export type Letters = keyof typeof LETTERS;

function part(name: "div" | "span", className: string, ...children: readonly Node[]): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

/** The drawn face of a card. */
export function faceOf(face: number, letters: Letters): HTMLElement {
  const suit = suitOf(face);
  const rank = rankOf(face);
  const text = INDICES[rank] ?? LETTERS[letters][rank - 10]!;
  const index = (className: string): HTMLElement => {
    const shown = part("span", text.length > 1 ? "rank wide" : "rank");
    // Drawn by the style sheet: a card's text is its name, which says more than "7".
    shown.dataset["text"] = text;
    return part("div", className, shown, symbol(`suit-${suit}`, "suit"));
  };
  const middle =
    rank < 10
      ? symbol(`suit-${suit}`, rank === 0 ? "pip pip-ace" : "pip")
      : part(
          "div",
          "court",
          symbol(`suit-${suit}`, "court-suit"),
          symbol(`crown-${COURT[rank - 10]!}`, "court-crown"),
          symbol(`monogram-${text}`, "court-letter"),
        );
  const drawn = part("div", `face ${suit}`, index("index"), middle, index("index index-foot"));
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

export function backOf(): SVGSVGElement {
  return symbol("back", "back");
}
