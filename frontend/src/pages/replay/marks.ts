/** What a scrubber shows of a game: where cards turned up, where foundations or runs were completed, where actions were undone. */
import { WHOLE_RUN, type Table } from "../../engine/table.ts";

export type MarkKind = "turned" | "home" | "undo";

export interface Mark {
  /** The action that it marks leads to this ply. */
  readonly ply: number;
  readonly kind: MarkKind;
}

/** What to mark of one action; null for most. */
export function markOf(before: Table, after: Table, token: string): MarkKind | null {
  if (token === "U") return "undo";
  if (wholePiles(after) > wholePiles(before)) return "home";
  // The stock turns cards at every tap, and nobody looks for those.
  if (token !== "S" && after.turned.length > before.turned.length) return "turned";
  return null;
}

function wholePiles({ foundations }: Table): number {
  return foundations.filter((pile) => pile.length >= WHOLE_RUN).length;
}

/** The marks of a game, in order. `tableAt` gives the table after so many actions. */
export function marksOf(actions: readonly string[], tableAt: (ply: number) => Table): Mark[] {
  const marks: Mark[] = [];
  let before = tableAt(0);
  for (const [at, token] of actions.entries()) {
    const after = tableAt(at + 1);
    const kind = markOf(before, after, token);
    if (kind !== null) marks.push({ ply: at + 1, kind });
    before = after;
  }
  return marks;
}

/** Of steps in order, the next one after a step, or the one before it; null where there is none. */
export function neighbour(steps: readonly number[], step: number, direction: 1 | -1): number | null {
  const beyond = steps.filter((at) => (direction === 1 ? at > step : at < step));
  return beyond[direction === 1 ? 0 : beyond.length - 1] ?? null;
}
