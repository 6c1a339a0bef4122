/** Moments as the person at this browser lives them: in local time, and counted down to by the server's clock. */
import type { ServerClock } from "../net/server-clock.ts";
import { setText } from "./elements.ts";
import { locale, t } from "./i18n.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** "5 h 12 min"; in the last hour "12:34". */
export function countdown(ms: number): string {
  if (ms >= HOUR) {
    const minutes = Math.ceil(ms / MINUTE);
    return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  }
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The time of day of a moment, here. */
export function localTime(moment: string): string {
  return new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" }).format(new Date(moment));
}

/** Times that the server wrote in UTC, in local time. */
export function showLocalTimes(): void {
  const full = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    time.title = time.textContent;
    time.textContent = time.dataset["local"] === "full" ? full.format(new Date(time.dateTime)) : t("{time} your time", { time: localTime(time.dateTime) });
  }
}

/** Every countdown of the page, as it stands. */
export function showCountdowns(clock: ServerClock): void {
  for (const time of document.querySelectorAll<HTMLElement>("time[data-until]")) {
    setText(time, countdown(clock.until(time.dataset["until"] ?? "")));
  }
}
