/** What is done with a replay beside watching it: a link to a move, the page to embed, the keys. */
import { setText } from "../elements.ts";
import { t } from "../i18n.ts";

export interface SheetsOptions {
  /** How far the first game is. */
  ply(): number;
  /** The place as an address says it. */
  hash(): string;
  /** A short sentence near the table. */
  say(text: string): void;
}

export interface Sheets {
  showKeys(): void;
}

/** An embedded page has none of the sheets: then all of this does nothing. */
export function startSheets({ hash, say }: SheetsOptions): Sheets {
  const found = <T extends HTMLElement>(id: string): T | null => document.getElementById(id) as T | null;
  const keys = found<HTMLDialogElement>("keys");
  const more = found<HTMLDialogElement>("more");
  const snippet = found<HTMLTextAreaElement>("snippet");
  const showKeys = (): void => {
    more?.close();
    if (keys?.open === false) keys.showModal();
  };

  found("to-more")?.addEventListener("click", () => {
    for (const button of more?.querySelectorAll<HTMLElement>("[data-text]") ?? []) setText(button, button.dataset["text"] ?? "");
    if (snippet !== null) snippet.value = snippetFor(snippet, hash());
    more?.showModal();
  });
  const pick = found<HTMLDialogElement>("pick");
  found("to-pick")?.addEventListener("click", () => {
    more?.close();
    pick?.showModal();
  });
  more?.querySelector("[data-opens=settings]")?.addEventListener("click", () => more.close());
  found("to-keys")?.addEventListener("click", showKeys);
  found("copy-link")?.addEventListener("click", ({ currentTarget }) => void copy(currentTarget as HTMLElement, location.origin + location.pathname + location.search + hash(), say));
  found("copy-snippet")?.addEventListener("click", ({ currentTarget }) => {
    snippet?.select();
    void copy(currentTarget as HTMLElement, snippet?.value ?? "", say);
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
