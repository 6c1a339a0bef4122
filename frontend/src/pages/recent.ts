/** The deals that were last played in this browser, for the way back to them. */
import { browserStore } from "./browser.ts";

export interface RecentDeal {
  readonly code: string;
  readonly variant: string;
  /** Whether that game is over. */
  readonly over: boolean;
}

const KEY = "harp:recent";
const KEPT = 4;

export function recentDeals(): RecentDeal[] {
  try {
    const kept: unknown = JSON.parse(browserStore.get(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isDeal) : [];
  } catch {
    return [];
  }
}

export function rememberDeal(deal: RecentDeal): void {
  const others = recentDeals().filter(({ code }) => code !== deal.code);
  browserStore.set(KEY, JSON.stringify([deal, ...others].slice(0, KEPT)));
}

function isDeal(value: unknown): value is RecentDeal {
  const { code, variant, over } = (value ?? {}) as Partial<RecentDeal>;
  return typeof code === "string" && typeof variant === "string" && typeof over === "boolean";
}
