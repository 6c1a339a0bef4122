/** Why the rules refuse an action, for the person who tried it. */
import type { RefusalReason } from "../engine/refusals.ts";
import type { Rules } from "../engine/variants.ts";
import { t } from "./i18n.ts";

const SENTENCES: Readonly<Record<RefusalReason, (rules: Rules) => string>> = {
  "bad-token": () => t("That is no move in this game."),
  "undo-limit": ({ undoLimit }) => t("Only the last {limit} moves can be undone.", { limit: undoLimit }),
  "nothing-to-undo": () => t("There is nothing to undo."),
  "already-won": () => t("The game is won."),
  "not-allowed-here": () => t("Cards stay on the table here; a whole run leaves by itself."),
  "stock-empty": () => t("The stock is empty."),
  "no-passes-left": () => t("Here you go through the stock only once."),
  "fill-empty-columns": () => t("Fill the empty columns first; then a row can be dealt."),
  "no-such-pile": () => t("There is no such pile."),
  "same-pile": () => t("The cards are there already."),
  "empty-pile": () => t("There is no card to move."),
  "hidden-card": () => t("A face-down card does not move."),
  "not-a-run": ({ lift }) =>
    lift === "suit-run"
      ? t("Only a run of one suit moves as a whole.")
      : t("Only a run in alternating colours, each card one lower, moves as a whole."),
  "one-card-at-a-time": () => t("One card at a time. Only a run led by a king moves whole, and only to an empty column."),
  "only-a-king": () => t("Only a king goes to an empty column."),
  "does-not-build": ({ build }) =>
    build === "any-suit" ? t("A card goes on a card that is one higher.") : t("A card goes on a card of the other colour that is one higher."),
  "not-on-foundation": () => t("A foundation takes the ace first, then the next card of its suit."),
};

/** A sentence that names the rule. Reasons that this page does not know get a plain one. */
export function refusalSentence(reason: string, rules: Rules): string {
  return (SENTENCES[reason as RefusalReason] ?? (() => t("The rules don’t allow that.")))(rules);
}
