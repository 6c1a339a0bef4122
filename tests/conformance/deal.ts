/** Deals the numbered deals whose codes test_deals.py sends, one a line, and prints each deck. */
import { createInterface } from "node:readline";
import { deckText } from "../../frontend/src/engine/cards.ts";
import { parseCode } from "../../frontend/src/engine/codes.ts";
import { numberedDeck } from "../../frontend/src/engine/shuffle.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const code = parseCode(line);
  console.log(code === null ? "" : deckText(await numberedDeck(code)));
}
