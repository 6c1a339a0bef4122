/** The list of moves. Of a long game only a part around the current move is drawn. */
import { t } from "../i18n.ts";
import type { Game } from "./game.ts";
import type { MarkKind } from "./marks.ts";
import { windowAround } from "./plies.ts";

/** So many moves are listed, and the list is drawn anew when the current one comes this near to an end of it. */
const LISTED = 200;
const MARGIN = 20;

export class MoveList {
  private readonly box: HTMLOListElement;
  private readonly game: Game;
  private marks: ReadonlyMap<number, MarkKind> = new Map();
  private listed = { from: 0, to: 0 };
  private current: Element | null = null;

  /** `jump` is told the ply of a move that was clicked. Its link leads there as well, in another tab. */
  constructor(box: HTMLOListElement, game: Game, jump: (ply: number) => void) {
    this.box = box;
    this.game = game;
    box.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      jump(Number(link.hash.slice("#ply=".length)));
    });
  }

  setMarks(marks: ReadonlyMap<number, MarkKind>): void {
    this.marks = marks;
    const { from, to } = this.listed;
    if (to > from) this.draw(Math.floor((from + to) / 2));
  }

  /** Marks the action that led to a ply, and scrolls the list to it. */
  show(ply: number): void {
    if (this.game.last > 0 && this.isNearEnd(ply - 1)) this.draw(Math.max(0, ply - 1));
    this.current?.removeAttribute("aria-current");
    this.current = ply === 0 ? null : (this.box.querySelector(`a[href="#ply=${ply}"]`)?.parentElement ?? null);
    this.current?.setAttribute("aria-current", "step");
    this.scroll();
  }

  /** Not scrollIntoView: it would move the page as well. */
  private scroll(): void {
    const { box, current } = this;
    if (current === null) box.scrollTop = 0;
    else box.scrollTop += current.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
  }

  private draw(around: number): void {
    const { last } = this.game;
    // From an even place, so that a move keeps its column.
    const { from, to } = windowAround(around - (around % 2), last + (last % 2), LISTED);
    this.listed = { from, to: Math.min(to, last) };
    const items: HTMLLIElement[] = [];
    for (let ply = from + 1; ply <= this.listed.to; ply++) items.push(this.item(ply, this.game.signs(ply), this.marks.get(ply)));
    const more = (ply: number, text: string): void => {
      const rest = this.item(ply, text);
      rest.className = "move-list-more";
      items.splice(ply <= from ? 0 : items.length, 0, rest);
    };
    if (from > 0) more(from, t("… {count} before", { count: from }));
    if (this.listed.to < last) more(this.listed.to + 1, t("… {count} more", { count: last - this.listed.to }));
    this.box.start = from + 1;
    this.box.style.counterReset = `ply ${from}`;
    const ply = this.current?.querySelector("a")?.getAttribute("href");
    this.box.replaceChildren(...items);
    this.current = ply === undefined ? null : (this.box.querySelector(`a[href="${ply}"]`)?.parentElement ?? null);
    this.current?.setAttribute("aria-current", "step");
  }

  private item(ply: number, text: string, kind?: MarkKind): HTMLLIElement {
    const link = document.createElement("a");
    link.href = `#ply=${ply}`;
    link.textContent = text;
    const made = document.createElement("li");
    if (kind !== undefined) made.dataset["mark"] = kind;
    made.append(link);
    return made;
  }

  private isNearEnd(at: number): boolean {
    const { from, to } = this.listed;
    return to === 0 || (from > 0 && at < from + MARGIN) || (to < this.game.last && at >= to - MARGIN);
  }
}
