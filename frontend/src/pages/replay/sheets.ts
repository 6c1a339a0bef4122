/** What is done with a replay beside watching it: a link to a move, the game beside it, the page to embed, the keys. */
import { element, setText } from "../elements.ts";
import { t } from "../i18n.ts";

export interface SheetsOptions {
  /** The place as an address says it. */
  hash(): string;
  /** A short sentence near the table. */
  say(text: string): void;
}

export interface Sheets {
  showKeys(): void;
}

/** Null on an embedded page, which has none of them. */
export function startSheets({ hash, say }: SheetsOptions): Sheets | null {
  if (document.getElementById("more") === null) return null;
  const [more, keys, pick] = [element("more", "dialog"), element("keys", "dialog"), element("pick", "dialog")];
  const snippet = element("snippet", "textarea");
  const instead = (dialog: HTMLDialogElement) => (): void => {
    more.close();
    if (!dialog.open) dialog.showModal();
  };
  const showKeys = instead(keys);

  element("to-more", "button").addEventListener("click", () => {
    for (const button of more.querySelectorAll<HTMLElement>("[data-text]")) setText(button, button.dataset["text"] ?? "");
    snippet.value = snippetFor(snippet, hash());
    more.showModal();
  });
  element("to-keys", "button").addEventListener("click", showKeys);
  element("to-pick", "button").addEventListener("click", instead(pick));
  // What these do is seen elsewhere.
  for (const button of more.querySelectorAll("[data-opens=settings], [data-do=play-on]")) button.addEventListener("click", () => more.close());
  const link = element("copy-link", "button");
  link.addEventListener("click", () => void copy(link, location.origin + location.pathname + location.search + hash(), say));
  const html = element("copy-snippet", "button");
  html.addEventListener("click", () => {
    snippet.select();
    void copy(html, snippet.value, say);
  });
  return { showKeys };
}

/** An iframe at the present place. */
function snippetFor({ dataset }: HTMLElement, hash: string): string {
  const frame = document.createElement("iframe");
  frame.src = new URL((dataset["src"] ?? "") + hash, location.href).href;
  frame.title = dataset["title"] ?? "";
  frame.width = dataset["width"] ?? "";
  frame.height = dataset["height"] ?? "";
  frame.loading = "lazy";
  return frame.outerHTML;
}

/** Copies a text; where the browser does not let the page, says so. */
async function copy(button: HTMLElement, text: string, say: (text: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    setText(button, button.dataset["done"] ?? "");
  } catch {
    say(t("The browser does not let this page copy. The address bar has the link."));
  }
}
