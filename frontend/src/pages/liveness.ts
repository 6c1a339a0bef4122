/** Whether a board is live, as a dot and a word, and what the browser knows of the network. */
import type { LiveBoard, Liveness } from "../net/live.ts";
import { element, setText } from "./elements.ts";

export function showLiveness(state: Liveness): void {
  const live = element("live", "p");
  live.dataset["state"] = state;
  setText(element("live-text", "span"), live.dataset[state === "gone" ? "off" : state] ?? "");
}

/** Starts a board and keeps it going for as long as the page lives, also out of the browser's memory. */
export function keepLive(board: LiveBoard): void {
  board.start();
  addEventListener("online", () => board.retryNow());
  addEventListener("offline", () => board.lost());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") board.retryNow();
  });
  // An open socket would keep the page out of that memory.
  addEventListener("pagehide", () => board.stop());
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) board.start();
  });
}
