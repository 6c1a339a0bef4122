/** Folding a log: the table that its tokens lead to, on a whole deck or on what was revealed. */
import { parseToken } from "./actions.ts";
import { faceOf, type Face, type Faces } from "./cards.ts";
import type { RefusalReason } from "./refusals.ts";
import { apply, openingTable, plyOf, type Applied, type Table } from "./table.ts";
import type { Rules } from "./variants.ts";

/** A card that turned up, as the server tells it: by the action at log index ply - 1; ply 0 is the opening. */
export interface Reveal {
  readonly ply: number;
  /** Its deck position. */
  readonly at: number;
  /** Its face as text, "4D". */
  readonly card: string;
}

export interface Refusal {
  /** The token's place among those given, from 0. */
  readonly index: number;
  readonly token: string;
  readonly reason: RefusalReason;
}

export interface Replayed {
  /** After the last token, or as it stood before the refused one. */
  readonly table: Table;
  /** The faces given and those that were revealed. */
  readonly faces: Faces;
  /** Length of the log that led to the table. */
  readonly ply: number;
  readonly refused: Refusal | null;
}

/** The table after one token, or why it is refused: `apply` for text. */
export function play(rules: Rules, faces: Faces, table: Table, token: string): Applied {
  const action = parseToken(token);
  return action === null ? { ok: false, reason: "bad-token" } : apply(rules, faces, table, action);
}

/**
 * Plays `tokens` from `table`, the opening unless another is given, up to the first that is refused. `reveals`, ordered
 * by ply, are learnt in step: those of an action before that action is played. Plies always count from the opening.
 */
export function fold(
  rules: Rules,
  faces: Faces,
  tokens: readonly string[],
  { table = openingTable(rules), reveals = [] }: { table?: Table; reveals?: readonly Reveal[] } = {},
): Replayed {
  const known: Face[] = faces.slice();
  let learnt = 0;
  const learnUpTo = (ply: number): void => {
    for (let next = reveals[learnt]; next !== undefined && next.ply <= ply; next = reveals[++learnt]) {
      known[next.at] = faceOf(next.card);
    }
  };
  const start = plyOf(table);
  learnUpTo(start);
  for (const [index, token] of tokens.entries()) {
    learnUpTo(start + index + 1);
    const result = play(rules, known, table, token);
    if (!result.ok) {
      return { table, faces: known, ply: plyOf(table), refused: { index, token, reason: result.reason } };
    }
    table = result.table;
  }
  return { table, faces: known, ply: plyOf(table), refused: null };
}
