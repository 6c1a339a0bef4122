/** The golden games of tests/data, each with its deck. */
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseDeck, type Face } from "../../../frontend/src/engine/cards.ts";
import { VARIANTS, type Rules } from "../../../frontend/src/engine/variants.ts";
import type { Layout } from "../../../frontend/src/engine/view.ts";

interface VectorData {
  code?: string;
  variant?: string;
  deck: string;
  actions: string[];
  turned: number[];
  after: Layout;
  won: boolean;
  refused_after: [string, string][];
}

interface DailyData {
  code: string;
  key: string;
  deck: string;
  actions: string[];
  score: number;
  moves: number;
}

export interface Game {
  name: string;
  rules: Rules;
  deck: Face[];
  actions: string[];
}

function data<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../data/${name}.json`, import.meta.url), "utf8")) as T;
}

export function rulesOf(code: string): Rules {
  const rules = VARIANTS.get(code.slice(0, 2));
  if (rules === undefined) throw new Error(`no variant for ${code}`);
  return rules;
}

/** The shuffle of rules.md. */
export function shuffled(rules: Rules, key: string | Buffer, code: string): Face[] {
  const faces = Array.from({ length: rules.cards }, (_, index) => index % (rules.suits * 13));
  let words: number[] = [];
  let block = 0;
  const word = (): number => {
    if (words.length === 0) {
      const digest = createHmac("sha256", key).update(`${code}/${block++}`).digest();
      words = Array.from({ length: 8 }, (_, index) => digest.readUInt32BE(index * 4));
    }
    return words.shift() as number;
  };
  for (let last = faces.length - 1; last > 0; last--) {
    const choices = last + 1;
    let drawn = word();
    while (drawn >= 2 ** 32 - (2 ** 32 % choices)) drawn = word();
    const other = drawn % choices;
    [faces[last], faces[other]] = [faces[other] as Face, faces[last] as Face];
  }
  return faces;
}

export const vectors = data<{ games: VectorData[] }>("vectors").games.map((game, index) => {
  const code = game.code ?? game.variant ?? "";
  return {
    ...game,
    name: `vector ${index}, ${code}, ${game.actions.length} actions`,
    rules: rulesOf(code),
    deck: parseDeck(game.deck),
  };
});

export const wins = Object.entries(
  data<{ games: Record<string, { actions: string[]; score: number; moves: number }> }>("wins").games,
).map(([code, game]) => {
  const rules = rulesOf(code);
  return { ...game, name: `win ${code}`, rules, deck: shuffled(rules, "harp", code) };
});

export const dailies = data<{ dailies: DailyData[] }>("dailies").dailies.map((daily) => ({
  ...daily,
  name: `daily ${daily.code}`,
  rules: rulesOf(daily.code),
  deck: parseDeck(daily.deck),
}));
