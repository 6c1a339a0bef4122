/** The calm panel over a day's table: what the first attempt means, and the button that begins it. */
import { element } from "./elements.ts";

export interface DailyData {
  readonly date: string;
  readonly state: "open" | "grace" | "settling" | "final" | "void";
  readonly commitment: string;
  /** Null until the day is final. */
  readonly seed: string | null;
  readonly closes_at: string;
  readonly final_at: string;
  readonly server_now: string;
}

/** ranked: the attempt that counts. Otherwise practice: it is over, nobody can begin any more, or it counts for nobody. */
export type When = "ranked" | "played" | "closed" | "void";

export function whenOf(state: DailyData["state"], rankedOver: boolean): When {
  if (state === "void") return "void";
  if (rankedOver) return "played";
  return state === "open" ? "ranked" : "closed";
}

let begin: ((practice: boolean) => void) | null = null;
let practice = false;

export function showBegin(when: When, go: (practice: boolean) => void): void {
  const panel = element("begin", "section");
  for (const part of panel.querySelectorAll<HTMLElement>("[data-when]")) part.hidden = part.dataset["when"] !== when;
  practice = when !== "ranked";
  const button = element("begin-go", "button");
  button.disabled = false;
  button.textContent = button.dataset[practice ? "practice" : "ranked"] ?? "";
  if (begin === null) {
    button.addEventListener("click", () => {
      button.disabled = true;
      button.textContent = button.dataset["waiting"] ?? "";
      begin?.(practice);
    });
  }
  begin = go;
  // Not focused: a key that is still held down from the page before must not begin what counts.
  panel.hidden = false;
}

export function hideBegin(): void {
  element("begin", "section").hidden = true;
}
