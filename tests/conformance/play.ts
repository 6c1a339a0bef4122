/**
 * Plays the games that test_conformance.py sends, one JSON object a line, and prints for each a line with what came of
 * every token: a digest of the state, or the reason of the refusal.
 *
 * Each game is played twice in step, on the whole deck and on what has turned up; `differs` says where the two part.
 */
import { createInterface } from "node:readline";
import { crc32 } from "node:zlib";
import { tokenOf } from "../../frontend/src/engine/actions.ts";
import { faceOf, type Face } from "../../frontend/src/engine/cards.ts";
import { fold, play, type Reveal } from "../../frontend/src/engine/replay.ts";
import { legalActions, plyOf, type Table } from "../../frontend/src/engine/table.ts";
import { VARIANTS, type Rules } from "../../frontend/src/engine/variants.ts";
import { missing, unknownFaces } from "../../frontend/src/engine/view.ts";

interface Game {
  variant: string;
  undo_limit: number;
  deck: Face[];
  /** Played first, without looking at each table. */
  prefix: string[];
  /** Played on from there; a refused one is passed over. */
  tokens: string[];
  /** Tried on the last table, each for itself. */
  tries: string[];
  /** Of the whole game, in order. */
  reveals: Reveal[];
  /** Print this step's state instead of its digest. */
  show?: number;
}

type Outcome = number | string;

function stateText(rules: Rules, faces: readonly Face[], table: Table): string {
  const legal = legalActions(rules, faces, table).map(tokenOf).sort();
  return JSON.stringify([
    table.columns,
    table.hidden,
    table.stock,
    table.waste,
    table.foundations,
    table.score,
    table.won,
    table.moves,
    table.undos,
    table.turned,
    table.past.length,
    table.forgotten,
    legal,
  ]);
}

function playGame(game: Game): object {
  const stated = VARIANTS.get(game.variant);
  if (stated === undefined) throw new Error(`no variant ${game.variant}`);
  const rules = { ...stated, undoLimit: game.undo_limit };
  const { deck, reveals } = game;

  const start = fold(rules, deck, game.prefix);
  const seen = fold(rules, unknownFaces(rules), game.prefix, { reveals });
  let differs: string | null = null;
  let table = start.table;
  let own = seen.table;
  const known = seen.faces.slice();
  if (start.refused ?? seen.refused) differs = `prefix: ${JSON.stringify([start.refused, seen.refused])}`;
  let told = reveals.findIndex(({ ply }) => ply > start.ply);
  if (told < 0) told = reveals.length;

  const step = (token: string, keep: boolean): string | { reason: string } => {
    const whole = play(rules, deck, table, token);
    const blind = play(rules, known, own, token);
    if (!whole.ok || !blind.ok) {
      const reasons = [whole.ok || whole.reason, blind.ok || blind.reason];
      if (reasons[0] !== reasons[1]) differs ??= `${token} on deck and view: ${reasons.join(", ")}`;
      return { reason: String(reasons[0]) };
    }
    if (!keep) return JSON.stringify(whole.table.turned);
    // As a client does: ask for what the action turned up, and apply it again to the table before.
    let pending = "";
    const next = plyOf(own) + 1;
    if (reveals[told]?.ply === next) {
      pending = stateText(rules, known, blind.table);
      if (missing(blind.table, known).length === 0) differs ??= `${token}: nothing is missing, though cards turned up`;
    }
    for (let reveal = reveals[told]; reveal?.ply === next; reveal = reveals[++told]) {
      known[reveal.at] = faceOf(reveal.card);
    }
    const again = play(rules, known, own, token);
    table = whole.table;
    if (again.ok) own = again.table;
    const text = stateText(rules, deck, table);
    if (stateText(rules, known, own) !== text) differs ??= `${token}: the view is not the deck's ${text}`;
    if (missing(own, known).length > 0) differs ??= `${token}: ${missing(own, known).join()} missing`;
    return text + pending;
  };

  const outcome = (token: string, keep: boolean, show = false): Outcome => {
    const made = step(token, keep);
    if (typeof made !== "string") return made.reason;
    return show ? made : crc32(made);
  };
  const prefix = crc32(stateText(rules, deck, table));
  const steps = game.tokens.map((token, index) => outcome(token, true, index === game.show));
  const tries = game.tries.map((token) => outcome(token, false));
  return { prefix, steps, tries, differs };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(playGame(JSON.parse(line) as Game)) + "\n");
}
