/** What sounds, and how high. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseDeck } from "../../../frontend/src/engine/cards.ts";
import { play } from "../../../frontend/src/engine/replay.ts";
import { openingTable } from "../../../frontend/src/engine/table.ts";
import { VARIANTS, type Rules } from "../../../frontend/src/engine/variants.ts";
import { pitchOf, plucked, ranksHome, Strings } from "../../../frontend/src/pages/strings.ts";

const { dailies } = JSON.parse(readFileSync("tests/data/dailies.json", "utf8")) as { dailies: { code: string; deck: string; actions: string[] }[] };

/** The ranks that come home with each action of a recorded win. */
function heard(variant: string): { token: string; ranks: number[] }[] {
  const { deck, actions } = dailies.find(({ code }) => code.startsWith(variant))!;
  const rules = VARIANTS.get(variant) as Rules;
  const faces = parseDeck(deck);
  let before = openingTable(rules);
  return actions.map((token) => {
    const played = play(rules, faces, before, token);
    ok(played.ok);
    const ranks = ranksHome(faces, before, played.table);
    before = played.table;
    return { token, ranks };
  });
}

test("pitches rise by rank on a pentatonic scale", () => {
  const semitones = Array.from({ length: 13 }, (_, rank) => Math.round(12 * Math.log2(pitchOf(rank) / pitchOf(0))));
  deepEqual(semitones, [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24, 26, 28]);
});

test("each card that comes home sounds once, and nothing else does", () => {
  const sounds = heard("EH");
  for (const { token, ranks } of sounds) equal(ranks.length, token.endsWith("F") ? 1 : 0);
  deepEqual(sounds.flatMap(({ ranks }) => ranks).sort((a, b) => a - b), Array.from({ length: 104 }, (_, i) => Math.floor(i / 8)));
});

test("a run that leaves the table sounds from ace to king", () => {
  const runs = heard("SO").map(({ ranks }) => ranks).filter((ranks) => ranks.length > 0);
  equal(runs.flat().length, 104);
  for (const run of runs) deepEqual(run, Array.from({ length: run.length }, (_, i) => i % 13));
});

test("a string swings at its pitch, dies away and ends in silence", () => {
  let seed = 1;
  const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const rate = 44_100;
  const samples = plucked(pitchOf(3), rate, random);
  ok(samples.every((sample) => Number.isFinite(sample) && Math.abs(sample) <= 1));
  const loudness = (from: number): number => Math.hypot(...samples.subarray(from, from + 2000));
  ok(loudness(0) > 2 * loudness(rate / 2));
  ok(loudness(rate / 2) > loudness(rate * 1.2));
  equal(Math.abs(samples.at(-1) ?? 1), 0);
  // After one period the wave is nearly what it was; after half of one it is not.
  const alike = (lag: number): number => {
    let [sum, square] = [0, 0];
    for (let i = 5000; i < 9000; i++) {
      sum += samples[i]! * samples[i + lag]!;
      square += samples[i]! ** 2;
    }
    return sum / square;
  };
  const period = Math.round(rate / pitchOf(3));
  ok(alike(period) > 0.9);
  ok(alike(Math.round(period / 2)) < 0.7);
});

test("without Web Audio it stays silent", () => {
  const strings = new Strings();
  strings.on = true;
  strings.pluck(0);
});
