/** Playing on from a replay's table, as practice of whoever looks. */
import { ApiError, createClient } from "../../net/client.ts";
import type { AttemptData } from "../../net/types.ts";
import { exclusively } from "../browser.ts";
import { element } from "../elements.ts";
import { t } from "../i18n.ts";

/** Makes the buttons `data-do=play-on` work: they play on from `ply` of an attempt. */
export function offerPlayOn(attempt: number, ply: () => number, say: (text: string) => void): void {
  const dialog = element("practice-open", "dialog");
  const page = dialog.dataset["play"] ?? "";
  const client = createClient({
    fetch: (...request) => fetch(...request),
    cookies: () => document.cookie,
    // A page with a table gives one.
    renewCookies: () => fetch(page),
  });
  let asking = false;

  const begin = async (replace: boolean): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      // Who is signed in stays who they are.
      await exclusively(() => client.post("guests/"));
      const { id } = await client.post<AttemptData>(`attempts/${attempt}/play-on/`, { ply: ply(), replace });
      location.assign(`${page}?attempt=${id}`);
    } catch (error) {
      if (error instanceof ApiError && error.code === "practice-open") ask(Number(error.data["attempt"]));
      else say(error instanceof ApiError ? error.message : t("The server can’t be reached. Try again in a moment."));
    } finally {
      asking = false;
    }
  };

  /** Another practice game would end. */
  const ask = (open: number): void => {
    element("practice-go", "a").href = `${page}?attempt=${open}`;
    dialog.returnValue = "";
    dialog.showModal();
  };
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "replace") void begin(true);
  });
  for (const button of document.querySelectorAll<HTMLElement>("[data-do=play-on]")) button.addEventListener("click", () => void begin(false));
}
