/** After a game: what the server worked out, and the place on the deal's board. */
import type { Api } from "../net/api.ts";
import type { BoardData, LineData, OutcomeData } from "../net/types.ts";
import { element, setText } from "./elements.ts";
import { duration, points } from "./figures.ts";
import { t } from "./i18n.ts";
import { offerSharing } from "./share.ts";
import { LINES } from "./standings.ts";

/** `practice`: the result has no place on the board. */
export function showResult(dialog: HTMLDialogElement, outcome: OutcomeData, attempt: number, variant: string, practice: boolean): void {
  const title = element("result-title", "h2");
  setText(title, title.dataset[outcome.won ? "won" : "over"] ?? "");
  setText(element("result-score", "dd"), points(outcome.score, variant));
  setText(element("result-moves", "dd"), String(outcome.moves));
  setText(element("result-undos", "dd"), String(outcome.undos));
  setText(element("result-time", "dd"), duration(outcome.time_ms));
  setText(element("result-rank", "p"), practice ? t("Practice: it has no place on the board.") : t("Looking for your place on the board …"));
  const replay = element("result-replay", "a");
  replay.href = (replay.dataset["href"] ?? "").replace("/0/", `/${attempt}/`);
  replay.hidden = false;
  offerSharing();
  if (!dialog.open) dialog.showModal();
}

/** The place of a result on the deal's board; what that answer says of the first lines is handed on. */
export async function showPlace(api: Api, code: string, outcome: OutcomeData, listed: (board: BoardData) => void): Promise<void> {
  const rank = element("result-rank", "p");
  try {
    const board = await api.board(code, LINES);
    setText(rank, board.own === null ? "" : place(board.own, board.total, outcome));
    listed(board);
  } catch {
    setText(rank, t("The board can’t be reached now; your result is kept."));
  }
}

function place(own: LineData, total: number, { score, moves }: OutcomeData): string {
  if (own.score !== score || own.moves !== moves) return t("Your best on this deal stays number {rank} of {total}.", { rank: own.rank, total });
  if (total === 1) return t("You are the first on this board.");
  return t("You are number {rank} of {total} on this board.", { rank: own.rank, total });
}
