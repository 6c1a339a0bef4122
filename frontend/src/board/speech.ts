/** What the board says: a polite live region for screen readers, and a short sentence near the table. */

const TOGETHER_MS = 60;
const LEAST_MS = 2200;
const A_LETTER_MS = 45;

export class Speech {
  private readonly live: HTMLElement;
  private readonly toast: HTMLElement;
  private waiting: string[] = [];
  private speaking: ReturnType<typeof setTimeout> | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement) {
    this.live = document.createElement("div");
    this.live.className = "board-live";
    this.live.setAttribute("role", "status");
    this.live.setAttribute("aria-live", "polite");
    this.toast = document.createElement("div");
    this.toast.className = "board-toast";
    this.toast.setAttribute("aria-hidden", "true");
    root.append(this.live, this.toast);
  }

  /** Sentences that come together are said together, none replaces another unheard. */
  announce(text: string): void {
    if (text === "") return;
    this.waiting.push(text);
    this.speaking ??= setTimeout(() => {
      const said = this.waiting.join(" ");
      this.waiting = [];
      this.speaking = undefined;
      // The same words again would not count as a change.
      this.live.textContent = this.live.textContent === said ? `${said}\u00a0` : said;
    }, TOGETHER_MS);
  }

  say(text: string): void {
    if (text === "") return;
    this.announce(text);
    this.toast.textContent = text;
    this.toast.classList.add("shown");
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => this.hush(), LEAST_MS + text.length * A_LETTER_MS);
  }

  hush(): void {
    clearTimeout(this.hiding);
    this.toast.classList.remove("shown");
  }

  destroy(): void {
    clearTimeout(this.speaking);
    clearTimeout(this.hiding);
    this.live.remove();
    this.toast.remove();
  }
}
