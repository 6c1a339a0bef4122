/** Actions and their tokens, the words of a move log (rules.md, "Actions"). */

export type ActionKind =
  | "tap-stock"
  | "undo"
  | "waste-to-column"
  | "waste-to-foundation"
  | "column-to-foundation"
  | "column-to-column"
  | "take-back";

/**
 * One action. Piles are counted from 0: `source` and `target` are columns, except that the source of a take-back is a
 * foundation; a pile that an action does not have is -1.
 */
export interface Action {
  readonly kind: ActionKind;
  readonly source: number;
  readonly target: number;
  /** Cards that move; for a tap on the stock it means nothing. */
  readonly count: number;
}

const TOKEN = /^(?:S|U|W[0-9F]|[0-9]F|[0-9][0-9](?:x(?:[2-9]|1[0-3]))?|[a-h][0-9])$/;

/** The name of each column, left to right: the tenth is 0, as on a keyboard. */
export const COLUMN_DIGITS = "1234567890";
export const FOUNDATION_LETTERS = "abcdefgh";

/** An action, with what its kind does not have left out. */
export function makeAction(kind: ActionKind, source = -1, target = -1, count = 1): Action {
  return { kind, source, target, count };
}

/** A token's action, or null for a text that the grammar does not have. */
export function parseToken(token: string): Action | null {
  if (!TOKEN.test(token)) return null;
  const first = token.charAt(0);
  const second = token.charAt(1);
  const column = COLUMN_DIGITS.indexOf(first);
  const target = COLUMN_DIGITS.indexOf(second);
  if (first === "S") return makeAction("tap-stock");
  if (first === "U") return makeAction("undo");
  if (first === "W" && second === "F") return makeAction("waste-to-foundation");
  if (first === "W") return makeAction("waste-to-column", -1, target);
  if (second === "F") return makeAction("column-to-foundation", column);
  if (column < 0) return makeAction("take-back", FOUNDATION_LETTERS.indexOf(first), target);
  return makeAction("column-to-column", column, target, Number(token.slice(3)) || 1);
}

/** An action's one token. */
export function tokenOf({ kind, source, target, count }: Action): string {
  const from = COLUMN_DIGITS.charAt(source);
  const to = COLUMN_DIGITS.charAt(target);
  switch (kind) {
    case "tap-stock":
      return "S";
    case "undo":
      return "U";
    case "waste-to-column":
      return "W" + to;
    case "waste-to-foundation":
      return "WF";
    case "column-to-foundation":
      return from + "F";
    case "column-to-column":
      return from + to + (count > 1 ? `x${count}` : "");
    case "take-back":
      return FOUNDATION_LETTERS.charAt(source) + to;
  }
}
