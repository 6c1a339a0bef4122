/** Hints, and whether a game is lost, by what its player has seen. */
import type { Action } from "../actions.ts";
import type { Faces } from "../cards.ts";
import type { Table } from "../table.ts";
import type { Rules } from "../variants.ts";
import { harpanLost, harpanMove } from "./harpan.ts";
import { seenFaces } from "./seen.ts";
import { spindelharpanLost, spindelharpanMove } from "./spindelharpan.ts";

/** A move; that only dealing a row helps; or that nothing useful is seen. */
export type Hint = { readonly kind: "move"; readonly action: Action } | { readonly kind: "deal" } | { readonly kind: "none" };

export function hint(rules: Rules, faces: Faces, table: Table): Hint {
  const seen = seenFaces(rules, faces, table);
  const rows = rules.stock === "row";
  const action = (rows ? spindelharpanMove : harpanMove)(rules, seen, table);
  if (action !== null) return { kind: "move", action };
  return rows && table.stock.length > 0 && !lost(rules, faces, table) ? { kind: "deal" } : { kind: "none" };
}

/** Whether no moves are left. Easy Harp never says so. */
export function lost(rules: Rules, faces: Faces, table: Table): boolean {
  if (rules.lift === "one-card") return false;
  return (rules.stock === "row" ? spindelharpanLost : harpanLost)(rules, seenFaces(rules, faces, table), table);
}
