/** Runs in the head of every page, before anything is drawn: the page begins in the theme that its reader chose. */
import { STORE_KEY } from "./settings-keeper.ts";
import { settings } from "./settings-here.ts";

settings.start();
void settings.send();
addEventListener("online", () => void settings.send());
addEventListener("storage", ({ key }) => {
  if (key === STORE_KEY) settings.reread();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) settings.reread();
});
