/** The shuffle of numbered deals: the same deck from the same code as on the server (game/engine/shuffle.py). */
import type { Face } from "./cards.ts";
import { codeText, type DealCode } from "./codes.ts";
import { VARIANTS, type Rules } from "./variants.ts";

/** The key of all numbered deals. */
const PUBLIC_KEY = "harp";
const WORDS = 2 ** 32;

/** The deck of a numbered deal, by deck position. Throws a RangeError for a daily one, whose key is secret. */
export async function numberedDeck(code: DealCode): Promise<Face[]> {
  if (code.kind !== "N") throw new RangeError("only numbered deals have the public key");
  const deck = unshuffled(VARIANTS.get(code.variant) as Rules);
  const words = wordsOf(PUBLIC_KEY, codeText(code));
  for (let last = deck.length - 1; last > 0; last--) {
    const other = await bounded(words, last + 1);
    [deck[last], deck[other]] = [deck[other] as Face, deck[last] as Face];
  }
  return deck;
}

/** Spades, hearts, diamonds, clubs, as many as the variant uses, each ace to king; and that for each copy. */
function unshuffled({ cards, suits }: Rules): Face[] {
  return Array.from({ length: cards }, (_, at) => at % (suits * 13));
}

/** HMAC-SHA-256 in counter mode, in words of 32 bits. */
async function* wordsOf(key: string, code: string): AsyncGenerator<number, never> {
  const text = new TextEncoder();
  const secret = await crypto.subtle.importKey("raw", text.encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let block = 0; ; block++) {
    const digest = new DataView(await crypto.subtle.sign("HMAC", secret, text.encode(`${code}/${block}`)));
    for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
  }
}

/** A number from 0 to n - 1, each equally likely: words of the uneven rest are passed over. */
async function bounded(words: AsyncGenerator<number, never>, n: number): Promise<number> {
  const end = WORDS - (WORDS % n);
  for (;;) {
    const { value } = await words.next();
    if (value < end) return value % n;
  }
}
