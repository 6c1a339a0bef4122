/** The board: it draws the table that it is given and reports what the player does with it. */

import { celebration } from "./celebration.ts";
import { Gestures, liftOf } from "./gestures.ts";
import { press, settled } from "./keyboard.ts";
import type { Command, Ground, KeyState } from "./keyboard.ts";
import { isDown } from "./layout.ts";
import type { Hit, Point } from "./layout.ts";
import { Scene } from "./scene.ts";
import { Speech } from "./speech.ts";
import type { Board, BoardEvents, BoardOptions, BoardView, Lift, Move, PileView } from "./types.ts";
import { cardLabel, cardName, pileLabel } from "./words.ts";

export type { Board, BoardEvents, BoardOptions, BoardView, CardView, Lift, Move, PileView, Sign, Translate } from "./types.ts";
export { cardName } from "./words.ts";

/** Two taps within this time and distance are a double tap: ms, px. */
const DOUBLE_MS = 320;
const DOUBLE_PX = 26;
/** A click from a screen reader comes without a pointer; one that follows a pointer is its echo, ms. */
const ECHO_MS = 700;
const MOVE_MS = { normal: 150, fast: 90, off: 0 } as const;
/** Where keys are never the board's. */
const ELSEWHERE = "input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]";
const MARK_MS = 700;
const PULSE_MS = 1800;

/**
 * Makes a board that fills `root`, an element with a size of its own, and follows its size. Raises nothing; a view that names
 * a pile which no layout knows is a RangeError.
 */
export function createBoard(root: HTMLElement, events: BoardEvents, options: BoardOptions): Board {
  return new DrawnBoard(root, events, options);
}

class DrawnBoard implements Board {
  private readonly root: HTMLElement;
  private readonly events: BoardEvents;
  private options: BoardOptions;
  private readonly scene: Scene;
  private readonly speech: Speech;
  private readonly gestures: Gestures;
  private readonly resizing: ResizeObserver;
  private readonly abort = new AbortController();
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private keys: KeyState = { cursor: { pile: "", count: 1 }, selected: null };
  private lastTap: { readonly at: number; readonly point: Point; readonly time: number } | null = null;
  private lastPointer = -Infinity;
  private celebrating: { readonly done: Promise<void>; end(): void } | null = null;
  private marks: { readonly elements: readonly Element[]; readonly name: string; readonly timer?: ReturnType<typeof setTimeout> }[] = [];

