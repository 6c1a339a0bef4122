import assert from "node:assert/strict";
import { test } from "node:test";
import { deckText } from "../../../frontend/src/engine/cards.ts";
import { codeText, numberedCode, parseCode, type DealCode } from "../../../frontend/src/engine/codes.ts";
import { numberedDeck } from "../../../frontend/src/engine/shuffle.ts";
import { VARIANTS, type Rules } from "../../../frontend/src/engine/variants.ts";
import { shuffled, vectors, wins } from "./golden.ts";

test("every recorded numbered deal is dealt card by card", async () => {
  const recorded = [
    ...vectors.flatMap(({ code, deck }) => (code?.[4] === "N" ? [{ code, deck }] : [])),
    ...wins.map(({ name, deck }) => ({ code: name.slice("win ".length), deck })),
  ];
  assert.equal(new Set(recorded.map(({ code }) => code.slice(0, 2))).size, VARIANTS.size);
  for (const { code, deck } of recorded) assert.equal(deckText(await numberedDeck(parseCode(code) as DealCode)), deckText(deck), code);
});

test("the first and the last deal of each variant are those of the shuffle in the rules", async () => {
  for (const [variant, rules] of VARIANTS as Map<string, Rules>) {
    for (const number of [1, 999_999]) {
      const code = numberedCode(variant, number);
      assert.deepEqual(await numberedDeck(code), shuffled(rules, "harp", codeText(code)));
    }
  }
});

test("a daily deal has no public deck", async () => {
  await assert.rejects(numberedDeck({ variant: "EH", kind: "D", payload: 20_000 }), RangeError);
});
