/** Colours, sizes and times stand in tokens.css alone, and can be read in every theme (WCAG: AA; AAA for the indices of cards). */
import { deepEqual, equal, ok } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

type Tokens = ReadonlyMap<string, string>;

const STYLES = "frontend/styles/";
const css = withoutComments(readFileSync(`${STYLES}tokens.css`, "utf8"));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "");
}

/** The declarations of the first rule after `before` with exactly this selector. */
function block(selector: string, after = ""): Tokens {
  const from = after === "" ? 0 : css.indexOf(after);
  ok(from >= 0, after);
  const start = css.slice(from).search(new RegExp(`(^|\\n)\\s*${selector.replace(/[[\]"().*]/g, "\\$&")} \\{`));
  ok(start >= 0, selector);
  const body = css.slice(css.indexOf("{", from + start + selector.length - 1) + 1);
  return new Map([...body.slice(0, body.indexOf("}")).matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]));
}

const plain = block(":root");
const contrast = block(':root[data-high-contrast="on"]');
const four = block('.four-colours,\n:root[data-four-colours="on"]');

interface Theme {
  readonly name: string;
  readonly dark: boolean;
  readonly tokens: Tokens;
  readonly high: boolean;
}

const themes: readonly Theme[] = [false, true].flatMap((dark) =>
  [false, true].flatMap((high) =>
    [false, true].map((colours) => ({
      name: `${dark ? "dark" : "light"}${high ? ", high contrast" : ""}${colours ? ", four colours" : ""}`,
      dark,
      high,
      tokens: new Map([...plain, ...(high ? contrast : []), ...(colours ? four : [])]),
    })),
  ),
);

/** A token's colour as red, green, blue from 0 to 1. */
function colour({ tokens, dark }: Theme, name: string): [number, number, number] {
  let value = tokens.get(name);
  for (let depth = 0; depth < 9; depth++) {
    ok(value !== undefined, `there is no ${name}`);
    const [, either, other] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
    if (either !== undefined) value = dark ? other : either;
    const reference = /^var\((--[\w-]+)\)$/.exec(value ?? "")?.[1];
    if (reference === undefined) break;
    value = tokens.get(reference);
  }
  const hex = /^#([0-9a-f]{6})$/.exec(value ?? "")?.[1];
  ok(hex !== undefined, `${name} is no opaque colour: ${value}`);
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number];
}

function luminance(rgb: readonly number[]): number {
  const [red, green, blue] = rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(theme: Theme, one: string, other: string): number {
  const [light, dark] = [one, other].map((name) => luminance(colour(theme, name)) + 0.05).sort((a, b) => b - a) as [number, number];
  return light / dark;
}

const pairs = (fronts: readonly string[], backs: readonly string[]): [string, string][] => fronts.flatMap((front) => backs.map((back): [string, string] => [front, back]));

const PAPERS = ["--paper", "--paper-raised", "--paper-sunk"];
const TABLES = ["--table", "--table-light", "--table-deep"];
const SUITS = ["--suit-spades", "--suit-hearts", "--suit-diamonds", "--suit-clubs"];

const TEXT = [
  ...pairs(["--ink", "--ink-soft", "--act", "--inform", "--wrong", "--right"], PAPERS),
  ...pairs(["--table-ink", "--table-ink-soft", "--table-act", "--table-inform", "--table-right"], TABLES),
  ["--act-on-fill", "--act-fill"],
  ["--table-act-on-fill", "--table-act"],
  // A sentence near the table
  ["--table-deep", "--table-ink"],
] as const;

/** What must be seen, and is no text: borders of what can be acted on, places on the table, marks on cards. */
const SHAPES = [
  ...pairs(["--ink-soft", "--act-fill"], PAPERS),
  ...pairs(["--table-line"], TABLES),
  ["--table-wrong", "--card"],
  ["--card", "--table"],
  ["--back-string", "--back"],
  ["--back-edge", "--back"],
] as const;

for (const theme of themes) {
  const faint = (least: number, of: readonly (readonly [string, string])[]): string[] =>
    of.filter(([front, back]) => ratio(theme, front, back) < least).map(([front, back]) => `${front} on ${back}: ${ratio(theme, front, back).toFixed(2)}`);

  test(`${theme.name}: text has a contrast of ${theme.high ? 7 : 4.5}, shapes of 3`, () => {
    deepEqual(faint(theme.high ? 7 : 4.5, TEXT), []);
    deepEqual(faint(3, SHAPES), []);
  });

  test(`${theme.name}: the indices of cards have a contrast of 7`, () => {
    deepEqual(faint(7, pairs(SUITS, ["--card"])), []);
  });
}

test("with four colours no two suits look alike, with two those of a colour do", () => {
  const [two, coloured] = [themes[0]!, themes.find(({ name }) => name === "light, four colours")!];
  const looks = (theme: Theme): string[] => SUITS.map((suit) => colour(theme, suit).join());
  equal(new Set(looks(two)).size, 2);
  equal(new Set(looks(coloured)).size, 4);
});

test("high contrast is the same by the system's wish and by the player's", () => {
  deepEqual([...block(":root", "@media (prefers-contrast: more)")], [...contrast]);
});

test("without animation every time is none, by the system's wish and by the player's", () => {
  const times = [...plain].filter(([name]) => name.startsWith("--time")).map(([name]) => name);
  const none = times.map((name) => [name, "0ms"]);
  deepEqual([...block(':root[data-motion="off"]')], none);
  deepEqual([...block(":root,\n  :root[data-motion]", "@media (prefers-reduced-motion: reduce)")], none);
});

test("a theme changes tokens that there are, and nothing else", () => {
  for (const [, body] of css.matchAll(/\{([^{}]*)\}/g)) {
    for (const [, name] of body!.matchAll(/([\w-]+):/g)) ok(name === "color-scheme" || plain.has(name!), name);
  }
});

test("colours and times stand nowhere else", () => {
  const found: string[] = [];
  for (const file of readdirSync(STYLES).filter((name) => name !== "tokens.css")) {
    const text = withoutComments(readFileSync(STYLES + file, "utf8")).replace(/url\("data:[^"]*"\)/g, "");
    for (const [value] of text.matchAll(/#[0-9a-f]{3,8}\b(?=[^{}]*;)|\b(?:rgb|hsl|oklch)a?\(|\b[0-9.]+m?s\b/gi)) found.push(`${file}: ${value}`);
  }
  deepEqual(found, []);
});
