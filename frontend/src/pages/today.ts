/**
 * The pages of days, and those that only count down to the end of one. Today's deals are looked up once a minute: what has
 * changed on them comes by itself.
 */
import { createApi } from "../net/api.ts";
import { createClient } from "../net/client.ts";
import { ServerClock } from "../net/server-clock.ts";
import type { DayData } from "../net/types.ts";
import { element } from "./elements.ts";
import { showRecentDeals } from "./recent-list.ts";
import { showCountdowns, showLocalTimes } from "./times.ts";

const LOOK_MS = 60_000;

const day = document.getElementById("day") as HTMLElement;
const clock = new ServerClock(day.dataset["now"] ?? "");
const api = createApi(createClient({ fetch: (...request) => fetch(...request), cookies: () => document.cookie }));

showLocalTimes();
showCountdowns(clock);
setInterval(() => {
  showCountdowns(clock);
  rollOver();
}, 1000);
if (document.getElementById("last-played") !== null) showRecentDeals();

/** The day has ended while the page was open: the way to the next is offered, and nothing is taken away. */
function rollOver(): void {
  const { closes } = day.dataset;
  if (closes !== undefined && clock.until(closes) === 0) element("rolled-over", "p").hidden = false;
}

async function look(): Promise<void> {
  if (document.visibilityState === "hidden") return;
  try {
    const data = await api.day(day.dataset["date"] ?? "");
    clock.set(data.server_now);
    rollOver();
    if (data.deals.some(changed)) await renew();
  } catch {
    // It is looked up again in a minute.
  }
}

function changed({ code, players, winners, own }: DayData["deals"][number]): boolean {
  const card = document.querySelector<HTMLElement>(`.deal-card[data-code="${CSS.escape(code)}"]`);
  const stand = [players, winners, own?.id ?? "", own?.moves ?? 0, own?.score ?? 0, own?.over === true ? "over" : "open"].join(" ");
  return card?.dataset["stand"] !== stand;
}

/** The cards as the server draws them now; who has the focus in one keeps it. */
async function renew(): Promise<void> {
  const response = await fetch(location.pathname);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const cards = fresh.getElementById("deals");
  // After midnight the same address has another day's deals: they wait until they are asked for.
  if (cards === null || fresh.getElementById("day")?.dataset["date"] !== day.dataset["date"]) return;
  const focused = document.activeElement?.closest("#deals a")?.getAttribute("href");
  element("deals", "section").replaceWith(document.adoptNode(cards));
  if (focused != null) document.querySelector<HTMLElement>(`#deals a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

if ("open" in day.dataset) {
  setInterval(() => void look(), LOOK_MS);
  document.addEventListener("visibilitychange", () => void look());
  // Come back to from a game, by the browser's memory of the page.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void look();
  });
}
