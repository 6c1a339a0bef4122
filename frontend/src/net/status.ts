/** What a session tells of itself. */
import type { RefusalReason } from "../engine/refusals.ts";

export type Status =
  /** The stored game is being fetched. */
  | { readonly kind: "loading" }
  /** Nothing has been played. */
  | { readonly kind: "new" }
  | { readonly kind: "saved" }
  | { readonly kind: "sending"; readonly unsent: number }
  /** A card has to be shown by the server before the game goes on. */
  | { readonly kind: "waiting" }
  /** No answer; it is tried again by itself. `waiting`: the game can't go on meanwhile. */
  | { readonly kind: "offline"; readonly unsent: number; readonly waiting: boolean }
  /** This browser is no longer signed in as the player of this attempt. */
  | { readonly kind: "signed-out"; readonly unsent: number }
  /** The server refuses, and trying again will not help. `code` says why, for programs. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string; readonly unsent: number }
  | { readonly kind: "over" };

/** What the player must be told, beyond the state. `lost`: actions that were played here and do not count. */
export type Notice =
  | { readonly kind: "elsewhere"; readonly lost: number }
  | { readonly kind: "over"; readonly lost: number }
  /** An earlier game of this browser on the deal was over before its last actions came. */
  | { readonly kind: "late"; readonly lost: number }
  | { readonly kind: "rolled-back"; readonly lost: number; readonly reason: string };

export type Acted = { readonly ok: true } | { readonly ok: false; readonly reason: RefusalReason | "attempt-over" | "not-now" };
