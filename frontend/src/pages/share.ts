/** A result in a few lines that give nothing of the deal away. */
import type { OutcomeData } from "../net/types.ts";
import { element } from "./elements.ts";
import { duration, points } from "./figures.ts";
import { t } from "./i18n.ts";

export interface Shared {
  readonly game: string;
  readonly variant: string;
  /** The day of a daily deal, "2026-01-01"; the code of a numbered one. */
  readonly deal: string;
  readonly outcome: Pick<OutcomeData, "won" | "score" | "moves" | "time_ms">;
  readonly link: string;
}

/** Variant, deal, result, score, moves, time, link. */
export function shareText({ game, variant, deal, outcome, link }: Shared): string {
  const { won, score, moves, time_ms } = outcome;
  const figures = [
    won ? t("Won") : t("Not won"),
    t("score {score}", { score: points(score, variant) }),
    moves === 1 ? t("1 move") : t("{moves} moves", { moves }),
    ...(time_ms === null ? [] : [duration(time_ms)]),
  ];
  return `Harp · ${game} · ${deal}\n${figures.join(" · ")}\n${link}`;
}

/** Copies a text; where the browser does not let the page, shows it to be copied by hand. */
export async function share(text: string): Promise<void> {
  const button = element("share", "button");
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset["done"] ?? "";
  } catch {
    const shown = element("share-text", "label");
    const area = shown.querySelector("textarea") as HTMLTextAreaElement;
    area.value = text;
    shown.hidden = false;
    area.select();
  }
}
