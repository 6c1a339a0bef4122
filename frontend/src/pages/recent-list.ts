/** The way back to the numbered deals that were last played in this browser. */
import { element } from "./elements.ts";
import { t } from "./i18n.ts";
import { recentDeals, type RecentDeal } from "./recent.ts";

function item({ code, variant, over }: RecentDeal): HTMLLIElement {
  const link = document.createElement("a");
  link.href = `/play/${encodeURIComponent(code)}/`;
  const name = document.querySelector(`.game-${CSS.escape(variant.toLowerCase())} .game-name`)?.textContent ?? variant;
  const title = Object.assign(document.createElement("span"), { className: "last-played-name", textContent: name });
  const soft = Object.assign(document.createElement("span"), { className: "soft", textContent: `${code} · ${over ? t("over") : t("go on")}` });
  link.append(title, soft);
  const listed = document.createElement("li");
  listed.append(link);
  return listed;
}

export function showRecentDeals(): void {
  const deals = recentDeals();
  if (deals.length === 0) return;
  element("last-played-list", "ul").append(...deals.map(item));
  element("last-played", "div").hidden = false;
}
