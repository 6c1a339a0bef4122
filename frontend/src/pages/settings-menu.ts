/** The settings menu: a dialog that every page with a table has, and what the settings do to boards and sound. */
import { faceOf } from "../board/faces.ts";
import { ensureSymbols } from "../board/symbols.ts";
import type { Board } from "../board/board.ts";
import { element } from "./elements.ts";
import { settings } from "./settings-here.ts";
import { boardOptions, toWord, valueOf, CHOICES, type SettingName, type Settings } from "./settings.ts";
import { Strings } from "./strings.ts";

export const strings = new Strings();

/** The board's part of the settings, as they are now: for its making. */
export function ownOptions(): ReturnType<typeof boardOptions> {
  return boardOptions(settings.now, document.documentElement.lang);
}

/** Lets a board follow the settings from now on. */
export function followSettings(board: Board): void {
  settings.follow(() => board.configure(ownOptions()));
}

/** Makes the page's dialog and the buttons that open it work. */
export function offerSettings(): void {
  const dialog = element("settings", "dialog");
  const form = dialog.querySelector("form") as HTMLFormElement;
  const fill = (now: Settings): void => {
    strings.on = now.sound;
    for (const field of form.querySelectorAll("input")) {
      const word = toWord(now[field.name as SettingName]);
      field.checked = field.type === "checkbox" ? word === "on" : field.value === word;
    }
    drawSample(element("settings-sample", "div"));
  };
  fill(settings.now);
  settings.follow(fill);
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !(target.name in CHOICES)) return;
    const name = target.name as SettingName;
    const word = target.type === "checkbox" ? toWord(target.checked) : target.value;
    settings.change({ [name]: valueOf(name, word) });
    if (name === "sound" && target.checked) strings.pluck(7);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  for (const opener of document.querySelectorAll<HTMLElement>("[data-opens=settings]")) {
    opener.addEventListener("click", () => dialog.showModal());
    opener.hidden = false;
  }
}

/** One card of each suit: on a phone the dialog lies over the table. */
function drawSample(sample: HTMLElement): void {
  ensureSymbols();
  const { letters = "JQK", largePrint } = ownOptions();
  sample.classList.toggle("large-print", largePrint === true);
  const cards = [11, 13 + 10, 26 + 9, 39 + 12].map((face) => {
    const card = document.createElement("div");
    card.className = "card";
    card.append(faceOf(face, letters));
    return card;
  });
  sample.replaceChildren(...cards);
}
