/** After a game: what the server worked out, and the place on the deal's board. */
import type { Api } from "../net/api.ts";
import type { LineData, OutcomeData } from "../net/types.ts";
import { element, setText } from "./elements.ts";
import { duration, points } from "./figures.ts";
import { t } from "./i18n.ts";

const LINES = 10;

export function showResult(dialog: HTMLDialogElement, outcome: OutcomeData, attempt: number, variant: string): void {
  const title = element("result-title", "h2");
  setText(title, title.dataset[outcome.won ? "won" : "over"] ?? "");
  setText(element("result-score", "dd"), points(outcome.score, variant));
  setText(element("result-moves", "dd"), String(outcome.moves));
  setText(element("result-undos", "dd"), String(outcome.undos));
  setText(element("result-time", "dd"), duration(outcome.time_ms));
  setText(element("result-rank", "p"), t("Looking for your place on the board …"));
  const replay = element("result-replay", "a");
  replay.href = (replay.dataset["href"] ?? "").replace("/0/", `/${attempt}/`);
  replay.hidden = false;
  if (!dialog.open) dialog.showModal();
}

/** The place of a result, and the first lines of the board beside the table. */
export async function showStandings(api: Api, code: string, variant: string, outcome: OutcomeData): Promise<void> {
  const rank = element("result-rank", "p");
  try {
    const { lines, own, total } = await api.board(code, LINES);
    setText(rank, own === null ? "" : place(own, total, outcome));
    element("standings", "ol").replaceChildren(...lines.map((line) => lineItem(line, variant, line.position === own?.position)));
    element("standings-empty", "p").hidden = total > 0;
  } catch {
    setText(rank, t("The board can’t be reached now; your result is kept."));
  }
}

function place(own: LineData, total: number, { score, moves }: OutcomeData): string {
  if (own.score !== score || own.moves !== moves) return t("Your best on this deal stays number {rank} of {total}.", { rank: own.rank, total });
  if (total === 1) return t("You are the first on this deal’s board.");
  return t("Number {rank} of {total} on this deal’s board.", { rank: own.rank, total });
}

function lineItem(line: LineData, variant: string, own: boolean): HTMLLIElement {
  const part = (tag: "span" | "a", name: string, text: string | number): HTMLElement =>
    Object.assign(document.createElement(tag), { className: `standing-${name}`, textContent: String(text) });
  const name = part("a", "name", line.player.name) as HTMLAnchorElement;
  name.href = `/replays/${line.attempt}/`;
  const item = document.createElement("li");
  item.className = own ? "standing own" : "standing";
  item.append(part("span", "rank", line.rank), " ", name, " ", part("span", "score", points(line.score, variant)));
  return item;
}
