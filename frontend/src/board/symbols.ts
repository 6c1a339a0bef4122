/** The drawings: suits, court monograms, signs and the card back, once a document, used by reference. */

const SVG = "http://www.w3.org/2000/svg";

const SUIT_PATHS: Readonly<Record<string, string>> = {
  spades:
    "M16 2.5C19.6 8.8 28.8 13 28.8 19.2 28.8 22.7 26.2 25.2 23 25.2 20.7 25.2 18.7 24 17.4 22 17.6 25.1 18.6 27.4 20.8 29.5H11.2C13.4 27.4 14.4 25.1 14.6 22 13.3 24 11.3 25.2 9 25.2 5.8 25.2 3.2 22.7 3.2 19.2 3.2 13 12.4 8.8 16 2.5Z",
  hearts:
    "M16 29C7.4 21.4 2.8 16.4 2.8 10.9 2.8 6.8 5.8 3.8 9.6 3.8 12.3 3.8 14.7 5.4 16 8.2 17.3 5.4 19.7 3.8 22.4 3.8 26.2 3.8 29.2 6.8 29.2 10.9 29.2 16.4 24.6 21.4 16 29Z",
  diamonds: "M16 1.8C18.7 7.2 22.6 12.1 27.2 16 22.6 19.9 18.7 24.8 16 30.2 13.3 24.8 9.4 19.9 4.8 16 9.4 12.1 13.3 7.2 16 1.8Z",
  clubs:
    "M16 2.2A6.4 6.4 0 0 1 21.1 12.5 6.5 6.5 0 1 1 17.4 21.4C17.6 24.8 18.6 27.3 20.8 29.5H11.2C13.4 27.3 14.4 24.8 14.6 21.4A6.5 6.5 0 1 1 10.9 12.5 6.4 6.4 0 0 1 16 2.2Z",
};

/** Monograms as lines, so that they read the same in every font; 48 by 56. */
const MONOGRAM_PATHS: Readonly<Record<string, string>> = {
  J: "M17 8H37M29 8V38C29 45 24.5 49 18.5 49 13.5 49 10 46 9.5 41",
  Q: "M24 8C14.5 8 9 16.5 9 28.5 9 40.5 14.5 49 24 49 33.5 49 39 40.5 39 28.5 39 16.5 33.5 8 24 8ZM26 37L38 51",
  K: "M13 8V49M8 8H18M8 49H18M37 8L13 31M21 23.5L38 49M32 8H42M33 49H43",
  D: "M14 8V49M8 8H22C33.5 8 40 16 40 28.5 40 41 33.5 49 22 49H8",
  Kn: "M8 8V49M4 8H12M4 49H12M26 8L8 31M14 24L26 49M31 26V49M31 34C33 29 36 27 39 27 43 27 45 30 45 34V49",
};

/** What a jack, a queen and a king wear; 48 by 14. */
const CROWN_PATHS: Readonly<Record<string, string>> = {
  jack: "M9 9.5H39V13.5H9ZM14 2.5L17.2 5.7 14 8.9 10.8 5.7ZM24 1.5L27.4 5.2 24 8.9 20.6 5.2ZM34 2.5L37.2 5.7 34 8.9 30.8 5.7Z",
  queen: "M6 12C10 6 16 8 18 11 18 5 21 3 24 3 27 3 30 5 30 11 32 8 38 6 42 12ZM24 0.2A1.6 1.6 0 1 0 24 3.4 1.6 1.6 0 1 0 24 0.2Z",
  king: "M8 13L5 2.5 15.5 7.5 24 0.5 32.5 7.5 43 2.5 40 13Z",
};

const SIGN_PATHS: Readonly<Record<string, string>> = {
  recycle: "M25.5 12A10.5 10.5 0 1 0 26.5 16.5M26 5V12H19",
  stop: "M16 5.5A10.5 10.5 0 1 0 16 26.5 10.5 10.5 0 1 0 16 5.5ZM8.7 8.7L23.3 23.3",
  ace: "M16 6L8.5 26M16 6L23.5 26M11 19.5H21",
  king: "M11 6V26M22.5 6L11 18M15.5 13.5L23 26",
};

export function drawing<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly SVGElement[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The nine strings of the harp: where each stands and its upper end, in a box `width` by `height`. */
export function harpStrings(width: number, height: number): { x: number; top: number; bottom: number }[] {
  return Array.from({ length: 9 }, (_, i) => {
    const along = (i + 0.5) / 9;
    return { x: width * along, top: height * (1 - (i + 1) / 9) ** 1.15 * 0.86, bottom: height };
  });
}

function back(): SVGElement {
  const box = { x: 20, y: 24, width: 60, height: 92 };
  const strings = harpStrings(box.width, box.height).map(({ x, top, bottom }) =>
    drawing("path", { d: `M${(box.x + x).toFixed(1)} ${(box.y + top).toFixed(1)}V${box.y + bottom}` }),
  );
  const neck = harpStrings(box.width, box.height);
  const points = neck.map(({ x, top }) => `${(box.x + x).toFixed(1)} ${(box.y + top).toFixed(1)}`);
  return drawing(
    "symbol",
    { id: "harp-back", viewBox: "0 0 100 140" },
    drawing("rect", { class: "back-frame", x: 8, y: 8, width: 84, height: 124, rx: 6 }),
    drawing("g", { class: "back-strings" }, ...strings),
    drawing("path", { class: "back-neck", d: `M${points.join("L")}M${box.x - 2} ${box.y + box.height}H${box.x + box.width + 2}` }),
  );
}

/** Puts the drawings into the document, if they are not there yet. */
export function ensureSymbols(): void {
  if (document.getElementById("harp-symbols") !== null) return;
  const sheet = drawing("svg", { id: "harp-symbols", width: 0, height: 0, "aria-hidden": "true", focusable: "false" });
  const add = (prefix: string, viewBox: string, paths: Readonly<Record<string, string>>): void => {
    for (const [name, d] of Object.entries(paths)) {
      sheet.append(drawing("symbol", { id: `harp-${prefix}-${name}`, viewBox }, drawing("path", { d })));
    }
  };
  add("suit", "0 0 32 32", SUIT_PATHS);
  add("monogram", "0 0 48 56", MONOGRAM_PATHS);
  add("crown", "0 0 48 14", CROWN_PATHS);
  add("sign", "0 0 32 32", SIGN_PATHS);
  sheet.append(back());
  document.body.append(sheet);
}

/** An SVG that shows one of the drawings, for instance `suit-hearts`; the style sheet gives it its size. */
export function symbol(name: string, className: string): SVGSVGElement {
  const use = drawing("use", { href: `#harp-${name}` });
  return drawing("svg", { class: className, "aria-hidden": "true", focusable: "false" }, use);
}
