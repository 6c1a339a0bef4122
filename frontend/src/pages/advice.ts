/** Hints and lost games as the player hears of them. */
import type { Board } from "../board/board.ts";
import { tokenOf } from "../engine/actions.ts";
import type { Faces } from "../engine/cards.ts";
import { hint, lost } from "../engine/hints/hints.ts";
import type { Table } from "../engine/table.ts";
import type { Rules } from "../engine/variants.ts";
import { t } from "./i18n.ts";
import { whatMoved } from "./narrator.ts";
import { refusalSentence } from "./refusals.ts";
import { emptyColumns, moveOf } from "./table-view.ts";

/** Marks the best move on the table and says it. */
export function showHint(board: Board, rules: Rules, faces: Faces, table: Table): void {
  const advice = hint(rules, faces, table);
  if (advice.kind === "deal") {
    const spaces = emptyColumns(table);
    board.pulse(spaces);
    board.say(spaces.length === 0 ? t("Only dealing helps.") : `${t("Only dealing helps.")} ${refusalSentence("fill-empty-columns", rules)}`);
  } else if (advice.kind === "none") board.say(lost(rules, faces, table) ? lostSentence(rules) : t("I see no useful move."));
  else if (advice.action.kind === "tap-stock") {
    board.pulse(["stock"]);
    board.say(t("Hint: tap the stock."));
  } else {
    // Of a move between piles the narrator needs the table before alone, so that no hidden card is told.
    const move = whatMoved(rules, faces, table, table, tokenOf(advice.action));
    board.hint(moveOf(rules, faces, table, advice.action));
    board.say(t("Hint: {move}", { move }));
  }
}

/** Says once when no moves are left, and again after an undo has led elsewhere. */
export class LostWatch {
  private said = false;
  private readonly board: Board;
  private readonly rules: Rules;

  constructor(board: Board, rules: Rules) {
    this.board = board;
    this.rules = rules;
  }

  look(faces: Faces, table: Table): void {
    const now = lost(this.rules, faces, table);
    // After the narrator's sentence, so that the move is heard first.
    if (now && !this.said) queueMicrotask(() => this.board.say(lostSentence(this.rules)));
    this.said = now;
  }
}

function lostSentence(rules: Rules): string {
  if (rules.stock === "row") return t("No moves left. Undo, or deal again.");
  return t("By what has been seen, no useful move is left. Undo, or deal again.");
}
