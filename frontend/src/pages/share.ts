/** A result in a few lines that give nothing of the deal away, and the ways that they leave the page. */
import type { OutcomeData } from "../net/types.ts";
import { element, setText } from "./elements.ts";
import { duration, points } from "./figures.ts";
import { t } from "./i18n.ts";

export interface Shared {
  readonly game: string;
  readonly variant: string;
  /** The day of a daily deal, "2026-01-01"; the code of a numbered one. */
  readonly deal: string;
  readonly outcome: Pick<OutcomeData, "won" | "score" | "moves" | "undos" | "time_ms">;
  readonly link: string;
}

/** Variant, deal, result, score, moves, undos, time, link. */
export function shareText({ game, variant, deal, outcome, link }: Shared): string {
  const { won, score, moves, undos, time_ms } = outcome;
  const figures = [
    won ? t("Won") : t("Not won"),
    t("score {score}", { score: points(score, variant) }),
    moves === 1 ? t("1 move") : t("{moves} moves", { moves }),
    undos === 1 ? t("1 undo") : t("{undos} undos", { undos }),
    ...(time_ms === null ? [] : [duration(time_ms)]),
  ];
  return `Harp · ${game} · ${deal}\n${figures.join(" · ")}\n${link}`;
}

/** What a browser has to share by: a missing part is one that it does not have. */
export interface Ways {
  readonly canShare?: (data: ShareData) => boolean;
  readonly share?: (data: ShareData) => Promise<void>;
  readonly clipboard?: Pick<Clipboard, "writeText">;
}

/** given: to the system's share sheet, or the person left that. refused: no way is open to the page. */
export type Sharing = "given" | "copied" | "refused";

/** By the system's share sheet where there is one, else by the clipboard. */
export async function shareBy(ways: Ways, text: string): Promise<Sharing> {
  const data = { text };
  if (ways.share !== undefined && ways.canShare?.(data) === true) {
    try {
      await ways.share(data);
      return "given";
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "given";
    }
  }
  if (ways.clipboard === undefined) return "refused"; // as on a page without https
  try {
    await ways.clipboard.writeText(text);
    return "copied";
  } catch {
    return "refused";
  }
}

/** Nothing is shared yet of the result that is shown now. */
export function offerSharing(): void {
  const button = element("share", "button");
  setText(button, button.dataset["text"] ?? "");
  element("share-text", "label").hidden = true;
}

/** Shares a text; what the browser lets the page do by no way, a person can copy by hand. */
export async function share(text: string): Promise<void> {
  const said = element("share-said", "p");
  setText(said, ""); // so that it is said each time
  const sharing = await shareBy(navigator, text);
  if (sharing === "copied") {
    const button = element("share", "button");
    const done = button.dataset["done"] ?? "";
    setText(button, done);
    setText(said, done);
  } else if (sharing === "refused") {
    const shown = element("share-text", "label");
    const area = shown.querySelector("textarea") as HTMLTextAreaElement;
    area.value = text;
    shown.hidden = false;
    area.select();
  }
}