  constructor(root: HTMLElement, events: BoardEvents, options: BoardOptions) {
    this.root = root;
    this.events = events;
    this.options = options;
    root.classList.add("board");
    root.setAttribute("role", "group");
    this.scene = new Scene(root);
    this.speech = new Speech(root);
    this.gestures = new Gestures(this.scene, {
      input: () => this.input(),
      tap: (hit, point, time) => this.tap(hit, point, time),
      away: () => this.select(null),
      targets: (lift) => this.targets(lift),
      dragStart: (lift, targets) => this.dragStart(lift, targets),
      over: (pile) => this.over(pile),
      dragEnd: (lift, to) => this.dragEnd(lift, to),
    });
    const { signal } = this.abort;
    root.ownerDocument.addEventListener("keydown", (event) => this.keydown(event), { signal });
    root.addEventListener("click", (event) => this.click(event), { signal });
    root.addEventListener("focusin", (event) => this.focused(event), { signal });
    this.calm.addEventListener("change", () => this.configure({}), { signal });
    this.resizing = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      this.gestures.cancel();
      this.celebrating?.end();
      this.scene.finish();
      this.scene.relayout(entry.contentRect);
    });
    this.configure({});
    const { width, height } = root.getBoundingClientRect();
    this.scene.relayout({ width, height });
    this.resizing.observe(root);
  }

  show(view: BoardView, { animate = true }: { readonly animate?: boolean } = {}): void {
    const held = this.root.contains(document.activeElement);
    this.celebrating?.end();
    this.scene.show(view, animate);
    this.gestures.check();
    this.keys = settled(this.keys, this.grounds());
    this.mark("hinted", []);
    this.name();
    this.drawSelection();
    // A card that went to another pile takes the focus from the reader; the keyboard stays where it was.
    if (held && !this.gestures.dragging) this.focus();
  }

  refuse(move: Move | null, message: string): void {
    const drawn = move === null ? [] : this.scene.lifted({ pile: move.from, count: move.count });
    const elements = drawn.map(({ element }) => element);
    this.mark("refused", elements, MARK_MS);
    if (this.scene.moveTime > 0) {
      for (const { element, flight, x, y } of drawn) {
        const home = flight === null && element.style.translate === `${x}px ${y}px` ? 0 : this.scene.moveTime;
        element.animate(
          { transform: ["translateX(0)", "translateX(-4px)", "translateX(4px)", "translateX(-3px)", "translateX(0)"] },
          { duration: 220, delay: home },
        );
      }
    }
    this.speech.say(message);
  }

  say(message: string): void {
    this.speech.say(message);
  }

  announce(text: string): void {
    this.speech.announce(text);
  }

  select(lift: Lift | null): void {
    this.keys = { ...this.keys, selected: lift, cursor: lift ?? this.keys.cursor };
    this.drawSelection();
    this.name();
  }

  hint(move: Move | null): void {
    const cards = move === null ? [] : this.scene.lifted({ pile: move.from, count: move.count }).map(({ element }) => element);
    const target = move === null ? undefined : this.scene.piles.get(move.to)?.group.lastElementChild;
    this.mark("hinted", target == null ? cards : [...cards, target]);
  }

  pulse(piles: readonly string[]): void {
    this.mark("pulsing", piles.flatMap((id) => this.scene.piles.get(id)?.group.lastElementChild ?? []), PULSE_MS);
  }

  celebrate(): Promise<void> {
    this.celebrating?.end();
    this.scene.finish();
    const celebrating = celebration(this.scene);
    this.celebrating = celebrating;
    void celebrating.done.then(() => {
      if (this.celebrating === celebrating) this.celebrating = null;
    });
    return celebrating.done;
  }

  configure(options: Partial<BoardOptions>): void {
    const letters = this.options.letters ?? "JQK";
    this.options = { ...this.options, ...options };
    const { t, label, fourColours, largePrint, motion = "normal", hand = "right", readOnly } = this.options;
    this.root.setAttribute("aria-label", label ?? t("Table"));
    this.root.classList.toggle("four-colours", fourColours === true);
    this.root.classList.toggle("large-print", largePrint === true);
    this.scene.moveTime = this.calm.matches ? 0 : MOVE_MS[motion];
    this.scene.layoutOptions = { hand, largePrint: largePrint === true };
    this.scene.letters = this.options.letters ?? "JQK";
    this.gestures.enabled = readOnly !== true;
    if (this.scene.layout === null) return;
    if (this.scene.letters !== letters) this.scene.redrawFaces();
    this.scene.finish();
    this.scene.relayout(this.scene.layout.size);
    this.name();
  }

  focus(): void {
    this.cursorElement()?.focus({ preventScroll: true });
  }

  destroy(): void {
    this.celebrating?.end();
    this.resizing.disconnect();
    this.abort.abort();
    this.gestures.destroy();
    this.speech.destroy();
    this.mark("hinted", []);
    for (const { group } of this.scene.piles.values()) group.remove();
  }

  // Gestures

  /** Whatever the player does ends what is merely shown, and is then taken at its word. */
  private input(): void {
    this.celebrating?.end();
    this.scene.finish();
    this.speech.hush();
    this.mark("hinted", []);
    this.mark("pulsing", []);
  }

  private tap(hit: Hit, point: Point, time: number): void {
    this.lastPointer = time;
    if (this.secondTap(point, time)) return;
    const { pile, index } = hit;
    const card = pile.cards[index];
    const lift = liftOf(hit);
    this.lastTap = lift !== null && card !== undefined ? { at: card.at, point, time } : null;
    this.keys = { ...this.keys, cursor: lift ?? { pile: pile.id, count: 1 } };
    this.focus();
    this.touch(pile, lift);
  }

  private secondTap(point: Point, time: number): boolean {
    const first = this.lastTap;
    this.lastTap = null;
    if (first === null || this.events.doubleTap === undefined) return false;
    if (time - first.time > DOUBLE_MS || Math.hypot(point.x - first.point.x, point.y - first.point.y) > DOUBLE_PX) return false;
    const drawn = this.scene.cards.get(first.at);
    const pile = drawn === undefined ? undefined : this.scene.pile(drawn.pile);
    if (drawn === undefined || pile === undefined || isDown(drawn.card)) return false;
    const selected = this.keys.selected;
    this.select(null);
    if (this.events.doubleTap(pile.id, pile.cards.length - drawn.index, first.at) === true) return true;
    this.select(selected);
    return false;
  }

  /** A tap, by pointer or by screen reader, on a lift or on a pile where nothing can be lifted. */
  private touch(pile: PileView, lift: Lift | null): void {
    const { selected } = this.keys;
    if (pile.kind === "stock") {
      this.select(null);
      this.events.stock();
      return;
    }
    if (selected !== null && selected.pile !== pile.id) {
      const targets = this.targets(selected);
      const to = targets.has(pile.id) ? pile.id : pile.kind === "foundation" ? this.foundationOf(targets) : null;
      // A card that can itself go somewhere begins anew; otherwise the player meant a place, and hears why not.
      const anew = to === null && lift !== null && this.targets(lift).size > 0;
      if (!anew) {
        this.select(null);
        this.events.move({ from: selected.pile, count: selected.count, to: to ?? pile.id });
        return;
      }
    }
    const again = selected !== null && selected.pile === lift?.pile && selected.count === lift.count;
    this.select(null);
    if (lift === null || again) return;
    const at = pile.cards[pile.cards.length - lift.count]!.at;
    if (this.events.tap?.(lift.pile, lift.count, at) !== true) this.select(lift);
  }

  private targets({ pile, count }: Lift): ReadonlySet<string> {
    return new Set(this.scene.view.legal.filter((move) => move.from === pile && move.count === count).map(({ to }) => to));
  }

  private foundationOf(targets: ReadonlySet<string>): string | null {
    return [...targets].find((id) => this.scene.pile(id)?.kind === "foundation") ?? null;
  }

  private dragStart(lift: Lift, targets: ReadonlySet<string>): void {
    this.select(null);
    this.lastTap = null;
    this.keys = { ...this.keys, cursor: lift };
    this.root.classList.add("dragging");
    this.light(targets);
  }

  private light(targets: ReadonlySet<string>): void {
    for (const [id, { group }] of this.scene.piles) group.classList.toggle("lit", targets.has(id));
  }

  private over(pile: string | null): void {
    for (const [id, { group }] of this.scene.piles) group.classList.toggle("over", id === pile);
  }

  private dragEnd(lift: Lift, to: string | null): void {
    this.root.classList.remove("dragging");
    this.light(new Set());
    this.over(null);
    if (to !== null) this.events.move({ from: lift.pile, count: lift.count, to });
    // Whoever listened has shown another table, or the cards glide home.
    this.scene.draw(true);
  }

  // Keyboard and screen reader

  private keydown(event: KeyboardEvent): void {
    const { target } = event;
    if (!(target instanceof Element) || event.defaultPrevented || event.altKey || this.options.readOnly === true) return;
    const inside = this.root.contains(target) || target === document.body || target === document.documentElement;
    const before = this.keys;
    const key = { key: event.key, shift: event.shiftKey, control: event.ctrlKey || event.metaKey };
    // A button beside the table keeps its own keys; undo, hint and help work from there too.
    if (!inside && (target.closest(ELSEWHERE) !== null || !(key.control || /^[h?]$/i.test(key.key)))) return;
    const pressed = press(before, key, this.grounds());
    if (pressed === null) return;
    event.preventDefault();
    const dragging = this.gestures.dragging;
    this.input();
    if (dragging) {
      if (event.key === "Escape") this.gestures.cancel();
      return;
    }
    this.keys = pressed.state;
    this.name();
    this.drawSelection();
    if (inside) this.focus();
    const chosen = pressed.state.selected;
    if (chosen !== before.selected && chosen !== null) this.announceSelection(chosen);
    if (pressed.command !== undefined) this.obey(pressed.command);
  }

  private obey(command: Command): void {
    switch (command.do) {
      case "move": {
        const { from, count, to } = command.move;
        const targets = this.targets({ pile: from, count });
        const foundation = this.scene.pile(to)?.kind === "foundation" && !targets.has(to) ? this.foundationOf(targets) : null;
        this.events.move({ from, count, to: foundation ?? to });
        break;
      }
      case "best":
        this.events.best?.(command.lift.pile, command.lift.count);
        break;
      case "stock":
        this.events.stock();
        break;
      case "undo":
        this.events.undo?.();
        break;
      case "redo":
        this.events.redo?.();
        break;
      case "hint":
        this.events.hint?.();
        break;
      case "help":
        this.events.help?.();
        break;
      case "clear":
        break;
    }
  }

  private announceSelection({ pile, count }: Lift): void {
    const { t } = this.options;
    const cards = this.scene.pile(pile)?.cards ?? [];
    const first = cards[cards.length - count];
    if (first === undefined || isDown(first)) return;
    const card = cardName(first.face, t);
    this.speech.announce(count === 1 ? t("{card} selected.", { card }) : t("{count} cards from {card} selected.", { card, count }));
  }

  /** A screen reader's click, which comes without a pointer. */
  private click(event: MouseEvent): void {
    if (event.detail !== 0 || event.timeStamp - this.lastPointer < ECHO_MS || this.options.readOnly === true) return;
    const touched = this.liftOfElement(event.target);
    if (touched === null) return;
    this.input();
    this.touch(touched.pile, touched.lift);
  }

  private focused(event: FocusEvent): void {
    const touched = this.liftOfElement(event.target);
    if (touched === null || this.gestures.dragging) return;
    const cursor = touched.lift ?? { pile: touched.pile.id, count: 1 };
    if (cursor.pile === this.keys.cursor.pile && cursor.count === this.keys.cursor.count) return;
    this.keys = { ...this.keys, cursor };
    this.name();
  }

  private liftOfElement(target: EventTarget | null): { pile: PileView; lift: Lift | null } | null {
    if (!(target instanceof Element)) return null;
    const id = target.closest<HTMLElement>(".pile")?.dataset["pile"];
    const pile = id === undefined ? undefined : this.scene.pile(id);
    if (pile === undefined) return null;
    const at = target.closest<HTMLElement>(".card")?.dataset["at"];
    const index = at === undefined ? -1 : pile.cards.findIndex((card) => card.at === Number(at));
    return { pile, lift: liftOf({ pile, index }) };
  }

  private grounds(): Ground[] {
    const { layout, view } = this.scene;
    if (layout === null) return [];
    return view.piles.map((pile) => {
      const zone = layout.zones.get(pile.id)!;
      const place = layout.places.get(pile.id)!;
      return { id: pile.id, kind: pile.kind, open: openOf(pile), zone, place };
    });
  }

  private cursorElement(): HTMLElement | undefined {
    const { pile, count } = this.keys.cursor;
    const view = this.scene.pile(pile);
    if (view === undefined) return undefined;
    if (openOf(view) === 0) return this.scene.piles.get(pile)?.place;
    return this.scene.lifted({ pile, count })[0]?.element;
  }

  /** Roles, names and the one tab stop. */
  private name(): void {
    const { t, readOnly } = this.options;
    const stop = this.cursorElement();
    const selected = this.keys.selected;
    const role = readOnly === true ? "img" : "button";
    for (const pile of this.scene.view.piles) {
      const drawn = this.scene.piles.get(pile.id)!;
      const open = openOf(pile);
      const label = pileLabel(pile, t);
      set(drawn.group, "aria-label", label);
      const asButton = open === 0;
      set(drawn.place, "role", asButton ? role : null);
      set(drawn.place, "aria-label", asButton ? label : null);
      set(drawn.place, "aria-hidden", asButton ? null : "true");
      set(drawn.place, "tabindex", asButton && readOnly !== true ? (stop === drawn.place ? "0" : "-1") : null);
      pile.cards.forEach((card, index) => {
        const element = this.scene.cards.get(card.at)!.element;
        const fromEnd = pile.cards.length - index;
        const seen = !isDown(card) && pile.kind !== "stock" && (pile.kind === "column" || fromEnd <= (pile.kind === "waste" ? 3 : 1));
        const button = seen && fromEnd <= open && readOnly !== true;
        set(element, "role", button ? "button" : seen ? "img" : null);
        set(element, "aria-label", seen ? cardLabel(pile, index, t) : null);
        set(element, "aria-hidden", seen ? null : "true");
        set(element, "aria-pressed", button && selected?.pile === pile.id ? String(fromEnd <= selected.count) : null);
        set(element, "tabindex", button ? (stop === element ? "0" : "-1") : null);
      });
    }
  }

  // Marks

  private drawSelection(): void {
    const { selected } = this.keys;
    const elements = selected === null ? [] : this.scene.lifted(selected).map(({ element }) => element);
    this.mark("selected", elements);
    if (!this.gestures.dragging) this.light(selected === null ? new Set() : this.targets(selected));
    this.root.classList.toggle("choosing", selected !== null);
  }

  /** Gives a class to these elements alone, for a time if one is given, ms. */
  private mark(name: string, elements: readonly Element[], time?: number): void {
    this.marks = this.marks.filter((mark) => {
      if (mark.name !== name) return true;
      clearTimeout(mark.timer);
      for (const element of mark.elements) element.classList.remove(name);
      return false;
    });
    if (elements.length === 0) return;
    for (const element of elements) element.classList.add(name);
    const timer = time === undefined ? {} : { timer: setTimeout(() => this.mark(name, []), time) };
    this.marks.push({ elements, name, ...timer });
  }
}

/** Cards that the player can take hold of, from the end: the face-up end of a column, the top card elsewhere. */
function openOf(pile: PileView): number {
  if (pile.kind === "stock" || pile.cards.length === 0) return 0;
  let open = 0;
  while (open < pile.cards.length && !isDown(pile.cards[pile.cards.length - 1 - open]!)) open++;
  return pile.kind === "column" ? open : Math.min(open, 1);
}

function set(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
