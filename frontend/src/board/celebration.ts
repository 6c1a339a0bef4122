/** The win: the cards run up the nine strings of the harp, then lie where they lay. */

import type { Scene } from "./scene.ts";
import { drawing, harpStrings } from "./symbols.ts";

const RUN_MS = 760;
/** The last card starts so much after the first, ms. */
const SPREAD_MS = 980;

/** Starts it; `end` stops it at once. `done` resolves when it has ended in either way. */
export function celebration(scene: Scene): { readonly done: Promise<void>; end(): void } {
  const { layout, root } = scene;
  if (layout === null || scene.moveTime === 0 || scene.cards.size === 0) return { done: Promise.resolve(), end: () => undefined };
  const { width, height } = layout.size;
  const harpWidth = Math.min(width * 0.86, height * 0.8);
  const harpHeight = Math.min(height * 0.82, harpWidth * 1.25);
  const left = (width - harpWidth) / 2;
  const top = (height - harpHeight) / 2;
  const strings = harpStrings(harpWidth, harpHeight);
  const harp = drawing(
    "svg",
    { class: "board-harp", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    ...strings.map((s) => drawing("path", { d: `M${left + s.x} ${top + s.bottom}V${top + s.top}` })),
  );
  root.append(harp);
  root.classList.add("celebrating");
  // Ranks one after the other, as they would be played.
  const cards = [...scene.cards.values()].sort((a, b) => a.index - b.index || a.pile.localeCompare(b.pile));
  const half = { x: layout.card.width / 2, y: layout.card.height / 2 };
  const animations: Animation[] = cards.map((drawn, i) => {
    const string = strings[i % strings.length]!;
    const x = left + string.x - half.x;
    const at = (y: number): string => `${x}px ${top + y - half.y}px`;
    return drawn.element.animate(
      [
        { translate: `${drawn.x}px ${drawn.y}px`, scale: 1, opacity: 1, easing: "ease-in-out" },
        { translate: at(string.bottom), scale: 0.8, opacity: 1, offset: 0.35, easing: "ease-in" },
        { translate: at(string.top), scale: 0.45, opacity: 1, offset: 0.85 },
        { translate: at(string.top - half.y), scale: 0.3, opacity: 0 },
      ],
      { duration: RUN_MS, delay: (i / cards.length) * SPREAD_MS, fill: "both" },
    );
  });
  let resolve: () => void;
  const done = new Promise<void>((settle) => (resolve = settle));
  const end = (): void => {
    for (const animation of animations) animation.cancel();
    harp.remove();
    root.classList.remove("celebrating");
    resolve();
  };
  const last = animations.at(-1)!;
  last.onfinish = end;
  return { done, end };
}
